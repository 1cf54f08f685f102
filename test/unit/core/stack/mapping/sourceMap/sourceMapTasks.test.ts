import { usualLimits } from '../../../../../../src/core/stack/mapping/sourceMap/sourceMapFile';
import { parseSourceMap } from '../../../../../../src/core/stack/mapping/sourceMap/sourceMapJson';
import { assertNeverStalls } from '../../../../../support/longestPiece';
import { measured } from '../../../../../support/measured';
import { encodeVlq } from '../support/vlq';

const megabyte = 1024 ** 2;

const list = (count: number, item: (index: number) => string) =>
	`[${Array.from({ length: count }, (_, index) => item(index)).join(',')}]`;

const map = (members: Readonly<Record<string, string>>) => {
	const all = { version: '3', sources: '["a.ts"]', names: '[]', mappings: '"AAAA,UAAQ"', ...members };
	return `{${Object.entries(all)
		.map(([name, value]) => `"${name}":${value}`)
		.join(',')}}`;
};

const functions = (names: string, mappings: string) => `[[{"names":${names},"mappings":"${mappings}"}]]`;

const texts: Readonly<Record<string, () => string>> = {
	'a million names': () => map({ names: list(1_000_000, (index) => `"name${index}"`) }),
	'a million sources': () => map({ sources: list(1_000_000, (index) => `"src/file${index}.ts"`) }),
	'a source without end': () => map({ sources: `["${'a/'.repeat(30 * megabyte)}"]` }),
	'a root without end': () => map({ sourceRoot: `"${'a\\n'.repeat(20 * megabyte)}"` }),
	'mappings of one segment': () => map({ mappings: `"${'A'.repeat(60 * megabyte)}"` }),
	'mappings of one number': () => map({ mappings: `"${'g'.repeat(60 * megabyte)}"` }),
	'mappings with escapes': () => map({ mappings: `"${'AA\\/A,\\u0041\\n'.repeat(megabyte)}"` }),
	'mappings in no order': () =>
		map({ mappings: `"${`${encodeVlq([500, 0, 0, 0])},${encodeVlq([-490, 0, 0, 0])},`.repeat(50_000)}"` }),
	'functions of one source': () =>
		map({
			x_facebook_sources: functions(
				list(900_000, (index) => `"f${index}"`),
				'AAA,'.repeat(1_900_000),
			),
		}),
	'functions of many sources': () =>
		map({ x_facebook_sources: list(100_000, () => '[{"names":["f"],"mappings":"AAA,AAA"}]') }),
	'many sections': () =>
		map({ sections: list(49_000, (line) => `{"offset":{"line":${line},"column":0},"map":${map({})}}`) }),
	'nothing but white space': () => map({ more: `[${' '.repeat(60 * megabyte)}]` }),
	'white space after it': () => map({}) + ' '.repeat(60 * megabyte),
	'lists in lists': () => map({ more: '['.repeat(900_000) + ']'.repeat(900_000) }),
	'objects without members': () => map({ more: list(900_000, () => '{}') }),
	'members without end': () =>
		map(Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [`m${index}`, '1']))),
	'numbers without end': () => map({ ignoreList: list(1_000_000, String) }),
	'texts of sources with quotes': () => map({ sourcesContent: `["${'\\"'.repeat(30 * megabyte)}"]` }),
	'texts of sources': () => map({ sourcesContent: list(100_000, () => `"${'text, '.repeat(90)}"`) }),
};

describe('yielding while a source map is read', () => {
	for (const [name, getText] of Object.entries(texts)) {
		measured(`yields to other tasks while it reads a source map with ${name}`, async () => {
			const bytes = Buffer.from(getText());
			await assertNeverStalls(() => parseSourceMap(bytes, usualLimits));
		});
	}
});

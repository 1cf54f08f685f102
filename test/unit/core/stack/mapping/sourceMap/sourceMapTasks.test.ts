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
	'the maximum number of sources': () =>
		map({ sources: list(usualLimits.sources, (index) => `"src/file${index}.ts"`) }),
	'a very long source path': () => map({ sources: `["${'a/'.repeat(30 * megabyte)}"]` }),
	'a very long source root': () => map({ sourceRoot: `"${'a\\n'.repeat(20 * megabyte)}"` }),
	'a single very long segment': () => map({ mappings: `"${'A'.repeat(60 * megabyte)}"` }),
	'a single very long number': () => map({ mappings: `"${'g'.repeat(60 * megabyte)}"` }),
	'mappings with escapes': () => map({ mappings: `"${'AA\\/A,\\u0041\\n'.repeat(megabyte)}"` }),
	'unordered mappings': () =>
		map({ mappings: `"${`${encodeVlq([500, 0, 0, 0])},${encodeVlq([-490, 0, 0, 0])},`.repeat(50_000)}"` }),
	'many functions in one source': () =>
		map({
			x_facebook_sources: functions(
				list(900_000, (index) => `"f${index}"`),
				'AAA,'.repeat(1_900_000),
			),
		}),
	'functions in many sources': () =>
		map({ x_facebook_sources: list(100_000, () => '[{"names":["f"],"mappings":"AAA,AAA"}]') }),
	'many sections': () =>
		map({ sections: list(49_000, (line) => `{"offset":{"line":${line},"column":0},"map":${map({})}}`) }),
	'a very long run of white space': () => map({ more: `[${' '.repeat(60 * megabyte)}]` }),
	'trailing white space': () => map({}) + ' '.repeat(60 * megabyte),
	'nested arrays': () => map({ more: '['.repeat(900_000) + ']'.repeat(900_000) }),
	'empty objects': () => map({ more: list(900_000, () => '{}') }),
	'very many properties': () =>
		map(Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [`m${index}`, '1']))),
	'very many numbers': () => map({ ignoreList: list(1_000_000, String) }),
	'embedded source code full of quotes': () => map({ sourcesContent: `["${'\\"'.repeat(30 * megabyte)}"]` }),
	'embedded source code': () => map({ sourcesContent: list(100_000, () => `"${'text, '.repeat(90)}"`) }),
};

describe('yielding while a source map is read', () => {
	for (const [name, getText] of Object.entries(texts)) {
		measured(`yields to other tasks while it reads a source map with ${name}`, async () => {
			const bytes = Buffer.from(getText());
			await assertNeverStalls(() => parseSourceMap(bytes, usualLimits));
		});
	}
});

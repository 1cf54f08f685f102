import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { ClassScan } from '../../../../../src/core/stack/mapping/r8/classScan';
import { mentionedClasses } from '../../../../../src/core/stack/mapping/r8/retrace';
import { retraceFit } from '../../../../../src/core/stack/mapping/r8/retraceFit';
import { parseSourceMap } from '../../../../../src/core/stack/mapping/sourceMap/sourceMapJson';
import { measured } from '../../../../support/measured';
import { Random } from '../../../../support/random';
import { assertGrowsWithSize } from './support/growth';
import { javaTrace } from './support/javaTrace';
import { getNames, retraced } from './support/mappingText';

const note = (id: string) => `      # {"id":"com.android.tools.r8.${id}"}\n`;

/** A hostile file consists of a start, a part that is repeated many times, and an end. */
const r8 = {
	heads: [
		'a.B -> b.c:\n',
		'# {"id":"com.android.tools.r8.mapping","version":"2.2"}\na.B -> b.c:\n    1:5:void run():1:9 -> a\n',
		'a.B -> b.c:\n# {"id":"sourceFile","fileName":"',
		'a.B -> b.c:\n    1:5:void run():1:9 -> a\n      # {"id":"com.android.tools.r8.outlineCallsite","positions":{',
		'a.B -> b.c:\n    1:5:void run',
	],
	units: [
		'    1:9:void run():1:9 -> a\n',
		'    2:2:void shop.Tax.run(int):1:900000 -> a\n    void run(int) -> a\n',
		'    1:9:void other():1 -> b\n    1:9:void run():4 -> a\n',
		'    void run() -> a \n',
		' -> a',
		' -> a ',
		note('synthesized'),
		note('outline'),
		'# {"id":"sourceFile"}\n',
		'# pg_map_id: 1234567\n',
		'a.B -> b.c:\n',
		'x -> y:\n',
		'"1":1,',
		'[',
		'{',
		"'",
		'\\u0000',
		'\u2028',
		'\u2028\n',
		'1:',
		'(',
		':',
		'.',
		' ',
		'\t',
		'\r',
		'\n',
		'#',
		'é',
	],
	tails: ['', '\n', ' -> a\n', '():1 -> a\n', '}}\n', '"}\n    1:5:void run():1:9 -> a\n', ':\n'],
};

const sourceMap = {
	heads: [
		'{"version":3,"sources":["a"],"mappings":"',
		'{"version":3,"sourcesContent":["',
		'{"version":3,"sources":["',
		'{"version":3,"sections":[',
		'{"version":3,"sources":["a"],"mappings":"AAAA","x_facebook_sources":[[{"names":["f"],"mappings":"',
		'[',
	],
	units: [
		'AAAA,',
		'DAAA,',
		'AAAA;',
		'g',
		',',
		';',
		'"',
		'\\',
		'\\"',
		'a","',
		'{},',
		'[[],',
		'{"offset":{"line":0,"column":0},"map":{"version":3,"sources":[],"mappings":"A"}},',
		'{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":',
		'"sourcesContent":[',
		'\u2028',
		' ',
		'é',
	],
	tails: ['', '"}', '"],"sources":[],"mappings":""}', '{}]}', '"}]]}', ']'],
};

const trace = javaTrace(
	`b.c: b.c b.c.a() ${'[Lb/c;'.repeat(20)}\n${Array.from({ length: 12 }, (_, line) => `\tat b.c.a(SourceFile:${line})`).join('\n')}`,
);

function getText({ heads, units, tails }: typeof r8, seed: number, length: number): string {
	const random = new Random(seed);
	const one = (texts: readonly string[]) => texts[random.below(texts.length)] ?? '';
	const [head, unit, tail] = [one(heads), random.chance(0.7) ? one(units) : one(units) + one(units), one(tails)];
	return head + unit.repeat(Math.ceil(length / unit.length)) + tail;
}

function applyMappings(mapping: string): void {
	const names = getNames(mapping);
	runSynchronously(mentionedClasses(trace));
	runSynchronously(retraceFit(trace, names, { headers: [], ofVersion: false }));
	retraced(trace, names);
}

function readMap(bytes: Buffer): void {
	const limits = {
		bytes: 1e9,
		lines: 1e7,
		segments: 1e7,
		sources: 1e7,
		functions: 1e7,
		values: 1e7,
		sections: 1e7,
		depth: 3,
	};
	runSynchronously(parseSourceMap(bytes, limits));
}

describe('processing time of hostile mapping files', () => {
	measured('processes a hostile R8 mapping file in time proportional to its size', () => {
		for (let seed = 1; seed <= 40; seed++) {
			assertGrowsWithSize((size) => {
				const mapping = getText(r8, seed, size);
				new ClassScan().push(Buffer.from(mapping), 0);
				return () => applyMappings(mapping);
			}, 8 * 1024);
		}
	});

	measured('processes a hostile source map in time proportional to its size', () => {
		for (let seed = 1; seed <= 30; seed++) {
			assertGrowsWithSize((size) => {
				const bytes = Buffer.from(getText(sourceMap, seed, size));
				return () => readMap(bytes);
			}, 16 * 1024);
		}
	});
});

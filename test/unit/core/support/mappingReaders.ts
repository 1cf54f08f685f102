import type { CooperativeTask } from '../../../../src/core/common/cooperativeTask';
import { parseLenientJson } from '../../../../src/core/common/lenientJson';
import type { ClassNames } from '../../../../src/core/stack/mapping/r8/classMapping';
import { ClassScan } from '../../../../src/core/stack/mapping/r8/classScan';
import { ClassSection } from '../../../../src/core/stack/mapping/r8/classSection';
import { mapVersion } from '../../../../src/core/stack/mapping/r8/mapVersion';
import { retraceMessage } from '../../../../src/core/stack/mapping/r8/messageNames';
import { mentionedClasses, retrace } from '../../../../src/core/stack/mapping/r8/retrace';
import { retraceFit } from '../../../../src/core/stack/mapping/r8/retraceFit';
import { countMappings, decodeMappings } from '../../../../src/core/stack/mapping/sourceMap/segmentTable';
import { parseSourceMap } from '../../../../src/core/stack/mapping/sourceMap/sourceMapJson';
import { sourcePath } from '../../../../src/core/stack/mapping/sourceMap/sourcePath';
import { sourceMapFit, unminify } from '../../../../src/core/stack/mapping/sourceMap/unminify';
import { parsingTrace } from '../../../../src/core/stack/parse/parseTrace';
import type { Reader } from './reader';

/** Code that deobfuscates minified traces. Both stack traces and mapping files are untrusted. */
export const mappingReaders: readonly Reader[] = [
	{ name: 'a mapping', read: readMapping },
	{ name: 'a class of a mapping', read: readClass },
	{ name: 'JSON of a mapping', read: parseLenientJson },
	{ name: 'names in a message', read: (text) => retraceMessage(text, noNames, () => true) },
	{ name: 'a trace that is deobfuscated', read: (text) => deobfuscate(text, usualClass) },
	{ name: 'a trace that is deobfuscated with a class', read: (text) => deobfuscate(minifiedTrace, text) },
	{ name: 'a source map', read: (text) => parseSourceMap(Buffer.from(text), sourceMapLimits) },
	{ name: 'places of a source map', read: readMappings },
	{ name: 'a script trace that is deobfuscated', read: readScriptTrace },
	{ name: 'a path of a source', read: (text) => text.split('\n', 1000).map((line) => sourcePath(line, 'src')) },
];

const noNames = { classes: () => [], sourceFile: () => undefined, hasOriginal: () => false };

const sourceMapLimits = {
	bytes: 1e9,
	lines: 1e6,
	segments: 1e6,
	sources: 1e5,
	functions: 1e6,
	values: 1e6,
	sections: 1e5,
	depth: 8,
};

const usualClass =
	'    1:1:void add(int):10:10 -> a\n    1:1:void inner():20:20 -> b\n    1:1:void outer():30 -> b\n    int count -> c\n';
const minifiedTrace =
	'a.b: c a.b.c\n\tat a.b.a(SourceFile:1)\n\tat a.b.c(SourceFile)\nCaused by: a.c: b\n\tat a.c.b(Unknown Source:1)\n';

function readMapping(text: string): unknown {
	const scan = new ClassScan();
	scan.push(Buffer.from(text), 0);
	return scan.finish(Buffer.byteLength(text));
}

function readClass(text: string): unknown {
	const section = new ClassSection(text, { original: 'com.a.B', minified: 'a.b', version: mapVersion('2.2') });
	return ['a', 'c', ''].map((name) => [section.methods(name), section.fields(name)]);
}

function* deobfuscate(text: string, lines: string): CooperativeTask<unknown> {
	const trace = yield* parsingTrace(text);
	yield* mentionedClasses(trace);
	yield;
	const section = new ClassSection(lines, { original: 'com.shop.Cart', minified: 'a.b', version: mapVersion('2.2') });
	const names: ClassNames = { classes: () => [section], sourceFile: () => undefined, hasOriginal: () => false };
	yield* retraceFit(trace, names, { headers: [], ofVersion: false });
	return yield* retrace(trace, names);
}

function* readMappings(text: string): CooperativeTask<unknown> {
	const bytes = Buffer.from(text);
	return yield* decodeMappings(bytes, yield* countMappings(bytes));
}

function* readScriptTrace(text: string): CooperativeTask<unknown> {
	const trace = yield* parsingTrace(text);
	const found = {
		kind: 'found',
		path: 'src/cart.ts',
		line1: 1,
		column1: 1,
		functionName: 'add',
		library: false,
		exact: true,
	} as const;
	const mapOf = () => ({ bytecode: false, lookup: () => found });
	yield* sourceMapFit(trace, mapOf);
	return yield* unminify(trace, mapOf);
}

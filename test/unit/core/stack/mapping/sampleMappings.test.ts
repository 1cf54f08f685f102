import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { MappingFile } from '../../../../../src/core/stack/mapping/r8/mappingFile';
import { mentionedClasses } from '../../../../../src/core/stack/mapping/r8/retrace';
import { retraceFit } from '../../../../../src/core/stack/mapping/r8/retraceFit';
import { plainTrace } from '../../../../../src/core/stack/mapping/result/plainLines';
import { SourceMapFile } from '../../../../../src/core/stack/mapping/sourceMap/sourceMapFile';
import { sourceMapFit, unminify } from '../../../../../src/core/stack/mapping/sourceMap/unminify';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import type { Frame, Trace } from '../../../../../src/core/stack/trace/model';
import { mapHash, minifiedFrames } from '../../../../support/sampleFrames/android';
import { baseName } from '../../../../support/sampleFrames/frame';
import { bundleFrames } from '../../../../support/sampleFrames/reactNative';
import { sampleTraces } from '../support/sampleTraces';
import { retraced } from './support/mappingText';
import { never } from './support/temporary';

const workspace = 'samples/workspace';
const mappingPath = path.join(workspace, 'shop-android/app/build/outputs/mapping/release/mapping.txt');
const sourceMapPath = path.join(
	workspace,
	'timetable-react-native/android/app/build/generated/sourcemaps/react/release/index.android.bundle.map',
);

const getTexts = (wanted: number) =>
	sampleTraces(1)
		.filter(({ application }) => application === wanted)
		.map(({ text }) => text);
const minified = getTexts(101).filter((text) => text.includes('r8-map-id-'));

const frames = (trace: Trace) =>
	trace.sections.flatMap(({ lines }) =>
		lines.filter((line): line is Frame => line.kind !== 'raw' && line.kind !== 'elided'),
	);

function sourceLine(file: string, line1: number | undefined): string | undefined {
	return readFileSync(path.join(workspace, file), 'utf8').split('\n')[(line1 ?? 0) - 1]?.trim();
}

describe('mapping file in the sample workspace', () => {
	async function deobfuscated(trace: Trace) {
		const opened = await MappingFile.open(mappingPath, never);
		assert.equal(opened.kind, 'opened');
		const loaded = await opened.mapping.load(runSynchronously(mentionedClasses(trace)), never);
		assert.equal(loaded.kind, 'opened');
		const { headers } = opened.mapping;
		const fit = runSynchronously(retraceFit(trace, loaded.mapping, { headers, ofVersion: false }));
		return { fit, plain: runSynchronously(plainTrace(retraced(trace, loaded.mapping))) };
	}

	it('the sample mapping file has the ID that the minified sample stack traces contain', async () => {
		assert.equal(minified.length, 2);
		for (const text of minified) {
			const { fit } = await deobfuscated(parseTrace(text));
			assert.ok(fit.kind === 'fits' && fit.by === 'mapId' && fit.score > 0.9, JSON.stringify(fit));
		}
	});

	it('maps each minified sample frame to the exact lines in the sample workspace', async () => {
		for (const { symbol, position, originals } of Object.values(minifiedFrames)) {
			const { plain } = await deobfuscated(
				parseTrace(`java.lang.Error: x\n\tat ${symbol}(r8-map-id-${mapHash}:${position})`),
			);
			assert.deepEqual(
				frames(plain).map(({ type, method, file, line1 }) => [`${type}.${method}`, file, line1]),
				originals.map((original) => [original.symbol, baseName(original.file), original.line]),
			);
			for (const [index, original] of originals.entries()) {
				assert.ok(sourceLine(original.file, frames(plain)[index]?.line1));
			}
		}
	});

	it("leaves no minified names in the sample apps' release traces", async () => {
		for (const text of minified) {
			const { plain } = await deobfuscated(parseTrace(text));
			assert.ok(plain.lines.some((line) => line.includes('com.example.shop.c')));
			assert.deepEqual(
				plain.lines.filter((line) => /r8-map-id|\bf3\.c|RecyclerView\$[a-z]\b/.test(line)),
				[],
			);
		}
	});

	it('does not apply the sample mapping file to a stack trace that is not minified', async () => {
		const { fit } = await deobfuscated(
			parseTrace(
				'java.lang.Error\n\tat com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)\n\tat android.os.Looper.loop(Looper.java:12)',
			),
		);
		assert.deepEqual(fit, { kind: 'doesNotFit', reason: 'notMinified', score: 0 });
	});
});

describe('source map in the sample workspace', () => {
	async function sourceMap() {
		const opened = await SourceMapFile.open(sourceMapPath, never);
		assert.equal(opened.kind, 'opened');
		return (name: string) => (name === 'index.android.bundle' ? opened.mapping : undefined);
	}

	it('maps each bundle frame to the exact position in the sample workspace', async () => {
		for (const { symbol, column, original } of Object.values(bundleFrames)) {
			const trace = parseTrace(`TypeError: x\n    at ${symbol} (index.android.bundle:1:${column})`);
			const [frame] = frames(runSynchronously(plainTrace(runSynchronously(unminify(trace, await sourceMap())))));
			assert.deepEqual(
				[`timetable-react-native/${frame?.file}`, frame?.line1, frame?.column1],
				[original.file, original.line, original.column],
			);
			assert.ok(sourceLine(original.file, frame?.line1));
		}
	});

	it('sample source map matches every stack trace from the bundle and maps all positions', async () => {
		const map = await sourceMap();
		const traces = getTexts(104)
			.map((text) => parseTrace(text))
			.filter((trace) => trace.lines.some((line) => / \(index\.android\.bundle:1:/.test(line)));
		assert.equal(traces.length, 2);
		for (const trace of traces) {
			const fit = runSynchronously(sourceMapFit(trace, map));
			assert.deepEqual(fit, { kind: 'fits', by: 'positions', score: 1 });
			assert.ok(
				!runSynchronously(plainTrace(runSynchronously(unminify(trace, map)))).lines.some((line) =>
					line.includes('index.android.bundle'),
				),
			);
		}
	});

	it('leaves bytecode offsets unmapped and reports that a composed source map is needed', async () => {
		const map = await sourceMap();
		const trace = getTexts(104)
			.map((text) => parseTrace(text))
			.find(({ lines }) => lines.some((line) => line.includes('address at index')));
		assert.ok(trace);
		const lines = runSynchronously(unminify(trace, map)).sections.flatMap((section) => section.lines);
		assert.equal(lines.filter(({ gap }) => gap === 'composedMapNeeded').length, 4);
		assert.deepEqual(runSynchronously(plainTrace(runSynchronously(unminify(trace, map)))).lines, trace.lines);
		assert.equal(runSynchronously(sourceMapFit(trace, map)).kind, 'doesNotFit');
	});
});

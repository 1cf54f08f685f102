import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../../src/core/common/cooperativeTask';
import { plainTrace } from '../../../../../../src/core/stack/mapping/result/plainLines';
import type { SourceMapFile } from '../../../../../../src/core/stack/mapping/sourceMap/sourceMapFile';
import { bundleName, sourceMapFit, unminify } from '../../../../../../src/core/stack/mapping/sourceMap/unminify';
import { parseTrace } from '../../../../../../src/core/stack/parse/parseTrace';
import type { Trace } from '../../../../../../src/core/stack/trace/model';

type Map = Pick<SourceMapFile, 'bytecode' | 'lookup'>;

/** Maps 0-based column `n` of line 1 to line `n`, up to 99. A mapping starts at every tenth column. */
function countingMap(bytecode: boolean, functionName?: string): Map {
	return {
		bytecode,
		lookup: ({ line1, column0 }) => {
			if (line1 !== 1 || column0 === undefined || column0 > 99) {
				return { kind: 'notFound', reason: column0 === undefined ? 'columnNeeded' : 'outside' };
			}
			const exact = column0 % 10 === 0;
			return { kind: 'found', path: 'src/App.tsx', line1: column0, column1: 3, functionName, library: false, exact };
		},
	};
}

function trace(...texts: readonly string[]): Trace {
	return parseTrace(['TypeError: x', ...texts].join('\n'));
}

const getFrames = (value: Trace, map: Map) =>
	runSynchronously(
		plainTrace(runSynchronously(unminify(value, (name) => (name === 'index.android.bundle' ? map : undefined)))),
	).lines.slice(1);

describe('JavaScript frames with a source map', () => {
	it('interprets the columns of JavaScript frames as 1-based', () => {
		assert.deepEqual(getFrames(trace('    at J (index.android.bundle:1:41)'), countingMap(false)), [
			'    at J (src/App.tsx:40:3)',
		]);
	});

	it('interprets bytecode offsets of frames as 0-based', () => {
		const text = '    at J (address at index.android.bundle:1:41)';
		assert.deepEqual(getFrames(trace(text), countingMap(true)), ['    at J (src/App.tsx:41:3)']);
	});

	it('interprets columns as bytecode offsets if the source map is for bytecode', () => {
		assert.deepEqual(getFrames(trace('    at J (index.android.bundle:1:41)'), countingMap(true)), [
			'    at J (src/App.tsx:41:3)',
		]);
	});

	it('applies the source map of the embedded bundle to frames that React Native reported without a file', () => {
		const reported = (text: string) =>
			parseTrace(['com.facebook.react.common.JavascriptException: TypeError: x, stack:', text].join('\n'));
		for (const bytecode of [false, true]) {
			assert.deepEqual(getFrames(reported('J@1:41'), countingMap(bytecode)), ['J@src/App.tsx:41:3']);
		}
		assert.deepEqual(getFrames(trace('J@1:41'), countingMap(true)), ['J@1:41']);
	});

	it('leaves frames unchanged and adds a note if function names would exceed the memory limit', () => {
		const frames = trace(...Array.from({ length: 4 }, () => '    at J (index.android.bundle:1:41)'));
		const limits = { inlined: 64, frames: 10, characters: 2500 };
		const mapped = runSynchronously(unminify(frames, () => countingMap(false, 'x'.repeat(1000)), limits));
		assert.deepEqual(
			runSynchronously(plainTrace(mapped)).lines.slice(3),
			[
				'... following frames not deobfuscated: too many frames',
				'at J (index.android.bundle:1:41)',
				'at J (index.android.bundle:1:41)',
			].map((line) => `    ${line}`),
		);
		assert.deepEqual(mapped.leftOut, { inlined: 0, lines: 2 });
	});

	it("leaves frames unchanged and states the reason if the source map can't explain them", () => {
		const frames = trace(
			'    at J (address at index.android.bundle:1:41)',
			'    at J (index.android.bundle:1:500)',
			'    at map (native)',
			'    at f (src/App.tsx:4:5)',
		);
		const mapped = runSynchronously(
			unminify(frames, (name) => (name === 'index.android.bundle' ? countingMap(false) : undefined)),
		);
		assert.deepEqual(
			mapped.sections[0]?.lines.map(({ outcome, gap }) => [outcome, gap]),
			[
				['unchanged', 'composedMapNeeded'],
				['unchanged', 'outside'],
				['unchanged', undefined],
				['unchanged', undefined],
			],
		);
		assert.deepEqual(runSynchronously(plainTrace(mapped)), frames);
	});

	it("preserves the JavaScript engine's notation and keywords in mapped frames", () => {
		assert.deepEqual(
			getFrames(
				trace(
					'    at async v (index.android.bundle:1:11)',
					'    at new K (index.android.bundle:1:11)',
					'    at Object.p [as onPress] (index.android.bundle:1:11)',
					'    at index.android.bundle:1:11',
				),
				countingMap(false),
			),
			[
				'    at async v (src/App.tsx:10:3)',
				'    at new K (src/App.tsx:10:3)',
				'    at Object.p [as onPress] (src/App.tsx:10:3)',
				'    at src/App.tsx:10:3',
			],
		);
		assert.deepEqual(
			getFrames(trace('v@index.android.bundle:1:11', '@index.android.bundle:1:11'), countingMap(false)),
			['v@src/App.tsx:10:3', '@src/App.tsx:10:3'],
		);
	});

	it('uses the function name from the source map', () => {
		const value = trace('    at async Q.J (index.android.bundle:1:11)');
		const mapped = runSynchronously(plainTrace(runSynchronously(unminify(value, () => countingMap(false, 'onPress')))));
		assert.deepEqual(mapped.lines[1], '    at async onPress (src/App.tsx:10:3)');
		const [frame] = mapped.sections[0]?.lines ?? [];
		assert.ok(frame?.kind === 'javascript' && frame.method === 'onPress' && frame.type === undefined);
		assert.equal(frame.text.slice(frame.link?.start, frame.link?.end), 'src/App.tsx:10:3');
		assert.deepEqual(getFrames(trace('v@index.android.bundle:1:11'), countingMap(false, 'onPress')), [
			'onPress@src/App.tsx:10:3',
		]);
	});
});

describe('bundle name in the URL or path of a frame', () => {
	for (const [file, name] of [
		['index.android.bundle', 'index.android.bundle'],
		['/var/containers/Bundle/Application/AB/Acme.app/main.jsbundle', 'main.jsbundle'],
		['http://10.0.2.2:8081/index.bundle?platform=android&dev=true', 'index.bundle'],
		['http://10.0.2.2:8081/index.bundle//&platform=ios&dev=true', 'index.bundle'],
		['app:///index.android.bundle#x', 'index.android.bundle'],
		['C:\\app\\index.js', 'index.js'],
		['', ''],
	] as const) {
		it(`extracts bundle name ${name} from ${file}`, () => assert.equal(bundleName(file), name));
	}
});

describe('match between a source map and a stack trace', () => {
	const v8 = (column: number) => `    at f (index.android.bundle:1:${column})`;
	const jsc = (column: number) => `f@index.android.bundle:1:${column}`;
	const fitFor = (...frames: readonly string[]) =>
		runSynchronously(sourceMapFit(trace(...frames), () => countingMap(false)));

	it('source map matches completely if each call starts exactly at a mapping', () => {
		assert.deepEqual(fitFor(v8(1), v8(11), v8(31)), { kind: 'fits', by: 'positions', score: 1 });
	});

	it('rejects a source map if positions are out of range or match only by chance', () => {
		const wrong = fitFor(v8(3), v8(14), v8(35), v8(11), v8(48));
		assert.ok(wrong.kind === 'doesNotFit' && wrong.reason === 'fewFound', JSON.stringify(wrong));
		assert.equal(fitFor(v8(1), v8(4000), v8(5000)).kind, 'doesNotFit');
	});

	it('checks source map positions less strictly if the JavaScript engine reports a position within a call', () => {
		assert.deepEqual(fitFor(jsc(3), jsc(14)), { kind: 'fits', by: 'positions', score: 1 });
	});

	it("can't check a source map if no frame belongs to a bundle with a source map", () => {
		assert.deepEqual(runSynchronously(sourceMapFit(trace(v8(1)), () => undefined)), { kind: 'nothingToMap' });
	});
});

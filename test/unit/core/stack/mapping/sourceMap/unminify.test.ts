import assert from 'node:assert/strict';
import { atOnce } from '../../../../../../src/core/common/steps';
import { plainTrace } from '../../../../../../src/core/stack/mapping/result/mapped';
import type { SourceMapFile } from '../../../../../../src/core/stack/mapping/sourceMap/sourceMapFile';
import { bundleName, sourceMapFit, unminify } from '../../../../../../src/core/stack/mapping/sourceMap/unminify';
import { parseTrace } from '../../../../../../src/core/stack/parse/parseTrace';
import type { Trace } from '../../../../../../src/core/stack/trace/model';

type Map = Pick<SourceMapFile, 'bytecode' | 'lookup'>;

/** A map in which column `n`, from 0, of line 1 is line `n` of a source, up to 99; every tenth begins something. */
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

const framesOf = (value: Trace, map: Map) =>
	atOnce(
		plainTrace(atOnce(unminify(value, (name) => (name === 'index.android.bundle' ? map : undefined)))),
	).lines.slice(1);

describe('JavaScript frames', () => {
	it('have columns from 1', () => {
		assert.deepEqual(framesOf(trace('    at J (index.android.bundle:1:41)'), countingMap(false)), [
			'    at J (src/App.tsx:40:3)',
		]);
	});

	it('have offsets into bytecode from 0', () => {
		const text = '    at J (address at index.android.bundle:1:41)';
		assert.deepEqual(framesOf(trace(text), countingMap(true)), ['    at J (src/App.tsx:41:3)']);
	});

	it('have offsets in a map of bytecode, whatever the reporter wrote', () => {
		assert.deepEqual(framesOf(trace('    at J (index.android.bundle:1:41)'), countingMap(true)), [
			'    at J (src/App.tsx:41:3)',
		]);
	});

	it('stay as written where names of functions would fill the memory, and say so', () => {
		const frames = trace(...Array.from({ length: 4 }, () => '    at J (index.android.bundle:1:41)'));
		const limits = { inlined: 64, frames: 10, characters: 2500 };
		const mapped = atOnce(unminify(frames, () => countingMap(false, 'x'.repeat(1000)), limits));
		assert.deepEqual(
			atOnce(plainTrace(mapped)).lines.slice(3),
			[
				'... not mapped from here on: too many frames',
				'at J (index.android.bundle:1:41)',
				'at J (index.android.bundle:1:41)',
			].map((line) => `    ${line}`),
		);
		assert.deepEqual(mapped.leftOut, { inlined: 0, lines: 2 });
	});

	it('stay as they are, with the reason, when the map cannot explain them', () => {
		const frames = trace(
			'    at J (address at index.android.bundle:1:41)',
			'    at J (index.android.bundle:1:500)',
			'    at map (native)',
			'    at f (src/App.tsx:4:5)',
		);
		const mapped = atOnce(
			unminify(frames, (name) => (name === 'index.android.bundle' ? countingMap(false) : undefined)),
		);
		assert.deepEqual(
			mapped.sections[0]?.lines.map(({ outcome, gap }) => [outcome, gap]),
			[
				['kept', 'composedMapNeeded'],
				['kept', 'outside'],
				['kept', undefined],
				['kept', undefined],
			],
		);
		assert.deepEqual(atOnce(plainTrace(mapped)), frames);
	});

	it('keep the form of their engine and their words', () => {
		assert.deepEqual(
			framesOf(
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
		assert.deepEqual(framesOf(trace('v@index.android.bundle:1:11', '@index.android.bundle:1:11'), countingMap(false)), [
			'v@src/App.tsx:10:3',
			'@src/App.tsx:10:3',
		]);
	});

	it('get the name of their function where the map has it', () => {
		const value = trace('    at async Q.J (index.android.bundle:1:11)');
		const mapped = atOnce(plainTrace(atOnce(unminify(value, () => countingMap(false, 'onPress')))));
		assert.deepEqual(mapped.lines[1], '    at async onPress (src/App.tsx:10:3)');
		const [frame] = mapped.sections[0]?.lines ?? [];
		assert.ok(frame?.kind === 'javascript' && frame.method === 'onPress' && frame.type === undefined);
		assert.equal(frame.text.slice(frame.link?.start, frame.link?.end), 'src/App.tsx:10:3');
		assert.deepEqual(framesOf(trace('v@index.android.bundle:1:11'), countingMap(false, 'onPress')), [
			'onPress@src/App.tsx:10:3',
		]);
	});
});

describe('The name of a bundle', () => {
	for (const [file, name] of [
		['index.android.bundle', 'index.android.bundle'],
		['/var/containers/Bundle/Application/AB/Acme.app/main.jsbundle', 'main.jsbundle'],
		['http://10.0.2.2:8081/index.bundle?platform=android&dev=true', 'index.bundle'],
		['http://10.0.2.2:8081/index.bundle//&platform=ios&dev=true', 'index.bundle'],
		['app:///index.android.bundle#x', 'index.android.bundle'],
		['C:\\app\\index.js', 'index.js'],
		['', ''],
	] as const) {
		it(`in ${file} is ${name}`, () => assert.equal(bundleName(file), name));
	}
});

describe('How a source map fits a trace', () => {
	const v8 = (column: number) => `    at f (index.android.bundle:1:${column})`;
	const jsc = (column: number) => `f@index.android.bundle:1:${column}`;
	const fitFor = (...frames: readonly string[]) => atOnce(sourceMapFit(trace(...frames), () => countingMap(false)));

	it('is whole when calls begin where the map has something', () => {
		assert.deepEqual(fitFor(v8(1), v8(11), v8(31)), { kind: 'fits', by: 'positions', score: 1 });
	});

	it('is refused when they do so by chance only, or are outside', () => {
		const wrong = fitFor(v8(3), v8(14), v8(35), v8(11), v8(48));
		assert.ok(wrong.kind === 'doesNotFit' && wrong.reason === 'fewFound', JSON.stringify(wrong));
		assert.equal(fitFor(v8(1), v8(4000), v8(5000)).kind, 'doesNotFit');
	});

	it('does not ask as much of engines that name the middle of a call', () => {
		assert.deepEqual(fitFor(jsc(3), jsc(14)), { kind: 'fits', by: 'positions', score: 1 });
	});

	it('is unknown without a frame in a bundle that has a map', () => {
		assert.deepEqual(atOnce(sourceMapFit(trace(v8(1)), () => undefined)), { kind: 'nothingToMap' });
	});
});

import assert from 'node:assert/strict';
import { plainTrace } from '../../../../../../src/core/stack/mapping/mapped';
import type { SourceMapFile } from '../../../../../../src/core/stack/mapping/sourceMap/sourceMapFile';
import { bundleName, sourceMapFit, unminify } from '../../../../../../src/core/stack/mapping/sourceMap/unminify';
import type { Frame, Trace } from '../../../../../../src/core/stack/model';

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

function trace(...frames: readonly (Partial<Frame> & { readonly text: string })[]): Trace {
	const lines = frames.map((frame, line): Frame => ({ kind: 'javascript', line, flags: [], ...frame }));
	return {
		platform: 'javascript',
		sections: [{ platform: 'javascript', header: undefined, lines }],
		lines: lines.map(({ text }) => text),
	};
}

const bundle = { file: 'index.android.bundle', line1: 1 };
const texts = (value: Trace, map: Map) =>
	plainTrace(unminify(value, (name) => (name === 'index.android.bundle' ? map : undefined))).lines;

describe('JavaScript frames', () => {
	it('have columns from 1', () => {
		const lines = texts(
			trace({ ...bundle, text: '    at J (index.android.bundle:1:41)', method: 'J', column1: 41 }),
			countingMap(false),
		);
		assert.deepEqual(lines, ['    at J (src/App.tsx:40:3)']);
	});

	it('have offsets into bytecode from 0', () => {
		const frame = {
			text: '    at J (address at index.android.bundle:1:41)',
			method: 'J',
			file: 'index.android.bundle',
			position: { kind: 'bytecode', offset: 41 },
		} as const;
		assert.deepEqual(texts(trace(frame), countingMap(true)), ['    at J (src/App.tsx:41:3)']);
	});

	it('have offsets in a map of bytecode, whatever the reporter wrote', () => {
		const frame = { ...bundle, text: '    at J (index.android.bundle:1:41)', method: 'J', column1: 41 };
		assert.deepEqual(texts(trace(frame), countingMap(true)), ['    at J (src/App.tsx:41:3)']);
	});

	it('stay as they are, with the reason, when the map cannot explain them', () => {
		const frames = trace(
			{
				text: 'at J (address at index.android.bundle:1:41)',
				file: 'index.android.bundle',
				position: { kind: 'bytecode', offset: 41 },
			},
			{ ...bundle, text: 'at J (index.android.bundle:1:500)', column1: 500 },
			{ ...bundle, text: 'J@index.android.bundle:1' },
			{ text: 'at map (native)' },
			{ text: 'at f (src/App.tsx:4:5)', file: 'src/App.tsx', line1: 4, column1: 5 },
		);
		const mapped = unminify(frames, (name) => (name === 'index.android.bundle' ? countingMap(false) : undefined));
		assert.deepEqual(
			mapped.sections[0]?.lines.map(({ outcome, gap }) => [outcome, gap]),
			[
				['kept', 'composedMapNeeded'],
				['kept', 'outside'],
				['kept', 'columnNeeded'],
				['kept', undefined],
				['kept', undefined],
			],
		);
		assert.deepEqual(plainTrace(mapped), frames);
	});

	it('keep the form of their engine and their words', () => {
		const lines = texts(
			trace(
				{ ...bundle, text: '    at async v (index.android.bundle:1:11)', method: 'v', column1: 11, flags: ['async'] },
				{
					...bundle,
					text: '    at new K (index.android.bundle:1:11)',
					method: 'K',
					column1: 11,
					flags: ['constructor'],
				},
				{ ...bundle, text: '    at index.android.bundle:1:11', column1: 11 },
				{ ...bundle, text: 'v@index.android.bundle:1:11', method: 'v', column1: 11 },
				{ ...bundle, text: 'index.android.bundle:1:11', column1: 11 },
			),
			countingMap(false),
		);
		assert.deepEqual(lines, [
			'    at async v (src/App.tsx:10:3)',
			'    at new K (src/App.tsx:10:3)',
			'    at src/App.tsx:10:3',
			'v@src/App.tsx:10:3',
			'@src/App.tsx:10:3',
		]);
	});

	it('get the name of their function where the map has it', () => {
		const value = trace({
			...bundle,
			text: '    at J (index.android.bundle:1:11)',
			type: 'Q',
			method: 'J',
			column1: 11,
		});
		const mapped = plainTrace(unminify(value, () => countingMap(false, 'onPress')));
		assert.deepEqual(mapped.lines, ['    at onPress (src/App.tsx:10:3)']);
		const [frame] = mapped.sections[0]?.lines ?? [];
		assert.ok(frame?.kind === 'javascript' && frame.method === 'onPress' && frame.type === undefined);
		assert.equal(frame.text.slice(frame.link?.start, frame.link?.end), 'src/App.tsx:10:3');
	});
});

describe('The name of a bundle', () => {
	for (const [file, name] of [
		['index.android.bundle', 'index.android.bundle'],
		['/var/containers/Bundle/Application/AB/Acme.app/main.jsbundle', 'main.jsbundle'],
		['http://10.0.2.2:8081/index.bundle?platform=android&dev=true', 'index.bundle'],
		['app:///index.android.bundle#x', 'index.android.bundle'],
		['C:\\app\\index.js', 'index.js'],
		['', ''],
	] as const) {
		it(`in ${file} is ${name}`, () => assert.equal(bundleName(file), name));
	}
});

describe('How a source map fits a trace', () => {
	const frame = (column1: number, lead = 'at f') => ({
		...bundle,
		text: `${lead} (index.android.bundle:1:${column1})`,
		column1,
	});
	const fitFor = (...frames: readonly ReturnType<typeof frame>[]) =>
		sourceMapFit(trace(...frames), () => countingMap(false));

	it('is whole when calls begin where the map has something', () => {
		assert.deepEqual(fitFor(frame(1), frame(11), frame(31)), { kind: 'fits', by: 'score', score: 1 });
	});

	it('is refused when they do so by chance only, or are outside', () => {
		const wrong = fitFor(frame(3), frame(14), frame(35), frame(11), frame(48));
		assert.ok(wrong.kind === 'doesNotFit' && wrong.reason === 'fewFound', JSON.stringify(wrong));
		assert.equal(fitFor(frame(1), frame(4000), frame(5000)).kind, 'doesNotFit');
	});

	it('does not ask as much of engines that name the middle of a call', () => {
		assert.deepEqual(fitFor(frame(3, 'f@'), frame(14, 'g@')), { kind: 'fits', by: 'score', score: 1 });
	});

	it('is unknown without a frame in a bundle that has a map', () => {
		assert.deepEqual(
			sourceMapFit(trace(frame(1)), () => undefined),
			{ kind: 'nothingToMap' },
		);
	});
});

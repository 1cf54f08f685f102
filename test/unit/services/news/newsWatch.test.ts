import assert from 'node:assert/strict';
import { AppError } from '../../../../src/core/common/errors';
import { KeptMarks } from '../../../../src/services/news/keptMarks';
import { NewsWatch } from '../../../../src/services/news/newsWatch';
import { fakeMemento, setOf } from './support';

const folder = '/exports/api.example/101/kept-abc123';
const other = '/exports/api.example/102/kept-zzz999';

/** How a comparison ends. */
interface Ending {
	readonly resolve: () => void;
	readonly reject: (error: unknown) => void;
}

/** The watch, its comparisons and its clock in the hands of a test. */
async function stage() {
	const marks = new KeptMarks(fakeMemento());
	const timers = new Set<() => void>();
	const asked: { set: string; mark: number; signal: AbortSignal; end: Ending }[] = [];
	const faults: unknown[] = [];
	const state = { busy: false, found: { appeared: 3, grown: 2 } as { appeared: number; grown: number } | undefined };
	const watch = new NewsWatch({
		marks,
		after: (_, run) => {
			timers.add(run);
			return { dispose: () => timers.delete(run) };
		},
		isBusy: () => state.busy,
		compare: async ({ manifest }, mark, signal) => {
			await new Promise<void>((resolve, reject) => {
				signal.addEventListener('abort', () => reject(signal.reason));
				asked.push({ set: manifest, mark, signal, end: { resolve, reject } });
			});
			return state.found;
		},
		onFault: (error) => faults.push(error),
	});
	const settled = async () => {
		for (let turn = 0; turn < 10; turn++) {
			await new Promise((resolve) => setImmediate(resolve));
		}
	};
	const pass = async () => {
		const due = [...timers];
		timers.clear();
		for (const run of due) {
			run();
		}
		await settled();
	};
	const end = async () => {
		asked.at(-1)?.end.resolve();
		await settled();
	};
	for (const set of [folder, other]) {
		await marks.look(setOf(set, 500), setOf(set, 500).facts);
	}
	return { marks, watch, timers, asked, faults, state, pass, end, settled };
}

describe('the watch for what is new in kept sets', () => {
	it('compares once, some time after an update that brought something', async () => {
		const { marks, watch, asked, pass, end } = await stage();
		watch.look(setOf(folder, 900));
		assert.equal(asked.length, 0);
		await pass();
		assert.deepEqual(
			asked.map(({ mark }) => mark),
			[500],
		);
		await end();
		assert.deepEqual(marks.newsOf(folder), { appeared: 3, grown: 2, until: 900, application: 'Shop' });
		watch.look(setOf(folder, 950, { newest: 900 }));
		await pass();
		assert.equal(asked.length, 1);
	});

	it('compares nothing without news, and nothing without a mark', async () => {
		const { watch, marks, timers } = await stage();
		watch.look(setOf(folder, 900, { newest: 500 }));
		await marks.forget(other);
		watch.look(setOf(other, 900));
		watch.look({ folder, known: undefined });
		assert.equal(timers.size, 0);
	});

	it('says nothing where nothing can be told, and does not ask again for the same', async () => {
		const { marks, watch, asked, state, pass, end } = await stage();
		state.found = undefined;
		watch.look(setOf(folder, 900));
		await pass();
		await end();
		assert.equal(marks.newsOf(folder), undefined);
		watch.look(setOf(folder, 900));
		await pass();
		assert.equal(asked.length, 1);
	});

	it('takes one set after another, and waits while an update runs', async () => {
		const { watch, asked, state, pass, end } = await stage();
		watch.look(setOf(folder, 900));
		watch.look(setOf(other, 900));
		state.busy = true;
		await pass();
		assert.equal(asked.length, 0);
		state.busy = false;
		await pass();
		await pass();
		assert.equal(asked.length, 1);
		await end();
		await pass();
		assert.deepEqual(
			asked.map(({ set }) => set.includes('kept-abc')),
			[true, false],
		);
	});

	it('gives way to an update, and begins anew after it', async () => {
		const { watch, asked, state, pass, settled, marks, end } = await stage();
		watch.look(setOf(folder, 900));
		await pass();
		state.busy = true;
		watch.makeWay();
		await settled();
		assert.equal(asked[0]?.signal.aborted, true);
		assert.equal(marks.newsOf(folder), undefined);
		state.busy = false;
		watch.look(setOf(folder, 950));
		await pass();
		assert.equal(asked.length, 2);
		await end();
		assert.equal(marks.newsOf(folder)?.appeared, 3);
	});

	it('stops when the person looks meanwhile, or the set is deleted', async () => {
		const { watch, asked, marks, pass, settled, faults } = await stage();
		watch.look(setOf(folder, 900));
		await pass();
		await marks.look(setOf(folder, 900), setOf(folder, 900).facts);
		await settled();
		assert.equal(asked[0]?.signal.aborted, true);
		assert.equal(marks.newsOf(folder), undefined);
		watch.look(setOf(other, 900));
		await marks.forget(other);
		await pass();
		assert.equal(asked.length, 1);
		assert.deepEqual(faults, []);
	});

	it('tells its faults to the log alone, and goes on', async () => {
		const { watch, asked, pass, settled, faults } = await stage();
		watch.look(setOf(folder, 900));
		await pass();
		asked[0]?.end.reject(new AppError({ kind: 'unreadable', fault: 'missing', path: 'x', code: '' }));
		await settled();
		assert.equal(faults.length, 1);
		watch.look(setOf(folder, 900));
		await pass();
		assert.equal(asked.length, 2);
	});

	it('ends with the window', async () => {
		const { watch, asked, pass, timers } = await stage();
		watch.look(setOf(folder, 900));
		await pass();
		watch.dispose();
		assert.equal(asked[0]?.signal.aborted, true);
		watch.look(setOf(other, 900));
		assert.equal(timers.size, 0);
	});
});

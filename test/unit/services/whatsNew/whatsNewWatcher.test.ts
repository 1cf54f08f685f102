import assert from 'node:assert/strict';
import { AppError } from '../../../../src/core/common/errors';
import { Watermarks } from '../../../../src/services/whatsNew/watermarks';
import { WhatsNewWatcher } from '../../../../src/services/whatsNew/whatsNewWatcher';
import { fakeMemento, getSet } from './support';

const folder = '/exports/api.example/101/synced-abc123';
const other = '/exports/api.example/102/synced-zzz999';

interface Ending {
	readonly resolve: () => void;
	readonly reject: (error: unknown) => void;
}

async function stage() {
	const watermarks = new Watermarks(fakeMemento());
	const timers = new Set<() => void>();
	const asked: { set: string; watermark: number; signal: AbortSignal; end: Ending }[] = [];
	const faults: unknown[] = [];
	const state = {
		busy: false,
		found: { appeared: 3, increased: 2 } as { appeared: number; increased: number } | undefined,
	};
	const watch = new WhatsNewWatcher({
		watermarks,
		after: (_, run) => {
			timers.add(run);
			return { dispose: () => timers.delete(run) };
		},
		isBusy: () => state.busy,
		compare: async ({ manifest }, watermark, signal) => {
			await new Promise<void>((resolve, reject) => {
				signal.addEventListener('abort', () => reject(signal.reason));
				asked.push({ set: manifest, watermark, signal, end: { resolve, reject } });
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
		await watermarks.advance(getSet(set, 500), getSet(set, 500).facts);
	}
	return { watermarks, watch, timers, asked, faults, state, pass, end, settled };
}

describe('detection of new errors in synced sets', () => {
	it('waits after an update with new records, and then compares the synced set only once', async () => {
		const { watermarks, watch, asked, pass, end } = await stage();
		watch.watch(getSet(folder, 900));
		assert.equal(asked.length, 0);
		await pass();
		assert.deepEqual(
			asked.map(({ watermark }) => watermark),
			[500],
		);
		await end();
		assert.deepEqual(watermarks.newsOf(folder), { appeared: 3, increased: 2, until: 900, application: 'Shop' });
		watch.watch(getSet(folder, 950, { newest: 900 }));
		await pass();
		assert.equal(asked.length, 1);
	});

	it('does not compare a synced set that has no new records or no watermark', async () => {
		const { watch, watermarks, timers } = await stage();
		watch.watch(getSet(folder, 900, { newest: 500 }));
		await watermarks.forget(other);
		watch.watch(getSet(other, 900));
		watch.watch({ folder, known: undefined });
		assert.equal(timers.size, 0);
	});

	it('reports nothing for an inconclusive comparison, and does not repeat the comparison', async () => {
		const { watermarks, watch, asked, state, pass, end } = await stage();
		state.found = undefined;
		watch.watch(getSet(folder, 900));
		await pass();
		await end();
		assert.equal(watermarks.newsOf(folder), undefined);
		watch.watch(getSet(folder, 900));
		await pass();
		assert.equal(asked.length, 1);
	});

	it('compares one synced set at a time, and waits while an update is running', async () => {
		const { watch, asked, state, pass, end } = await stage();
		watch.watch(getSet(folder, 900));
		watch.watch(getSet(other, 900));
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
			asked.map(({ set }) => set.includes('synced-abc')),
			[true, false],
		);
	});

	it('aborts a comparison when an update starts, and restarts it afterwards', async () => {
		const { watch, asked, state, pass, settled, watermarks, end } = await stage();
		watch.watch(getSet(folder, 900));
		await pass();
		state.busy = true;
		watch.makeWay();
		await settled();
		assert.equal(asked[0]?.signal.aborted, true);
		assert.equal(watermarks.newsOf(folder), undefined);
		state.busy = false;
		watch.watch(getSet(folder, 950));
		await pass();
		assert.equal(asked.length, 2);
		await end();
		assert.equal(watermarks.newsOf(folder)?.appeared, 3);
	});

	it('aborts a comparison when the user reviews or deletes the synced set', async () => {
		const { watch, asked, watermarks, pass, settled, faults } = await stage();
		watch.watch(getSet(folder, 900));
		await pass();
		await watermarks.advance(getSet(folder, 900), getSet(folder, 900).facts);
		await settled();
		assert.equal(asked[0]?.signal.aborted, true);
		assert.equal(watermarks.newsOf(folder), undefined);
		watch.watch(getSet(other, 900));
		await watermarks.forget(other);
		await pass();
		assert.equal(asked.length, 1);
		assert.deepEqual(faults, []);
	});

	it('logs internal errors and continues with the next comparison', async () => {
		const { watch, asked, pass, settled, faults } = await stage();
		watch.watch(getSet(folder, 900));
		await pass();
		asked[0]?.end.reject(new AppError({ kind: 'unreadable', fault: 'missing', path: 'x', code: '' }));
		await settled();
		assert.equal(faults.length, 1);
		watch.watch(getSet(folder, 900));
		await pass();
		assert.equal(asked.length, 2);
	});

	it('stops comparing synced sets when the window closes', async () => {
		const { watch, asked, pass, timers } = await stage();
		watch.watch(getSet(folder, 900));
		await pass();
		watch.dispose();
		assert.equal(asked[0]?.signal.aborted, true);
		watch.watch(getSet(other, 900));
		assert.equal(timers.size, 0);
	});
});

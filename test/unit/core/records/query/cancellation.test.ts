import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isCancellation } from '../../../../../src/core/common/errors';
import { Scheduler } from '../../../../../src/core/common/scheduler';
import { SharedCache } from '../../../../../src/core/records/query/execution/sharedCache';
import { asking, textTable, wholeFile } from './support/querying';

const rows = Array.from({ length: 5000 }, (_, index) => [`text ${index}`]);

describe('canceled queries', () => {
	it('stops reading when a query is canceled and then executes the next query', async () => {
		const table = textTable('raw', rows);
		const ask = asking(table);
		const controller = new AbortController();
		const view = { filters: [{ kind: 'contains', column: 0, text: '4999' } as const], sort: [] };
		const page = { view, start: 0, end: 9, columns: [0], cellLength: 99 };
		const asked = ask.page(page, { signal: controller.signal });
		await nextTurn();
		controller.abort();
		await assert.rejects(asked, isCancellation);
		assert.equal((await ask.page(page)).count, 1);
		assert.equal(table.passes, 2);
	});

	it('continues work shared by several queries if one of them is canceled', async () => {
		const table = textTable('raw', rows);
		const ask = asking(table);
		const controller = new AbortController();
		const view = { filters: [], sort: [{ column: 0, descending: true }] };
		const page = { view, start: 0, end: 1, columns: [0], cellLength: 99 };
		const first = ask.page(page, { signal: controller.signal });
		const second = ask.page(page);
		await nextTurn();
		controller.abort();
		await assert.rejects(first, isCancellation);
		assert.equal((await second).rows[0]?.cells[0], 'text 999');
		assert.equal(table.passes, 1);
	});

	it('does not start a query whose signal is already aborted', async () => {
		const table = textTable('raw', rows);
		const signal = AbortSignal.abort();
		const ask = asking(table);
		await assert.rejects(ask.topValues({ view: wholeFile, column: 0, limit: 1 }, { signal }), isCancellation);
		assert.equal(table.passes, 0);
	});
});

describe('cancellation of each kind of query', () => {
	const records = Array.from({ length: 20_000 }, (_, index) => [`text ${index}`, `${index % 7}`]);
	const sorted = { filters: [], sort: [{ column: 0, descending: true }] };
	const group = { key: { kind: 'column', column: 0 }, trendParts: 0 } as const;
	const groups = { ...group, view: wholeFile, order: 'value', descending: false, start: 0, end: 9 } as const;
	const all = { view: sorted, columns: [0], format: 'csv', spreadsheetSafe: true, header: true } as const;
	type Ask = ReturnType<typeof asking>;
	const questions: Readonly<Record<string, (ask: Ask, options: { signal: AbortSignal }) => Promise<unknown>>> = {
		page: (ask, options) => ask.page({ view: sorted, start: 0, end: 9, columns: [0], cellLength: 9 }, options),
		positionOf: (ask, options) => ask.positionOf({ view: sorted, number: 1 }, options),
		groups: (ask, options) => ask.groups(groups, options),
		group: (ask, options) => ask.group({ ...group, view: wholeFile, value: 'text 1' }, options),
		topValues: (ask, options) => ask.topValues({ view: wholeFile, column: 0, limit: 9 }, options),
		totals: (ask, options) => ask.totals({ view: sorted, positions: [{ from: 0, to: 20_000 }], column: 0 }, options),
		find: (ask, options) => ask.find({ view: sorted, text: 'nowhere', from: 0, backwards: false }, options),
		copy: (ask, options) => ask.copy({ what: all, limit: 1e9 }, options),
	};

	for (const [name, question] of Object.entries(questions)) {
		it(`stops a query when it is canceled: ${name}`, async () => {
			const table = textTable('raw', records);
			const controller = new AbortController();
			const asked = assert.rejects(question(asking(table), { signal: controller.signal }), isCancellation);
			await nextTurn();
			controller.abort();
			await asked;
			assert.ok(table.passes < 2);
		});
	}
});

describe('Scheduler', () => {
	it('Scheduler stops a computation that exceeds its time limit', async () => {
		let now = 0;
		let told = 0;
		function* steps(): Generator<void, string, boolean> {
			for (let step = 0; step < 10; step++) {
				now += 30;
				if (yield) {
					told++;
					return 'what there is';
				}
			}
			return 'all';
		}
		const scheduler = new Scheduler(new AbortController().signal, () => now);
		assert.deepEqual(await scheduler.run(steps(), 100), { result: 'what there is', cutShort: true });
		assert.deepEqual([told, now], [1, 120]);
		assert.deepEqual(await scheduler.run(steps(), 1000), { result: 'all', cutShort: false });
	});

	it('yields to other tasks during a long computation and stops when canceled', async () => {
		const controller = new AbortController();
		let turns = 0;
		const others = setInterval(() => {
			turns++;
			if (turns === 3) {
				controller.abort();
			}
		}, 1);
		const spin = () => {
			for (const end = performance.now() + 3; performance.now() < end; );
		};
		await assert.rejects(new Scheduler(controller.signal).forEachBatch(1e9, spin), isCancellation);
		clearInterval(others);
		assert.equal(turns, 3);
	});

	it('Scheduler processes every part of a range exactly once', async () => {
		const parts: number[] = [];
		await new Scheduler(new AbortController().signal).forEachBatch(10, (from, to) => parts.push(from, to), 4);
		assert.deepEqual(parts, [0, 4, 4, 8, 8, 10]);
	});
});

describe('shared cache', () => {
	const { signal } = new AbortController();

	it('evicts the least recently used results when the cache is full', async () => {
		const cache = new SharedCache<string>(6, (value) => value.length);
		let made = 0;
		const get = (key: string) => cache.get(key, async () => `${key}${made++ % 10}`, signal);
		await get('a');
		await get('b');
		await get('c');
		await get('a');
		await get('d');
		assert.deepEqual(
			[cache.peek('a'), cache.peek('b'), cache.peek('c'), cache.peek('d')],
			['a0', undefined, 'c2', 'd3'],
		);
	});

	it('caches the latest result regardless of its size and never caches failures', async () => {
		const cache = new SharedCache<string>(1, (value) => value.length);
		await assert.rejects(
			cache.get('a', () => Promise.reject(new Error('once')), signal),
			/once/,
		);
		assert.equal(await cache.get('a', async () => 'large', signal), 'large');
		assert.equal(cache.peek('a'), 'large');
	});

	it('aborts a cached computation when its last caller cancels, and restarts it for the next caller', async () => {
		const cache = new SharedCache<number>(9, () => 1);
		const stopped: boolean[] = [];
		const make = (result: number) => async (signal: AbortSignal) => {
			await nextTurn();
			await nextTurn();
			stopped.push(signal.aborted);
			return result;
		};
		const controller = new AbortController();
		const first = cache.get('key', make(1), controller.signal);
		controller.abort();
		await assert.rejects(first, isCancellation);
		assert.equal(await cache.get('key', make(2), signal), 2);
		assert.deepEqual(stopped, [true, false]);
		assert.equal(cache.peek('key'), 2);
	});
});

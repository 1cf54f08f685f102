import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isCancellation } from '../../../../../src/core/errors';
import { Pace } from '../../../../../src/core/records/query/pace';
import { SharedCache } from '../../../../../src/core/records/query/sharedCache';
import { asking, textTable, wholeFile } from './support/asking';

const rows = Array.from({ length: 5000 }, (_, index) => [`text ${index}`]);

describe('A cancelled query', () => {
	it('reads no further, and leaves the next one to be answered', async () => {
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

	it('does not take the work from others who wait for it', async () => {
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

	it('was never begun when its signal was aborted before', async () => {
		const table = textTable('raw', rows);
		const signal = AbortSignal.abort();
		const ask = asking(table);
		await assert.rejects(ask.topValues({ view: wholeFile, column: 0, limit: 1 }, { signal }), isCancellation);
		assert.equal(table.passes, 0);
	});
});

describe('Pace', () => {
	it('lets others have their turn during a long computation, and ends with its cancellation', async () => {
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
		await assert.rejects(new Pace(controller.signal).walk(1e9, spin), isCancellation);
		clearInterval(others);
		assert.equal(turns, 3);
	});

	it('covers every part once', async () => {
		const parts: number[] = [];
		await new Pace(new AbortController().signal).walk(10, (from, to) => parts.push(from, to), 4);
		assert.deepEqual(parts, [0, 4, 4, 8, 8, 10]);
	});
});

describe('The shared cache', () => {
	const { signal } = new AbortController();

	it('keeps the results used last, as many as fit', async () => {
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

	it('keeps the latest however large, and nothing of a failure', async () => {
		const cache = new SharedCache<string>(1, (value) => value.length);
		await assert.rejects(
			cache.get('a', () => Promise.reject(new Error('once')), signal),
			/once/,
		);
		assert.equal(await cache.get('a', async () => 'large', signal), 'large');
		assert.equal(cache.peek('a'), 'large');
	});

	it('stops the making when nobody waits any more, and makes anew for who comes then', async () => {
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

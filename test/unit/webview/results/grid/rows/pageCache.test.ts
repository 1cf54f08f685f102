import assert from 'node:assert/strict';
import { PageCache } from '../../../../../../src/webview/results/grid/rows/pageCache';

describe('page cache', () => {
	const page = (length: number) => ({
		rows: [{ number: 0, cells: ['x'.repeat(length)], broken: false }],
		cellOf: new Map([[0, 0]]),
	});

	it('limits the total text length of cached pages', () => {
		const cache = new PageCache();
		for (let index = 0; index < 10; index++) {
			cache.set(index, page(1_000_000));
		}
		assert.deepEqual(
			Array.from({ length: 10 }, (_, index) => cache.has(index)),
			[false, false, false, false, false, false, true, true, true, true],
		);
	});

	it('keeps the newest page in the cache regardless of its length', () => {
		const cache = new PageCache();
		cache.set(1, page(10));
		cache.set(2, page(20_000_000));
		assert.equal(cache.has(1), false);
		assert.equal(cache.has(2), true);
		cache.set(3, page(10));
		assert.equal(cache.has(2), false);
		assert.equal(cache.has(3), true);
	});

	it('limits the number of cached pages even if the pages contain little text', () => {
		const cache = new PageCache();
		for (let index = 0; index < 101; index++) {
			cache.set(index, page(1));
		}
		assert.deepEqual([cache.has(0), cache.has(1), cache.size], [false, true, 100]);
	});

	it('counts the size of a page only once when the page is cached repeatedly', () => {
		const cache = new PageCache();
		cache.set(0, page(10));
		for (let round = 0; round < 100; round++) {
			cache.set(1, page(1_000_000));
		}
		assert.equal(cache.has(0), true);
	});
});

import assert from 'node:assert/strict';
import { RecentCache } from '../../../src/shared/recentCache';

describe('LRU cache', () => {
	it('evicts the least recently used cache entry', () => {
		const cache = new RecentCache<string, number>(2);
		cache.set('a', 1);
		cache.set('b', 2);
		cache.get('a');
		cache.set('c', 3);
		assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [1, undefined, 3]);
	});

	it('limits the total weight of cache entries, but keeps the newest entry regardless of its weight', () => {
		const cache = new RecentCache<string, number>(10, { weightOf: (weight) => weight });
		cache.set('a', 4);
		cache.set('b', 5);
		cache.set('a', 6);
		assert.deepEqual([cache.get('a'), cache.get('b'), cache.size], [6, undefined, 1]);
		cache.set('c', 11);
		assert.deepEqual([cache.has('a'), cache.get('c')], [false, 11]);
		cache.set('d', 1);
		assert.deepEqual([cache.has('c'), cache.get('d')], [false, 1]);
	});

	it('does not mark a cache entry as recently used when the entry is only inspected', () => {
		const cache = new RecentCache<string, number>(2);
		cache.set('a', 1);
		cache.set('b', 2);
		cache.has('a');
		cache.set('c', 3);
		assert.deepEqual([cache.has('a'), cache.has('b')], [false, true]);
	});

	it('reports evicted cache entries but not replaced entries', () => {
		const dropped: number[] = [];
		const cache = new RecentCache<string, number>(2, { onEvict: (value) => dropped.push(value) });
		cache.set('a', 1);
		cache.set('a', 2);
		cache.set('b', 3);
		cache.set('c', 4);
		cache.delete('b');
		cache.delete('b');
		cache.clear();
		assert.deepEqual([dropped, cache.size], [[2, 3, 4], 0]);
	});
});

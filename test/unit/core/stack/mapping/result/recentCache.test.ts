import assert from 'node:assert/strict';
import { RecentCache } from '../../../../../../src/core/stack/mapping/result/recentCache';

describe('The cache of what was used last', () => {
	it('drops what was not used for longest', () => {
		const cache = new RecentCache<string, number>(2);
		cache.set('a', 1);
		cache.set('b', 2);
		cache.get('a');
		cache.set('c', 3);
		assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [1, undefined, 3]);
	});

	it('goes by weight, and keeps nothing that is heavier than all of it', () => {
		const cache = new RecentCache<string, number>(10, (weight) => weight);
		cache.set('a', 4);
		cache.set('b', 5);
		cache.set('c', 11);
		assert.equal(cache.size, 2);
		cache.set('a', 6);
		assert.deepEqual([cache.get('a'), cache.get('b'), cache.size], [6, undefined, 1]);
	});
});

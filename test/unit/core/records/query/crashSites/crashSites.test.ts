import assert from 'node:assert/strict';
import { isProblem } from '../../../../../../src/core/common/errors';
import { frame, javaTrace, sitesAsk } from './support/sitesAsk';

describe('Crash sites', () => {
	it('are the frames of own code in a file, with the versions that have them', async () => {
		const deep = javaTrace(
			'a.E: x',
			frame('Cart', 'sum', 12),
			frame('Shop', 'open', 3),
			'java.lang.Thread.run(Thread.java:5)',
		);
		const { shown, ask } = sitesAsk([
			{ error: deep, version: '1.0' },
			{ error: deep, version: '1.1' },
			{ error: deep, version: '1.0' },
			{ error: javaTrace('a.E: y', frame('Shop', 'open', 3)), version: '1.1' },
		]);
		assert.deepEqual(await shown('cart.KT'), ['Cart.sum:12 1.0 2/2, 1.1 1/1']);
		assert.deepEqual(await shown('Shop.kt'), ['Shop.open:3 1.0 2/0, 1.1 2/1']);
		assert.deepEqual(await shown('Thread.java'), []);
		const { sites, left, minified } = await ask.crashSites({ names: ['Shop.kt', 'Cart.kt', 'Cart.kt'] });
		assert.deepEqual([sites.length, left, minified], [2, 0, 0]);
	});

	it('are none where a workspace does not declare what sounds like a library', async () => {
		const rows = [{ error: javaTrace('a.E: x', 'com.google.shop.Bag.add(Bag.kt:2)', frame('Shop', 'open', 3)) }];
		assert.deepEqual(await sitesAsk(rows).shown('Bag.kt'), []);
		assert.deepEqual(await sitesAsk(rows, { own: ['package com.google.shop'] }).shown('Bag.kt'), ['Bag.add:2  1/1']);
	});

	it('are asked about again once anything else is known', async () => {
		const { ask, become } = sitesAsk([{ error: javaTrace('a.E: x', frame('Cart', 'sum', 12)) }]);
		const { generation, sites } = await ask.crashSites({ names: ['Cart.kt'] });
		const [
			{
				id,
				versions: [{ code } = { code: -1 }],
			} = { id: -1, versions: [] },
		] = sites;
		const question = { generation, sets: [{ of: [{ site: id, version: code }], threw: true }], maxGroups: 5 };
		assert.equal((await ask.countSites(question))?.[0]?.records, 1);
		assert.equal((await ask.crashSites({ names: [] })).generation, generation);
		become(['package com.google.shop']);
		assert.equal(await ask.countSites(question), undefined);
		assert.notEqual((await ask.crashSites({ names: [] })).generation, generation);
	});

	it('are no more looked for once nobody asks', async () => {
		const { aborted } = sitesAsk([{ error: javaTrace('a.E: x', frame('Cart', 'sum', 12)) }]);
		await assert.rejects(aborted(), (error) => isProblem(error, 'cancelled'));
	});
});

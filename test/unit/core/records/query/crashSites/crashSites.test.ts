import assert from 'node:assert/strict';
import { isProblem } from '../../../../../../src/core/common/errors';
import { mapHash } from '../../../../../support/sampleFrames/android';
import { foundFor, release } from '../support/minified';
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

	it('of a recursion count once, and are 32 of one trace at most', async () => {
		const again = Array.from({ length: 90 }, () => frame('Cart', 'sum', 12));
		assert.deepEqual(await sitesAsk([{ error: javaTrace('a.E: x', ...again) }]).shown('Cart.kt'), ['Cart.sum:12  1/1']);
		const deep = Array.from({ length: 90 }, (_, line) => frame('Cart', 'sum', line + 1));
		const found = await sitesAsk([{ error: javaTrace('a.E: x', ...deep) }]).shown('Cart.kt');
		assert.equal(found.length, 32);
		assert.ok(found.includes('Cart.sum:1  1/1') && found.includes('Cart.sum:32  1/0'));
	});

	it('threw where the innermost cause did, and only where that names a file', async () => {
		const caused = javaTrace(
			'a.E: x',
			frame('Shop', 'open', 3),
			'Caused by: a.F: y',
			'java.util.List.get(List.java:1)',
			frame('Cart', 'sum', 12),
			'... 1 more',
		);
		const { shown } = sitesAsk([{ error: caused }]);
		assert.deepEqual(
			[...(await shown('Cart.kt')), ...(await shown('Shop.kt'))],
			['Cart.sum:12  1/1', 'Shop.open:3  1/0'],
		);
		const nameless = javaTrace('a.E: x', 'com.example.Bag.add(Native Method)', frame('Cart', 'sum', 12));
		assert.deepEqual(await sitesAsk([{ error: nameless }]).shown('Cart.kt'), ['Cart.sum:12  1/0']);
	});

	it('are none of what was suppressed', async () => {
		const suppressed = javaTrace('a.E: x', frame('Cart', 'sum', 12), 'java.lang.Thread.run(Thread.java:5)');
		const text = `${suppressed}\n\tSuppressed: a.G: z\n\t\tat ${frame('Bag', 'close', 4)}`;
		const { shown } = sitesAsk([{ error: text }]);
		assert.deepEqual([...(await shown('Cart.kt')), ...(await shown('Bag.kt'))], ['Cart.sum:12  1/1']);
	});

	it('are those of the column that gives the group, once', async () => {
		const trace = javaTrace('a.E: x', frame('Cart', 'sum', 12));
		const json = JSON.stringify({ stack: javaTrace('a.F: x', frame('Shop', 'open', 3)) });
		for (const store of ['raw', 'dictionary'] as const) {
			const { shown } = sitesAsk([{ error: trace, json }, { error: 'words', json }, { json }], { store });
			assert.deepEqual(await shown('Cart.kt'), ['Cart.sum:12  1/1']);
			assert.deepEqual(await shown('Shop.kt'), ['Shop.open:3  2/2']);
		}
	});

	it('tell versions with most records first', async () => {
		const error = javaTrace('a.E: x', frame('Cart', 'sum', 12));
		const rows = ['1', '', '2', '2', '', '2'].map((version) => ({ error, version }));
		assert.deepEqual(await sitesAsk(rows).shown('Cart.kt'), ['Cart.sum:12 2 3/3,  2/2, 1 1/1']);
	});

	it('are none of minified traces without a mapping, which are counted', async () => {
		const minified = javaTrace('java.lang.NullPointerException: x', `f3.c.d(r8-map-id-${mapHash}:3)`);
		const script = 'TypeError: no name\n    at J (index.android.bundle:1:1581)';
		const rows = [minified, script, javaTrace('a.E: x', frame('Cart', 'sum', 12))].map((error) => ({
			error,
			version: '2.4.1',
		}));
		const { ask, use, shown } = sitesAsk(rows);
		const before = await ask.crashSites({ names: ['ProductAdapter.java', 'index.android.bundle'] });
		assert.deepEqual([before.minified, before.sites.length], [2, 0]);
		use([foundFor('2.4.1', release, 'r8')]);
		const { minified: left, generation } = await ask.crashSites({ names: [] });
		assert.deepEqual([left, generation === before.generation], [1, false]);
		assert.deepEqual(await shown('ProductAdapter.java'), ['ProductAdapter.onBindViewHolder:28 2.4.1 1/1']);
	});

	it('come with the trace around them, as it is shown', async () => {
		const frames = Array.from({ length: 500 }, (_, line) => `com.google.a.B.go(B.java:${line + 1})`);
		const { ask } = sitesAsk([{ error: javaTrace('a.E: x', ...frames, frame('Cart', 'sum', 12)) }]);
		const [site] = (await ask.crashSites({ names: ['Cart.kt'] })).sites;
		const { frame: found, trace } = site?.question ?? {};
		assert.equal(found?.line, 501);
		const lines = trace?.sections.flatMap((section) => section.lines) ?? [];
		assert.ok(lines.length <= 64 && lines.some(({ line }) => line === 501) && lines.some(({ line }) => line === 500));
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

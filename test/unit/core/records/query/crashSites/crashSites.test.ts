import assert from 'node:assert/strict';
import { isProblem } from '../../../../../../src/core/common/errors';
import { mapHash, minifiedFrames } from '../../../../../support/sampleFrames/android';
import { foundFor, release } from '../support/minified';
import { askingSites, frame, getTable, javaTrace, shownSites, sitesAsk } from './support/querySites';

describe('crash sites', () => {
	it('returns the app frames in a file as crash sites with the app versions that contain them', async () => {
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
		const one = await ask.crashSites({ names: ['Shop.kt', 'Cart.kt'], most: 1 });
		assert.deepEqual([one.sites.map(({ question }) => question.frame.file), one.left], [['Shop.kt'], 1]);
	});

	it('treats frames in a library package as crash sites only if the workspace declares the package', async () => {
		const rows = [{ error: javaTrace('a.E: x', 'com.google.shop.Bag.add(Bag.kt:2)', frame('Shop', 'open', 3)) }];
		assert.deepEqual(await sitesAsk(rows).shown('Bag.kt'), []);
		assert.deepEqual(await sitesAsk(rows, { own: ['package com.google.shop'] }).shown('Bag.kt'), ['Bag.add:2  1/1']);
	});

	it('counts recursive frames once and finds at most 32 crash sites per stack trace', async () => {
		const again = Array.from({ length: 90 }, () => frame('Cart', 'sum', 12));
		assert.deepEqual(await sitesAsk([{ error: javaTrace('a.E: x', ...again) }]).shown('Cart.kt'), ['Cart.sum:12  1/1']);
		const deep = Array.from({ length: 90 }, (_, line) => frame('Cart', 'sum', line + 1));
		const found = await sitesAsk([{ error: javaTrace('a.E: x', ...deep) }]).shown('Cart.kt');
		assert.equal(found.length, 32);
		assert.ok(found.includes('Cart.sum:1  1/1') && found.includes('Cart.sum:32  1/0'));
	});

	it('marks the frame of the innermost cause as the throwing frame only if it names a file', async () => {
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

	it('ignores suppressed exceptions when it finds crash sites', async () => {
		const suppressed = javaTrace('a.E: x', frame('Cart', 'sum', 12), 'java.lang.Thread.run(Thread.java:5)');
		const text = `${suppressed}\n\tSuppressed: a.G: z\n\t\tat ${frame('Bag', 'close', 4)}`;
		const { shown } = sitesAsk([{ error: text }]);
		assert.deepEqual([...(await shown('Cart.kt')), ...(await shown('Bag.kt'))], ['Cart.sum:12  1/1']);
	});

	it('finds crash sites in the column that determines the group and counts each record once', async () => {
		const trace = javaTrace('a.E: x', frame('Cart', 'sum', 12));
		const json = JSON.stringify({ stack: javaTrace('a.F: x', frame('Shop', 'open', 3)) });
		for (const store of ['raw', 'dictionary'] as const) {
			const { shown } = sitesAsk([{ error: trace, json }, { error: 'words', json }, { json }], { store });
			assert.deepEqual(await shown('Cart.kt'), ['Cart.sum:12  1/1']);
			assert.deepEqual(await shown('Shop.kt'), ['Shop.open:3  2/2']);
		}
	});

	it("sorts a crash site's app versions by their number of records, in descending order", async () => {
		const error = javaTrace('a.E: x', frame('Cart', 'sum', 12));
		const rows = ['1', '', '2', '2', '', '2'].map((version) => ({ error, version }));
		assert.deepEqual(await sitesAsk(rows).shown('Cart.kt'), ['Cart.sum:12 2 3/3,  2/2, 1 1/1']);
	});

	it('returns the build number of an app version if all of its records have the same build number', async () => {
		const error = javaTrace('a.E: x', frame('Cart', 'sum', 12));
		const rows = [
			['1', '41'],
			['1', ''],
			['1', '41'],
			['2', '42'],
			['2', '43'],
			['2', '42'],
			['3', 'release'],
			['', '44'],
		].map(([version = '', build = '']) => ({ error, version, build }));
		const builds = async (some: typeof rows) =>
			(await sitesAsk(some).ask.crashSites({ names: ['Cart.kt'] })).sites[0]?.versions
				.map(({ name, build }) => [name, build])
				.sort();
		assert.deepEqual(await builds(rows), [
			['', undefined],
			['1', '41'],
			['2', undefined],
			['3', undefined],
		]);
	});

	it('finds no crash sites in minified traces without a mapping but counts these traces', async () => {
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

	it('returns one crash site per inlined frame and marks the innermost one as the throwing frame', async () => {
		const { symbol, position } = minifiedFrames.sumFails;
		const minified = javaTrace('java.lang.IllegalStateException: x', `${symbol}(r8-map-id-${mapHash}:${position})`);
		const { use, shown } = sitesAsk([
			{ error: minified, version: '2.4.1' },
			{ error: minified, version: '2.4.1' },
		]);
		assert.deepEqual(await shown('CartTotals.kt'), []);
		use([foundFor('2.4.1', release, 'r8')]);
		assert.deepEqual(await shown('CartTotals.kt'), ['CartTotals.sum:17 2.4.1 2/2']);
		assert.deepEqual(await shown('CheckoutActivity.kt'), ['CheckoutActivity.onCreate:42 2.4.1 2/0']);
	});

	it('does not mark the frames of a second inner exception as throwing frames', async () => {
		const error = [
			'System.AggregateException: One or more errors occurred. (disk full) (no network)',
			' ---> System.IO.IOException: disk full',
			'   at Acme.Backup.Write() in C:\\src\\Backup.cs:line 20',
			'   --- End of inner exception stack trace ---',
			'   at Acme.Window.OnClick(Object sender) in C:\\src\\Window.cs:line 7',
			' ---> (Inner Exception #1) System.Net.WebException: no network',
			'   at Acme.Net.Read() in C:\\src\\Net.cs:line 3<---',
		].join('\n');
		const { shown } = sitesAsk([{ error }]);
		assert.deepEqual(await shown('Backup.cs'), ['Backup.Write:20  1/1']);
		assert.deepEqual(await shown('Window.cs'), ['Window.OnClick:7  1/0']);
		assert.deepEqual(await shown('Net.cs'), ['Net.Read:3  1/0']);
	});

	it('finds crash sites in all crashed threads, but not in other threads', async () => {
		const error = [
			'Thread 0 Crashed:',
			'0   Shop 0x0000000102a3b5c8 Cart.fails() + 1 (Cart.swift:3)',
			'',
			'Thread 1:',
			'0   Shop 0x0000000102a3b5c8 Queue.waits() + 1 (Queue.swift:2)',
			'',
			'Thread 2 Crashed:',
			'0   Shop 0x0000000102a3b5c8 Bag.fails() + 1 (Bag.swift:5)',
		].join('\n');
		const { shown } = sitesAsk([{ error }]);
		assert.deepEqual(await shown('Cart.swift'), ['Cart.fails():3  1/1']);
		assert.deepEqual(await shown('Bag.swift'), ['Bag.fails():5  1/0']);
		assert.deepEqual(await shown('Queue.swift'), []);
	});

	it('returns the 2,000 crash sites with the most records and the number of omitted crash sites', async () => {
		const error = (line: number) => javaTrace('a.E: x', frame('Cart', 'sum', line));
		const rows = Array.from({ length: 2_100 }, (_, nth) => ({ error: error(nth + 1), version: '1' }));
		rows.push({ error: error(2_100), version: '1' }, { error: error(2_099), version: '2' });
		const { ask } = sitesAsk(rows);
		const { sites, left } = await ask.crashSites({ names: ['Cart.kt'] });
		assert.deepEqual([sites.length, left], [2_000, 100]);
		const [first, second] = sites.map(({ question }) => question.frame.line1 ?? 0);
		assert.deepEqual([first, second].sort(), [2_099, 2_100]);
		assert.equal(new Set(sites.map(({ question }) => question.frame.line1)).size, 2_000);
	});

	it('updates crash sites when records are added', async () => {
		const rows = [{ error: javaTrace('a.E: x', frame('Cart', 'sum', 12)), version: '1' }];
		let now = getTable(rows);
		const growing = new Proxy(now, { get: (_of, key) => Reflect.get(now, key, now) });
		const { ask } = askingSites(growing);
		assert.deepEqual(await shownSites(ask, 'Cart.kt'), ['Cart.sum:12 1 1/1']);
		const { sites, generation } = await ask.crashSites({ names: ['Cart.kt'] });
		const of = sites.flatMap(({ id, versions }) => versions.map(({ code }) => ({ site: id, version: code })));
		const question = { generation, sets: [{ of, threw: true }], maxGroups: 5 };
		assert.equal((await ask.countSites(question))?.[0]?.records, 1);
		now = getTable([...rows, { error: javaTrace('a.E: x', frame('Bag', 'go', 2), frame('Cart', 'sum', 12)) }, ...rows]);
		assert.equal(await ask.countSites(question), undefined);
		assert.deepEqual(await shownSites(ask, 'Cart.kt'), ['Cart.sum:12 1 2/2,  1/0']);
		assert.deepEqual(await shownSites(ask, 'Bag.kt'), ['Bag.go:2  1/1']);
		assert.notEqual((await ask.crashSites({ names: [] })).generation, generation);
	});

	it('returns the stack frames around a crash site as they are displayed', async () => {
		const frames = Array.from({ length: 500 }, (_, line) => `com.google.a.B.go(B.java:${line + 1})`);
		const { ask } = sitesAsk([{ error: javaTrace('a.E: x', ...frames, frame('Cart', 'sum', 12)) }]);
		const [site] = (await ask.crashSites({ names: ['Cart.kt'] })).sites;
		const { frame: found, trace } = site?.question ?? {};
		assert.equal(found?.line, 501);
		const lines = trace?.sections.flatMap((section) => section.lines) ?? [];
		assert.ok(lines.length <= 64 && lines.some(({ line }) => line === 501) && lines.some(({ line }) => line === 500));
	});

	it('rejects a query for crash sites that were found before the declared packages changed', async () => {
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

	it('stops searching for crash sites when the query is aborted', async () => {
		const { aborted } = sitesAsk([{ error: javaTrace('a.E: x', frame('Cart', 'sum', 12)) }]);
		await assert.rejects(aborted(), (error) => isProblem(error, 'cancelled'));
	});
});

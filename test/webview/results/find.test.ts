import assert from 'node:assert/strict';
import { type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

describe('find in the results view', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;
	beforeEach(async () => {
		view = await browser.open({
			width: 2_600,
			values: { city: 'Needle', error: 'java.lang.Error: needle\n\tat a.B.c(D.kt:1)' },
		});
		await view.drawn();
	});
	const status = () => view.page.locator('.search').getByRole('status');
	const seek = async (text: string, says: string | RegExp) => {
		await view.page.getByRole('textbox', { name: 'Search all fields' }).fill(text);
		await status().filter({ hasText: says }).waitFor();
		await view.settled();
	};
	const marked = (name: 'cell-hits' | 'record-hits') =>
		view.page.evaluate(
			(highlight) =>
				[...(CSS.highlights.get(highlight) ?? [])].flatMap((range) => {
					const { startContainer: start, startOffset, endOffset } = range;
					return start.isConnected ? [start.textContent?.slice(startOffset, endOffset) ?? ''] : [];
				}),
			name,
		);
	const hide = async (column: string) => {
		await view.page.getByRole('columnheader', { name: new RegExp(`^${column}`) }).click({ button: 'right' });
		await view.page.getByRole('menuitem', { name: 'Hide', exact: true }).click();
	};

	it('highlights matches in cells and in the record until the search is cleared', async () => {
		const { page } = view;
		await seek('NEEDLE', '1 of 1');
		assert.deepEqual((await marked('cell-hits')).toSorted(), ['Needle', 'needle']);
		assert.deepEqual((await marked('record-hits')).toSorted(), ['Needle', 'needle']);
		await seek('exception', /^1 of/);
		const seen = await marked('cell-hits');
		assert.ok(seen.length > 10, String(seen.length));
		assert.deepEqual([...new Set(seen)], ['Exception']);
		await page.getByRole('textbox', { name: 'Search all fields' }).press('Escape');
		await view.settled();
		assert.deepEqual([await marked('cell-hits'), await marked('record-hits')], [[], []]);
	});

	it('highlights matches as they scroll into view, and removes highlights out of view', async () => {
		const { page } = view;
		await seek('exception', /^1 of/);
		const rows = () => page.locator('.grid-row').count();
		await page.locator('.grid-scroller').evaluate((scroller) => scroller.scrollTo(0, 20_000));
		await view.settled();
		await page.waitForFunction(() => !document.querySelector('.grid-row[aria-busy=true]'));
		const seen = await marked('cell-hits');
		const cells = await page
			.locator('.grid-cell')
			.evaluateAll((all) => all.map(({ textContent }) => textContent.match(/exception/gi)?.length ?? 0));
		assert.equal(
			seen.length,
			cells.reduce((sum, hits) => sum + hits, 0),
			`in ${await rows()} rows`,
		);
	});

	it('scrolls to a visible column that contains the search text', async () => {
		await hide('city');
		await seek('needle', /^1 of 1$/);
		assert.match((await view.page.locator('.grid-cell.active').textContent()) ?? '', /^java.lang.Error: needle/);
		assert.equal(await view.page.getByRole('columnheader', { name: /^city/ }).count(), 0);
	});

	it('reports which hidden column contains the search text, and keeps the column hidden', async () => {
		await hide('city');
		await hide('error_name');
		await seek('porto', /^1 of \d+ · in hidden column city$/);
		assert.equal(await view.page.getByRole('columnheader', { name: /^city/ }).count(), 0);
		assert.ok((await marked('record-hits')).includes('Porto'));
		await view.assertAccessible();
	});

	it('highlights matches in the displayed form of a trace and in the original text of its cell', async () => {
		const written = 'a.b.c: boom\n\tat a.b.d.e(SourceFile:7)';
		const shown = 'a.Lost: boom\n\tat com.example.shop.Zebra.sum(CartTotals.kt:17)';
		view = await browser.open({
			width: 2_600,
			values: { error: written },
			traces: { deobfuscated: { [written]: shown } },
		});
		await view.drawn();
		await view.page.locator('.frame-link').first().waitFor();
		await seek('zebra.SUM', '1 of 1');
		assert.deepEqual([await marked('cell-hits'), await marked('record-hits')], [[], ['Zebra.sum']]);
		await seek('a.b.c', '1 of 1');
		assert.deepEqual([await marked('cell-hits'), await marked('record-hits')], [['a.b.c'], []]);
		await view.page.getByRole('button', { name: 'Show Original' }).click();
		await view.page.locator('.trace').getByText('at a.b.d.e(SourceFile:7)').waitFor();
		await view.settled();
		assert.deepEqual(await marked('record-hits'), ['a.b.c']);
	});

	it('renders untrusted text with highlights as plain text', async () => {
		await seek('<img src=x onerror', '1 of 1');
		assert.equal(await view.page.evaluate(() => 'hacked' in window), false);
		assert.deepEqual(await marked('cell-hits'), ['<img src=x onerror']);
	});
});

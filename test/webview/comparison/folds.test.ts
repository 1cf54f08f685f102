import assert from 'node:assert/strict';
import type { ComparisonAsked, FoldName } from '../../../src/shared/protocols/comparisonProtocol';
import { type ComparisonPage, useComparisonBrowser } from '../../support/webview/comparisonPage';

interface AskedRows {
	readonly asked: ComparisonAsked;
	readonly fold: FoldName;
	readonly order: string;
	readonly start: number;
	readonly end: number;
}

const none = { new: 0, increased: 0, small: 0, decreased: 0, gone: 0, unchanged: 0, inconclusive: 0 };

describe('sections of a comparison', () => {
	const browser = useComparisonBrowser();
	let staged: ComparisonPage;

	const tree = () => staged.page.getByRole('tree');
	const active = () =>
		tree().evaluate((list) => {
			const item = document.getElementById(list.getAttribute('aria-activedescendant') ?? '');
			return item?.querySelector('.fold-name, .screen-reader')?.textContent ?? '';
		});
	const press = async (...keys: readonly string[]) => {
		for (const key of keys) {
			await staged.page.keyboard.press(key);
		}
		await staged.settled();
	};
	const askedRows = async () => (await staged.calls('rows')) as AskedRows[];

	it('lists the changed groups, and shows the number of groups in every section', async () => {
		staged = await browser.open({ height: 900 });
		await staged.drawn();
		const folds = await staged.page
			.locator('.fold')
			.evaluateAll((items) =>
				items.map((item) => [
					item.querySelector('.fold-name')?.textContent,
					item.querySelector('.fold-count')?.textContent,
					item.getAttribute('aria-expanded'),
				]),
			);
		assert.deepEqual(folds, [
			['New', '3', 'true'],
			['Increased', '5', 'true'],
			['Decreased', '2', 'true'],
			['Gone', '4', 'true'],
			['Unchanged', '40', 'false'],
			['Inconclusive', '120', 'false'],
		]);
		assert.equal(await staged.page.locator('.empty-folds').innerText(), 'No groups: Significant but small');
		await staged.fold('Inconclusive').getByText('14 not comparable · 106 with too few records').waitFor();
		assert.equal(await staged.page.locator('.compared').count(), 14);
	});

	it('shows the triage states of groups, including in their accessible names', async () => {
		const state = { state: 'regressed', label: 'Regressed', status: 'Regressed in 3.2 (4 records)' } as const;
		staged = await browser.open({ states: { new: state } });
		await staged.drawn();
		assert.deepEqual(await staged.page.locator('.compared .badge').allInnerTexts(), ['Regressed']);
		const row = staged.page.locator('.compared').first();
		assert.match(await row.locator('.screen-reader').innerText(), /\. Regressed$/);
		assert.match((await row.getAttribute('title')) ?? '', /\nRegressed in 3\.2 \(4 records\)$/);
		await staged.assertAccessible();
	});

	it('describes the change of each group, including in its accessible name', async () => {
		staged = await browser.open();
		await staged.drawn();
		const row = staged.page.locator('.compared').nth(3);
		await row.getByText('113 → 450 devices', { exact: true }).waitFor();
		await row.getByText('339 → 1,350 records').waitFor();
		const name = await row.locator('.screen-reader').innerText();
		assert.match(
			name,
			/^NullPointerException in ProductGallery\.layout\..* Devices: 113 before, 450 after\. Records: 339 before, 1,350 after\. ×8\. 12% of the devices with errors on the "after" side\. 113 → 450 devices in 14 days/,
		);
		assert.equal(await row.getAttribute('aria-level'), '2');
		assert.deepEqual([await row.getAttribute('aria-posinset'), await row.getAttribute('aria-setsize')], ['1', '5']);
	});

	it('shows the change as a factor and the share of devices, even in a narrow window', async () => {
		for (const width of [1280, 450]) {
			staged = await browser.open({ width, height: 900 });
			await staged.drawn();
			const row = (index: number) => staged.page.locator('.compared').nth(index);
			const texts = async (index: number) => [
				await row(index).locator('.compared-factor').innerText(),
				await row(index).locator('.compared-share').innerText(),
			];
			assert.deepEqual(await texts(3), ['×8', '12%']);
			assert.deepEqual(await texts(8), ['÷5', '2.3%']);
			assert.deepEqual(await texts(0), ['', '12%']);
			const cut = await staged.page
				.locator('.compared .number')
				.evaluateAll((cells) =>
					cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.outerHTML),
				);
			assert.deepEqual(cut, []);
			const right = await row(3)
				.locator('.compared-share')
				.evaluate((cell) => cell.getBoundingClientRect().right);
			assert.ok(right <= width, `${right} px at ${width} px`);
		}
	});

	it('draws the bars of a group in proportion to record rates, not record counts', async () => {
		staged = await browser.open();
		await staged.drawn();
		const widths = await staged.page
			.locator('.compared')
			.nth(3)
			.locator('.bar')
			.evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
		const [before = 0, after = 0] = widths;
		// 113 records in 14 days and 450 records in 6 days.
		assert.ok(Math.abs(after / before - (450 / 6) * (14 / 113)) < 1, `${before} and ${after}`);
	});

	it('navigates, collapses and expands sections with the keyboard', async () => {
		staged = await browser.open({ counts: { ...none, new: 2, gone: 2, unchanged: 1 } });
		await staged.drawn();
		await tree().focus();
		assert.equal(await active(), 'New');
		await press('ArrowDown');
		assert.match(await active(), /^IllegalStateException/);
		await press('ArrowLeft');
		assert.equal(await active(), 'New');
		await press('ArrowLeft');
		assert.equal(await staged.fold('New').getAttribute('aria-expanded'), 'false');
		assert.equal(await staged.page.locator('.compared').count(), 2);
		await press('ArrowRight');
		assert.equal(await staged.page.locator('.compared').count(), 4);
		await press('ArrowRight');
		assert.match(await active(), /^IllegalStateException/);
		await press('End');
		assert.equal(await active(), 'Unchanged');
		await press('Enter');
		assert.equal(await staged.fold('Unchanged').getAttribute('aria-expanded'), 'true');
		await press(' ');
		assert.equal(await staged.fold('Unchanged').getAttribute('aria-expanded'), 'false');
	});

	it('loads only the visible pages of 300,000 groups, and each page only once', async () => {
		staged = await browser.open({ counts: { ...none, new: 300_000, gone: 1 } });
		await staged.drawn();
		assert.deepEqual(
			(await askedRows()).map(({ fold, start, end }) => [fold, start, end]),
			[['new', 0, 100]],
		);
		await tree().focus();
		await press('End');
		assert.match(await active(), /^SQLiteFullException/);
		await press('ArrowLeft');
		assert.equal(await active(), 'Gone');
		assert.deepEqual(
			(await askedRows()).map(({ fold, start, end }) => [fold, start, end]),
			[
				['new', 0, 100],
				['new', 299_900, 300_000],
				['gone', 0, 1],
			],
		);
		await press('Home');
		assert.equal((await askedRows()).length, 3, 'loaded pages are not requested again');
		assert.ok((await staged.page.locator('.virtual-item').count()) < 60);
	});

	it('sorts the groups of a comparison in the selected order', async () => {
		staged = await browser.open();
		await staged.drawn();
		await staged.page.getByLabel('Sort by').selectOption('records (before)');
		await staged.settled();
		assert.equal((await askedRows()).at(-1)?.order, 'before');
		assert.equal((await staged.calls('compare')).length, 1, 'the verdicts are the same');
	});

	it('explains why the list of groups is empty, for example because nothing has changed', async () => {
		const words = async (options: Parameters<typeof browser.open>[0]) => {
			staged = await browser.open(options);
			await staged.drawn();
			return staged.page.locator('.list-words').innerText();
		};
		assert.equal(await words({ counts: { ...none, unchanged: 212 } }), '212 groups have no detectable change.');
		assert.equal(
			await words({ counts: { ...none, inconclusive: 9 } }),
			'The results for all 9 groups are inconclusive.',
		);
		assert.equal(await words({ empty: 'both' }), 'Neither side has any records.');
		assert.equal(
			await words({ empty: 'before', counts: { ...none, inconclusive: 3 } }),
			'The "before" side has no records, so there is nothing to compare with.',
		);
	});

	it('retries a failed comparison', async () => {
		for (const method of ['ready', 'compare', 'rows'] as const) {
			staged = await browser.open({ refused: { [method]: 'The engine stopped.' } });
			await staged.page.getByText('The engine stopped.').first().waitFor();
			await staged.page.getByRole('button', { name: 'Retry' }).click();
			await staged.page.locator('.compared:not(:has(> .dim:only-child))').first().waitFor();
			await staged.settled();
			assert.equal(await staged.page.getByRole('button', { name: 'Retry' }).count(), 0);
		}
	});
});

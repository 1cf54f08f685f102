import assert from 'node:assert/strict';
import type { ComparisonAsked } from '../../../src/shared/protocols/comparisonProtocol';
import { type ComparisonPage, useComparisonBrowser } from '../../support/webview/comparisonPage';

describe('comparison queries', () => {
	const browser = useComparisonBrowser();
	let staged: ComparisonPage;

	const asked = async () => (await staged.calls('compare')) as ComparisonAsked[];
	const search = () => staged.page.getByRole('textbox', { name: /^Search both sides/ });

	it('compares by the selected group key and normalization', async () => {
		staged = await browser.open();
		await staged.drawn();
		await staged.page.getByLabel('Group by').selectOption('message');
		await staged.settled();
		await staged.page.getByLabel('Group by').selectOption('os_version');
		await staged.settled();
		await staged.page.getByLabel('Normalize by').selectOption('total errors');
		await staged.settled();
		assert.deepEqual(
			(await asked()).map(({ key, exposure }) => [key, exposure]),
			[
				[{ kind: 'frames' }, 'time'],
				[{ kind: 'message' }, 'time'],
				[{ kind: 'column', column: 5 }, 'time'],
				[{ kind: 'column', column: 5 }, 'devices'],
			],
		);
		const keys = await staged.page.getByLabel('Group by').locator('option').allInnerTexts();
		assert.ok(keys.includes('top frame') && !keys.includes('error_json'), 'columns of both sides only');
	});

	it('offers no choice of normalization if a side of the comparison has no times', async () => {
		staged = await browser.open({ timeless: true });
		await staged.drawn();
		assert.equal(await staged.page.getByLabel('Normalize by').isVisible(), false);
	});

	it('filters both sides by text, and offers to clear filters that match nothing', async () => {
		staged = await browser.open();
		await staged.drawn();
		await search().fill('nowhere');
		await staged.page.keyboard.press('Enter');
		await staged.page.getByText('No record matches the filters on either side.').waitFor();
		assert.deepEqual((await asked()).at(-1)?.filters, [{ kind: 'anywhere', text: 'nowhere' }]);
		await staged.page.getByRole('button', { name: 'Clear Filters' }).click();
		await staged.page.locator('.compared').first().waitFor();
		assert.deepEqual((await asked()).at(-1)?.filters, []);
	});

	it('filters both sides by column values and text, with a chip to remove each filter', async () => {
		staged = await browser.open();
		const { page } = staged;
		await staged.drawn();
		const open = () => page.getByRole('button', { name: 'Add Filter…' }).click();
		const dialog = page.getByRole('dialog', { name: 'Filter Both Sides' });
		await open();
		await dialog.getByLabel('Column').selectOption('os_version');
		await dialog.getByRole('button', { name: /^14/ }).click();
		await staged.settled();
		await open();
		await dialog.getByLabel('Column').selectOption('os_version');
		await dialog.getByRole('button', { name: /^13/ }).click();
		await staged.settled();
		await open();
		await dialog.getByLabel('Filter values').fill('Exc');
		await page.keyboard.press('Enter');
		await staged.settled();
		assert.deepEqual((await asked()).at(-1)?.filters, [
			{ kind: 'oneOf', column: 5, values: ['14', '13'] },
			{ kind: 'contains', column: 0, text: 'Exc' },
		]);
		await page.getByRole('button', { name: 'Remove filter: error_datetime contains Exc' }).focus();
		await page.keyboard.press('Delete');
		await staged.settled();
		await page.getByRole('button', { name: 'Clear All' }).click();
		await staged.settled();
		assert.deepEqual(
			(await asked()).slice(-2).map(({ filters }) => filters.length),
			[1, 0],
		);
	});

	it('shows only the result of the most recent comparison query', async () => {
		staged = await browser.open({ held: 'compare', heldAt: { share: 0.4 } });
		const { page } = staged;
		await page.getByText('Comparing… 40%').waitFor();
		assert.equal(await page.getByRole('progressbar', { name: 'Comparing' }).getAttribute('aria-valuenow'), '40');
		assert.equal(await page.getByRole('tree').getAttribute('aria-busy'), 'true');
		await staged.assertAccessible();
		await search().fill('SearchModel');
		await page.keyboard.press('Enter');
		await page.evaluate(() => window.fakeComparison.release());
		await page.locator('.compared').first().waitFor();
		await staged.settled();
		assert.equal((await asked()).length, 2);
		const rows = (await staged.calls('rows')) as { asked: ComparisonAsked }[];
		assert.ok(rows.every(({ asked: { filters } }) => filters.length === 1));
		assert.equal(await staged.page.getByRole('progressbar').isVisible(), false);
	});

	it('waits until both sides have been read, and shows the progress', async () => {
		staged = await browser.open({ held: 'ready', heldAt: { share: 0.4 } });
		const bar = staged.page.getByRole('progressbar', { name: /^Reading/ });
		await bar.waitFor();
		assert.equal(await bar.getAttribute('aria-valuenow'), '40');
		await staged.page.evaluate(() => window.fakeComparison.release());
		await staged.drawn();
		assert.equal(await bar.count(), 0);
	});

	it('opens all records of one side of a comparison', async () => {
		staged = await browser.open();
		await staged.drawn();
		await staged.page.getByRole('button', { name: '12,004 records' }).click();
		const [params] = (await staged.calls('openRecords')) as { side: string; value?: object }[];
		assert.deepEqual([params?.side, params?.value], ['after', undefined]);
	});

	it('saves a report of the comparison', async () => {
		staged = await browser.open();
		await staged.drawn();
		await staged.page.getByRole('button', { name: 'Save Report…' }).click();
		await staged.page.getByText('Saved comparison.md').waitFor();
		await staged.page.evaluate(() => window.fakeComparison.say('command', { id: 'saveReport' }));
		assert.equal((await staged.calls('saveReport')).length, 2);
	});

	it('shows caveats with their actions, and explains how results are calculated', async () => {
		staged = await browser.open({
			caveats: [{ kind: 'warning', text: 'Records are missing.', actions: [{ id: 'fetch', label: 'Fetch' }] }],
		});
		await staged.drawn();
		await staged.page.getByRole('button', { name: 'Fetch' }).click();
		assert.deepEqual(await staged.calls('act'), [{ id: 'fetch' }]);
		const sentence = staged.page.getByText('A device counts once on each side');
		assert.equal(await sentence.isVisible(), false);
		await staged.page.getByText('How results are calculated').click();
		await sentence.waitFor();
	});

	it('repeats the comparison when records change, and keeps the scroll position', async () => {
		staged = await browser.open({ counts: { new: 500 } });
		await staged.drawn();
		await staged.page.getByRole('tree').evaluate((list) => list.scrollTo(0, 3_000));
		await staged.settled();
		await staged.page.evaluate(() => window.fakeComparison.say('recordsChanged', undefined));
		await staged.settled();
		assert.equal((await asked()).length, 2);
		assert.equal(await staged.page.getByRole('tree').evaluate((list) => list.scrollTop), 3_000);
	});
});

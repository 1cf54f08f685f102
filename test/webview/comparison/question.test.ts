import assert from 'node:assert/strict';
import type { ComparisonAsked } from '../../../src/shared/comparisonProtocol';
import { type ComparisonPage, useComparisonBrowser } from '../../support/webview/comparisonPage';

describe('What is asked of both sides', () => {
	const browser = useComparisonBrowser();
	let staged: ComparisonPage;

	const asked = async () => (await staged.calls('compare')) as ComparisonAsked[];
	const search = () => staged.page.getByRole('textbox', { name: /^Only records with this text/ });

	it('is what tells groups apart, and what counts are held against', async () => {
		staged = await browser.open();
		await staged.drawn();
		await staged.page.getByLabel('Group by').selectOption('by message');
		await staged.settled();
		await staged.page.getByLabel('Group by').selectOption('by os_version');
		await staged.settled();
		await staged.page.getByLabel('Hold counts against').selectOption('by share of errors');
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
		assert.ok(keys.includes('by top frame') && !keys.includes('by error_json'), 'columns of both sides only');
	});

	it('is not by time where a side has none', async () => {
		staged = await browser.open({ timeless: true });
		await staged.drawn();
		assert.equal(await staged.page.getByLabel('Hold counts against').isVisible(), false);
	});

	it('is narrowed by a text, and without a match by nothing again', async () => {
		staged = await browser.open();
		await staged.drawn();
		await search().fill('nowhere');
		await staged.page.keyboard.press('Enter');
		await staged.page.getByText('No record matches the filters on either side.').waitFor();
		assert.deepEqual((await asked()).at(-1)?.filters, [{ kind: 'anywhere', text: 'nowhere' }]);
		await staged.page.getByRole('button', { name: 'Clear filters' }).click();
		await staged.page.locator('.compared').first().waitFor();
		assert.deepEqual((await asked()).at(-1)?.filters, []);
	});

	it('is narrowed by values and texts of a column, each a chip that can be removed', async () => {
		staged = await browser.open();
		const { page } = staged;
		await staged.drawn();
		const open = () => page.getByRole('button', { name: 'Add filter…' }).click();
		const dialog = page.getByRole('dialog', { name: 'Filter both sides' });
		await open();
		await dialog.getByLabel('Column').selectOption('os_version');
		await dialog.getByRole('button', { name: /^14/ }).click();
		await staged.settled();
		await open();
		await dialog.getByLabel('Column').selectOption('os_version');
		await dialog.getByRole('button', { name: /^13/ }).click();
		await staged.settled();
		await open();
		await dialog.getByLabel('Values containing').fill('Exc');
		await page.keyboard.press('Enter');
		await staged.settled();
		assert.deepEqual((await asked()).at(-1)?.filters, [
			{ kind: 'oneOf', column: 5, values: ['14', '13'] },
			{ kind: 'contains', column: 0, text: 'Exc' },
		]);
		await page.getByRole('button', { name: 'Remove filter: error_datetime contains Exc' }).focus();
		await page.keyboard.press('Delete');
		await staged.settled();
		await page.getByRole('button', { name: 'Clear all' }).click();
		await staged.settled();
		assert.deepEqual(
			(await asked()).slice(-2).map(({ filters }) => filters.length),
			[1, 0],
		);
	});

	it('has the answer to what was asked last', async () => {
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

	it('waits until both sides are read, and says how far that is', async () => {
		staged = await browser.open({ held: 'ready', heldAt: { share: 0.4 } });
		const bar = staged.page.getByRole('progressbar', { name: /^Reading/ });
		await bar.waitFor();
		assert.equal(await bar.getAttribute('aria-valuenow'), '40');
		await staged.page.evaluate(() => window.fakeComparison.release());
		await staged.drawn();
		assert.equal(await bar.count(), 0);
	});

	it('leads to the records of a whole side', async () => {
		staged = await browser.open();
		await staged.drawn();
		await staged.page.getByRole('button', { name: '12,004 records' }).click();
		const [params] = (await staged.calls('openRecords')) as { side: string; value?: object }[];
		assert.deepEqual([params?.side, params?.value], ['after', undefined]);
	});

	it('goes into a report', async () => {
		staged = await browser.open();
		await staged.drawn();
		await staged.page.getByRole('button', { name: 'Save Report…' }).click();
		await staged.page.getByText('Saved comparison.md').waitFor();
		await staged.page.evaluate(() => window.fakeComparison.say('command', { id: 'saveReport' }));
		assert.equal((await staged.calls('saveReport')).length, 2);
	});

	it('has obstacles with their buttons, and what is taken for granted', async () => {
		staged = await browser.open({
			obstacles: [{ kind: 'warning', text: 'Records are missing.', actions: [{ id: 'fetch', label: 'Fetch' }] }],
		});
		await staged.drawn();
		await staged.page.getByRole('button', { name: 'Fetch' }).click();
		assert.deepEqual(await staged.calls('act'), [{ id: 'fetch' }]);
		const sentence = staged.page.getByText('A device counts once on each side');
		assert.equal(await sentence.isVisible(), false);
		await staged.page.getByText('What verdicts take for granted').click();
		await sentence.waitFor();
	});

	it('is asked again when records change, and the list stays where it is', async () => {
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

import assert from 'node:assert/strict';
import { ResultsBrowser, type ResultsView } from '../../support/webview/resultsPage';

describe('The groups', () => {
	let browser: ResultsBrowser;
	let view: ResultsView;
	before(async () => {
		browser = await ResultsBrowser.start();
	});
	beforeEach(async () => {
		view = await browser.open();
		await view.drawn();
	});
	afterEach(() => view.close());
	after(() => browser?.close());

	it('add up to the records shown', async () => {
		const counts = await view.page.locator('.group-records').allInnerTexts();
		assert.equal(
			counts.reduce((sum, text) => sum + Number(text.replace(',', '')), 0),
			2_400,
		);
		await view.page.getByText('2,400 records in 6 groups').waitFor();
	});

	it('filter with Enter and let go with Enter', async () => {
		const { page } = view;
		await page.getByRole('listbox', { name: 'Groups' }).focus();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await view.count(/ of 2,400 records/);
		assert.equal(await page.locator('.group[aria-selected=true]').count(), 1);
		assert.equal(await page.locator('.group').count(), 6, 'the other groups stay');
		await page.keyboard.press('Enter');
		await view.count('2,400 records');
	});

	it('are made by any column, in tens of thousands', async () => {
		await view.close();
		view = await browser.open({ records: 20_000 });
		const { page } = view;
		await view.drawn();
		await page.getByLabel('Group by').selectOption({ label: 'by error_timestamp' });
		await page.locator('.groups .pane-count', { hasText: /1\d,\d{3}/ }).waitFor();
		assert.ok((await page.locator('.group').count()) < 40);
		await page.getByRole('listbox', { name: 'Groups' }).focus();
		await page.keyboard.press('End');
		const last = page.locator('.group.active');
		await last.locator('.group-value').waitFor();
		assert.equal(await last.getAttribute('aria-posinset'), await last.getAttribute('aria-setsize'));
	});

	it('are put in another order', async () => {
		const { page } = view;
		await page.getByRole('button', { name: 'Order of groups' }).click();
		await page.getByRole('menuitemcheckbox', { name: 'By name' }).click();
		await page.locator('.group').first().filter({ hasText: 'SQLiteFullException' }).waitFor();
	});

	it('give an issue text and their records', async () => {
		const { page } = view;
		await page.locator('.group').first().click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Copy as issue text' }).click();
		await page.locator('.status-line', { hasText: 'Copied the issue text' }).waitFor();
		const [issue] = await view.calls('copyIssue');
		assert.partialDeepStrictEqual(issue, { key: { kind: 'name' }, value: 'java.lang.IllegalStateException' });
		await page.locator('.group').first().click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Copy records…' }).click();
		await page.getByRole('button', { name: 'Copy', exact: true }).click();
		await page.locator('.status-line', { hasText: 'Copied as' }).waitFor();
		const [copied] = await view.calls('copyRecords');
		assert.partialDeepStrictEqual(copied, {
			what: { view: { filters: [{ kind: 'group', value: 'java.lang.IllegalStateException' }] } },
		});
	});
});

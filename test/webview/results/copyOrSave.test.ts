import assert from 'node:assert/strict';
import type { CopyOrSave } from '../../../src/shared/results';
import { type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

describe('Taking records away', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;
	beforeEach(async () => {
		view = await browser.open();
		await view.drawn();
	});

	const last = async (method: 'save' | 'copyRecords') =>
		((await view.calls(method)).at(-1) as { what: CopyOrSave } | undefined)?.what;

	it('saves what is filtered, as it is on screen', async () => {
		const { page } = view;
		await page.getByRole('button', { name: '2.4.1' }).click();
		await page.getByRole('columnheader', { name: /^error_name/ }).click();
		await view.count(/ of /);
		await page.getByRole('button', { name: 'Save…' }).click();
		const dialog = page.getByRole('dialog', { name: 'Save records' });
		assert.equal(await dialog.getByRole('radio', { name: /^As filtered/ }).isChecked(), true);
		await dialog.getByLabel('Safe for spreadsheets').check();
		await dialog.getByRole('button', { name: 'Save…' }).click();
		await page.locator('.status-line', { hasText: 'Saved' }).waitFor();
		assert.partialDeepStrictEqual(await last('save'), {
			view: { filters: [{ kind: 'oneOf', column: 3, values: ['2.4.1'] }], sort: [{ column: 2, descending: false }] },
			format: 'csv',
			spreadsheetSafe: true,
			header: true,
		});
		assert.equal((await last('save'))?.columns.length, 13);
	});

	it('has a report made of the filters in words, but for what people are known by', async () => {
		const { page } = view;
		await page.getByRole('button', { name: '2.4.1' }).click();
		await view.count(/ of /);
		await page.setViewportSize({ width: 3200, height: 800 });
		const box = page.getByLabel('Filter analytics_device_id');
		await box.fill('!=9007199254740000');
		await box.press('Enter');
		await page.locator('.chip').nth(1).waitFor();
		await page.evaluate(() => window.fakeHost.say('command', { id: 'saveReport' }));
		await page.locator('.status-line', { hasText: 'Saved the report' }).waitFor();
		const asked = (await view.calls('saveReport')).at(-1);
		assert.partialDeepStrictEqual(asked, {
			...{ key: { kind: 'frames' }, order: 'records', descending: true, keyWords: 'frames' },
			filters: ['app_version_name = 2.4.1', 'analytics_device_id (personal, its value is left out)'],
		});
	});

	it('takes traces as they are shown, or as they were written', async () => {
		const { page } = view;
		const dialog = page.getByRole('dialog', { name: 'Save records' });
		for (const written of [false, true]) {
			await page.getByRole('button', { name: 'Save…' }).click();
			const choice = dialog.getByLabel('Stack traces as written');
			assert.equal(await choice.isChecked(), false);
			await dialog
				.getByRole('radio', { name: /^All \(\d+\)/ })
				.last()
				.check();
			await choice.setChecked(written);
			await view.assertAccessible();
			await dialog.getByRole('button', { name: 'Save…' }).click();
			await page.waitForFunction(
				(count) => window.fakeHost.calls.filter(({ method }) => method === 'save').length === count,
				written ? 2 : 1,
			);
			assert.equal((await last('save'))?.tracesAsWritten === true, written);
		}
	});

	it('remembers the choice until the next time', async () => {
		const { page } = view;
		await page.getByRole('button', { name: 'Save…' }).click();
		await page.getByLabel('Format').selectOption('ndjson');
		assert.equal(await page.getByLabel('Safe for spreadsheets').isVisible(), false);
		await page.getByRole('button', { name: 'Save…' }).last().click();
		await page.locator('.status-line', { hasText: 'Saved' }).waitFor();
		await page.getByRole('button', { name: 'Save…' }).click();
		assert.equal(await page.getByLabel('Format').inputValue(), 'ndjson');
		await page.keyboard.press('Escape');
		assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Save…');
	});

	it('saves as Parquet, which asks nothing of text, and copies it nowhere', async () => {
		const { page } = view;
		const forms = page.getByLabel('Format').locator('option[value=parquet]');
		await page.getByRole('button', { name: 'Copy…' }).first().click();
		assert.equal(await forms.count(), 0);
		await page.keyboard.press('Escape');
		await page.getByRole('button', { name: 'Save…' }).click();
		await page.getByLabel('Format').selectOption('parquet');
		for (const question of ['Safe for spreadsheets', 'With a header']) {
			assert.equal(await page.getByLabel(question).isVisible(), false);
		}
		await page.getByRole('button', { name: 'Save…' }).last().click();
		await page.locator('.status-line', { hasText: 'Saved' }).waitFor();
		assert.equal((await last('save'))?.format, 'parquet');
	});

	it('copies selected rows as Markdown', async () => {
		const { page } = view;
		await page.getByRole('rowheader').nth(0).click();
		await page
			.getByRole('rowheader')
			.nth(2)
			.click({ modifiers: ['Shift'] });
		await page.getByRole('button', { name: 'Copy…' }).first().click();
		const dialog = page.getByRole('dialog', { name: 'Copy records' });
		assert.equal(await dialog.getByRole('radio', { name: 'Selected (3)' }).isChecked(), true);
		await dialog.getByLabel('Format').selectOption('markdown');
		await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
		await page.locator('.status-line', { hasText: 'Copied as markdown' }).waitFor();
		assert.deepEqual((await last('copyRecords'))?.positions, [{ from: 0, to: 3 }]);
	});

	it('copies as issue text what is chosen', async () => {
		const { page } = view;
		await page.getByRole('rowheader').nth(1).click();
		await page.getByRole('button', { name: 'Copy…' }).first().click();
		const issue = page
			.getByRole('dialog', { name: 'Copy records' })
			.getByRole('button', { name: 'Copy as issue text' });
		await issue.click();
		await page.locator('.status-line', { hasText: 'Copied the issue text' }).waitFor();
		const all = { filters: [], sort: [] };
		const about = { kind: 'positions', positions: [{ from: 1, to: 2 }] };
		assert.deepEqual(await view.calls('copyIssue'), [{ view: all, about }]);
	});

	it('copies one record in any form', async () => {
		const { page } = view;
		await page.locator('.record').getByRole('button', { name: 'Copy…' }).click();
		await page.getByRole('menuitem', { name: 'Copy as JSON' }).click();
		await page.locator('.status-line', { hasText: 'Copied as json' }).waitFor();
		assert.deepEqual((await last('copyRecords'))?.positions, [{ from: 0, to: 1 }]);
	});
});

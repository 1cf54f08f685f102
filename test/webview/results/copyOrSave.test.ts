import assert from 'node:assert/strict';
import type { CopyOrSave } from '../../../src/shared/results';
import { type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

describe('copying and saving records in the results view', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;
	beforeEach(async () => {
		view = await browser.open();
		await view.drawn();
	});

	const last = async (method: 'save' | 'copyRecords') =>
		((await view.calls(method)).at(-1) as { what: CopyOrSave } | undefined)?.what;

	it('saves the filtered records in their order on screen', async () => {
		const { page } = view;
		await page.getByRole('button', { name: '2.4.1' }).click();
		await page.getByRole('columnheader', { name: /^error_name/ }).click();
		await view.count(/ of /);
		await page.getByRole('button', { name: 'Save…' }).click();
		const dialog = page.getByRole('dialog', { name: 'Save Records' });
		assert.equal(await dialog.getByRole('radio', { name: /^Records that match the filters/ }).isChecked(), true);
		await dialog.getByLabel('Escape formulas').check();
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

	it('describes the filters in a report, but omits the values of personal fields', async () => {
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
			key: { kind: 'frames' },
			order: 'records',
			descending: true,
			keyWords: 'frames',
			filters: ['app_version_name = 2.4.1', 'analytics_device_id (personal value hidden)'],
		});
	});

	it('saves stack traces either as displayed or in their original form', async () => {
		const { page } = view;
		const dialog = page.getByRole('dialog', { name: 'Save Records' });
		for (const written of [false, true]) {
			await page.getByRole('button', { name: 'Save…' }).click();
			const choice = dialog.getByLabel('Keep original (obfuscated) stack traces');
			assert.equal(await choice.isChecked(), false);
			await dialog
				.getByRole('radio', { name: /^All columns \(\d+\)/ })
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

	it('remembers the save options for the next time', async () => {
		const { page } = view;
		await page.getByRole('button', { name: 'Save…' }).click();
		await page.getByLabel('Format').selectOption('ndjson');
		assert.equal(await page.getByLabel('Escape formulas').isVisible(), false);
		await page.getByRole('button', { name: 'Save…' }).last().click();
		await page.locator('.status-line', { hasText: 'Saved' }).waitFor();
		await page.getByRole('button', { name: 'Save…' }).click();
		assert.equal(await page.getByLabel('Format').inputValue(), 'ndjson');
		await page.keyboard.press('Escape');
		assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Save…');
	});

	it('hides text options when saving as Parquet, and does not offer Parquet for copying', async () => {
		const { page } = view;
		const forms = page.getByLabel('Format').locator('option[value=parquet]');
		await page.getByRole('button', { name: 'Copy…' }).first().click();
		assert.equal(await forms.count(), 0);
		await page.keyboard.press('Escape');
		await page.getByRole('button', { name: 'Save…' }).click();
		await page.getByLabel('Format').selectOption('parquet');
		for (const question of ['Escape formulas', 'Include header row']) {
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
		const dialog = page.getByRole('dialog', { name: 'Copy Records' });
		assert.equal(await dialog.getByRole('radio', { name: 'Selected records (3)' }).isChecked(), true);
		await dialog.getByLabel('Format').selectOption('markdown');
		await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
		await page.locator('.status-line', { hasText: 'Copied as markdown' }).waitFor();
		assert.deepEqual((await last('copyRecords'))?.positions, [{ from: 0, to: 3 }]);
	});

	it('copies an issue text for the selected records', async () => {
		const { page } = view;
		await page.getByRole('rowheader').nth(1).click();
		await page.getByRole('button', { name: 'Copy…' }).first().click();
		const issue = page
			.getByRole('dialog', { name: 'Copy Records' })
			.getByRole('button', { name: 'Copy as Issue Text' });
		await issue.click();
		await page.locator('.status-line', { hasText: 'Copied the issue text' }).waitFor();
		const all = { filters: [], sort: [] };
		const about = { kind: 'positions', positions: [{ from: 1, to: 2 }] };
		assert.deepEqual(await view.calls('copyIssue'), [{ view: all, about }]);
	});

	it('copies one record in any format', async () => {
		const { page } = view;
		await page.locator('.record').getByRole('button', { name: 'Copy…' }).click();
		await page.getByRole('menuitem', { name: 'Copy as JSON' }).click();
		await page.locator('.status-line', { hasText: 'Copied as json' }).waitFor();
		assert.deepEqual((await last('copyRecords'))?.positions, [{ from: 0, to: 1 }]);
	});
});

import assert from 'node:assert/strict';
import { skipBecause } from '../support/skipBecause';
import { tabOf } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { syncSampleRecords } from '../support/vscode/syncRecords';
import { eventually, plainText } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

/** Number of repetitions. A reloaded webview would lose its state only occasionally. */
const times = 10;

describe('comparison in the editor window', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
	});

	after(() => workbench?.close());

	const page = () => workbench.webview();
	const groups = () => page().locator('.compared');
	const showComparison = () =>
		workbench.page.locator('.tab .label-name').getByText('Comparison: Shop for Android').click();
	const folds = () =>
		eventually('the folds', async () => {
			const texts = (await page().locator('.fold').allTextContents()).map((text) => plainText(text).trim());
			const [empty = ''] = await page().locator('.empty-folds:not([hidden])').allTextContents();
			const names = empty === '' ? [] : empty.split(', ');
			return texts.length + names.length === 7 ? texts : undefined;
		});

	it('compares the last days of synced records with the preceding days and shows the changes', async () => {
		// A retry would otherwise open a second comparison.
		await workbench.runCommand('View: Close All Editors');
		const { label } = await syncSampleRecords(workbench);
		const months = 'Last 30 days vs. previous 30 days';
		await workbench.chooseInMenu(
			workbench.tree('Applications'),
			label,
			['Compare', 'Compare with…'],
			new RegExp(`^${months}$`),
		);
		await workbench.quickInput.pick(months);
		await workbench.waitForTab('Comparison: Shop for Android');
		const shown = await folds();
		assert.match(shown[0] ?? '', /^(?:New|Increased) \d+/);
		await groups().first().click();
		await page().getByRole('button', { name: 'Records (after)' }).waitFor();
		await workbench.pictures('comparison', () => groups().first().waitFor());
	});

	it('opens the records of a compared group and returns to the comparison repeatedly', async () => {
		await showComparison();
		const before = await folds();
		for (let time = 0; time < times; time++) {
			const row = groups().first();
			const name = plainText(await row.locator('.compared-title').textContent());
			await row.click();
			const title = page().locator('.detail-title');
			await eventually(name, async () => plainText(await title.textContent()) === name || undefined);
			await page().getByRole('button', { name: 'Records (after)' }).click();
			await workbench.waitForTab(tabOf('Shop for Android', 'Synced records'));
			const results = await new ResultsView(workbench.webview()).ready();
			await results.waitForCount((count) => count > 0);
			assert.equal((await results.chips()).length, 2);
			await showComparison();
			assert.deepEqual(await folds(), before);
			await eventually(`${name} again`, async () => plainText(await title.textContent()) === name || undefined);
		}
	});

	it('restores an open comparison after the window is reloaded', async () => {
		await showComparison();
		const before = await folds();
		await workbench.reload();
		await workbench.waitForTab('Comparison: Shop for Android');
		assert.deepEqual(await folds(), before);
		await page().locator('.detail-title').waitFor();
	});

	it('reconnects an open comparison after the extension host has crashed', async function () {
		if (process.platform === 'win32') skipBecause(this, 'The program ps is required.');
		await showComparison();
		const before = await folds();
		await workbench.crashExtensionHost();
		await workbench.waitForTab('Comparison: Shop for Android');
		assert.deepEqual(await folds(), before);
		await groups().first().click();
		await page().getByRole('button', { name: 'Records (after)' }).waitFor();
	});
});

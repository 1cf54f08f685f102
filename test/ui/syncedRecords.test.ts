import assert from 'node:assert/strict';
import { tabOf } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { syncSampleRecords } from '../support/vscode/syncRecords';
import { eventually } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

describe('synced records in the editor window', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
	});

	after(() => workbench?.close());

	const tree = () => workbench.tree('Applications');
	const syncedSetRow = async () => (await tree().rows()).find(({ label }) => label.startsWith('Synced since'));

	it('starts syncing records from the context menu of an application', async () => {
		const row = await syncSampleRecords(workbench);
		assert.match(row.description, /(?:^| · )[\d,]+ records? · synced at /);
	});

	it('opens synced records as one table in every theme', async () => {
		const row = await syncedSetRow();
		assert(row);
		await tree().click(row.label);
		await workbench.waitForTab(tabOf('Shop for Android', 'Synced records'));
		const results = await new ResultsView(workbench.webview()).ready();
		assert.match(await results.title(), /^Shop for Android · synced since .* · by server time/);
		await results.group(0).waitFor();
		await workbench.pictures('synced');
	});

	it('restores the selected days and filters of synced records when the records are reopened', async () => {
		const view = async () => new ResultsView(workbench.webview()).ready();
		const results = await view();
		// On a retry, this test starts from the state at the failure.
		if ((await results.chips()).length > 0) {
			await results.button('Clear All').click();
		}
		await results.button(/^Days shown: /).click();
		await results.frame.getByRole('menuitemcheckbox', { name: /^All days/ }).click();
		await results.button(/^Days shown: All days/).waitFor();
		const all = await results.waitForAllRecords();
		await results.group(0).click();
		const filtered = await results.waitForCount((count) => count < all);
		await results.button(/^Days shown: All days/).click();
		await results.frame.getByRole('menuitemcheckbox', { name: /^This month/ }).focus();
		await results.frame.getByRole('menuitem', { name: 'Custom range…' }).click();
		const today = new Date().toISOString().slice(0, 10);
		const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
		const form = results.frame.getByRole('dialog', { name: 'Custom day range' });
		await form.getByLabel('First day').fill(yesterday);
		await form.getByLabel('Last day').fill(today);
		await form.getByRole('button', { name: 'Show' }).click();
		const isChosen = async (least = 0) => {
			const chosen = await view();
			await chosen.button(/^Days shown: (?!All days)/).waitFor();
			const count = await chosen.waitForCount((found) => found < filtered && found >= least);
			await eventually('the filter', async () => (await chosen.chips()).length === 1 || undefined);
			assert.match(await chosen.facts(), /Not shown: .* records? from other days/);
			return count;
		};
		const count = await isChosen();
		await workbench.closeEditor();
		const row = await syncedSetRow();
		assert(row);
		await tree().click(row.label);
		await workbench.waitForTab(tabOf('Shop for Android', 'Synced records'));
		// Opening the records updates them, which can add more records.
		await isChosen(count);
	});

	it('edits the sync settings, exports synced records and reports the results', async () => {
		const row = await syncedSetRow();
		assert(row);
		const menu = await tree().contextMenu(row.label);
		await workbench.screenshot('synced-menu');
		await menu.choose('Edit Sync Settings…');
		await workbench.quickInput.opened();
		const parts = (await workbench.quickInput.rows()).map(({ label }) => label);
		assert.deepEqual(parts, ['Start date', 'Fields', 'Filters', 'Retention']);
		await workbench.screenshot('synced-change');
		await workbench.quickInput.pick('Retention');
		await workbench.quickInput.opened();
		await workbench.screenshot('synced-retention');
		await workbench.page.keyboard.press('Escape');
		await workbench.quickInput.closed();
		await (await tree().contextMenu(row.label)).choose('Save and Copy', 'Export Date Range…');
		await workbench.quickInput.opened();
		assert.match(await workbench.quickInput.placeholder(), /synced records only/);
		await workbench.screenshot('synced-export');
		await workbench.page.keyboard.press('Escape');
		await workbench.quickInput.closed();
	});

	it('updates synced records from their tree row', async () => {
		const row = await syncedSetRow();
		assert(row);
		await tree().clickInline(row.label, 'Sync Now');
		await workbench.waitForStatusBar('Synced Shop for Android');
	});
});

import assert from 'node:assert/strict';
import { tabOf } from '../support/vscode/openExport';
import { syncSampleRecords } from '../support/vscode/syncRecords';
import { eventually, patience } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

const dayMs = 86_400_000;

describe('new errors in synced records', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
	});

	after(() => workbench?.close());

	/** One day before the sample data's last app version, which is released 12 days before the start of the month. */
	const now = new Date();
	const released = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) - 13 * dayMs).toISOString().slice(0, 10);
	const tree = () => workbench.tree('Applications');
	const syncedSetRow = async () => (await tree().rows()).find(({ label }) => label.startsWith('Synced since'));
	const badge = () =>
		workbench.page.locator('.activitybar .action-item:has([aria-label^="App Errors"]) .badge-content');

	it('shows new errors in the tree and as a badge on the view icon in every theme', async () => {
		const { label } = await syncSampleRecords(workbench);
		await workbench.closeEditor();
		await workbench.chooseInMenu(tree(), label, ['Compare', "What's New…"], /^Set Last Reviewed Date…$/);
		await workbench.quickInput.pick('Set Last Reviewed Date…');
		await workbench.quickInput.opened();
		await workbench.quickInput.pick('Choose a date…');
		await workbench.quickInput.waitForPlaceholder(/^YYYY/);
		await workbench.quickInput.type(released);
		await workbench.quickInput.accept();
		let seen: string | undefined;
		const news = async () => {
			const found = await syncedSetRow();
			seen = found?.description;
			return found && /^\d+ new/.test(found.description) ? found : undefined;
		};
		// The comparison of ninety days waits until no other work is pending, so the timeout is longer.
		const row = await eventually(() => `what is new in "${seen}"`, news, 3 * patience);
		const [, count] = /^(\d+) new/.exec(row.description) ?? [];
		assert.equal(await badge().textContent(), count);
		await workbench.pictures('whats-new');
		await workbench.chooseInMenu(tree(), 'Shop for Android', "What's New…", /^Since last reviewed/);
		await workbench.screenshot('whats-new-last-reviewed');
		await workbench.quickInput.escape();
	}).timeout(6 * patience);

	it('clears the number of new errors when the records are opened', async () => {
		const row = await syncedSetRow();
		assert(row);
		await tree().click(row.label);
		await workbench.waitForTab(tabOf('Shop for Android', 'Synced records'));
		await eventually('a look', async () =>
			/\bnew\b/.test((await syncedSetRow())?.description ?? 'new') ? undefined : true,
		);
		await badge().waitFor({ state: 'hidden' });
	});
});

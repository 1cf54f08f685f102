import assert from 'node:assert/strict';
import { keepSampleRecords } from '../support/vscode/keepRecords';
import { eventually, patience } from '../support/vscode/waiting';
import { screenshotFailures, Workbench } from '../support/vscode/workbench';

const dayMs = 86_400_000;

describe("What's new in kept records", () => {
	let workbench: Workbench;
	screenshotFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
	});

	after(() => workbench?.close());

	/** The last version of the sample has errors of its own, and is out since twelve days before the month. */
	const now = new Date();
	const released = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()) - 13 * dayMs).toISOString().slice(0, 10);
	const tree = () => workbench.tree('Applications');
	const keptRow = async () => (await tree().rows()).find(({ label }) => label.startsWith('Kept since'));
	const badge = () =>
		workbench.page.locator('.activitybar .action-item:has([aria-label^="App Errors"]) .badge-content');

	it('is told in the tree and on the icon of the view, in every theme', async () => {
		const { label } = await keepSampleRecords(workbench);
		await workbench.chooseInMenu(tree(), label, "What's New…", /^Move the Mark…$/);
		await workbench.quickInput.pick('Move the Mark…');
		await workbench.quickInput.opened();
		await workbench.quickInput.pick('To a date…');
		await workbench.quickInput.opened();
		await workbench.quickInput.type(released);
		await workbench.quickInput.accept();
		const news = async () => {
			const found = await keptRow();
			return found && /^\d+ new/.test(found.description) ? found : undefined;
		};
		// Ninety days are compared, when nothing else is to be done.
		const row = await eventually('what is new', news, 3 * patience);
		const [, count] = /^(\d+) new/.exec(row.description) ?? [];
		assert.equal(await badge().textContent(), count);
		await workbench.pictures('whats-new');
		await workbench.chooseInMenu(tree(), 'Shop for Android', "What's New…", /^Since you last looked/);
		await workbench.screenshot('whats-new-mark');
		await workbench.quickInput.escape();
	}).timeout(6 * patience);

	it('is gone once the records are opened', async () => {
		const row = await keptRow();
		assert(row);
		await tree().click(row.label);
		await workbench.waitForTab(/^shop-for-android\.kept/);
		await eventually('a look', async () =>
			/\bnew\b/.test((await keptRow())?.description ?? 'new') ? undefined : true,
		);
		await badge().waitFor({ state: 'hidden' });
	});
});

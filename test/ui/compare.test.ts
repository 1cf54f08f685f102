import assert from 'node:assert/strict';
import { eventually } from '../support/vscode/waiting';
import { screenshotFailures, Workbench } from '../support/vscode/workbench';

describe('A comparison', () => {
	let workbench: Workbench;
	screenshotFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
	});

	after(() => workbench?.close());

	it('of the last days of kept records with those before opens as a report', async () => {
		const tree = workbench.tree('Applications');
		await workbench.openContainer('App Errors');
		await tree.clickWelcome('Try with sample data');
		await (await workbench.quickInput.opened()).accept();
		await tree.waitForRow('Shop for Android');
		await (await tree.contextMenu('Shop for Android')).choose('Keep Records Current…');
		await (await workbench.quickInput.opened()).pick('Last 30 days');
		await tree.expand('Shop for Android');
		const row = await eventually('the kept records', async () => {
			const found = (await tree.rows()).find(({ label }) => label.startsWith('Kept since'));
			return found?.description.includes('current to') ? found : undefined;
		});
		await workbench.waitForStatusBar('came');
		await (await tree.contextMenu(row.label)).choose('Compare With…');
		await (await workbench.quickInput.opened()).pick('The last 7 days with the 7 before');
		await workbench.waitForTab(/^Preview/);
		const report = workbench.webview();
		const headings = await eventually('the report', async () => {
			const found = await report.locator('h2').allTextContents();
			return found.length > 0 ? found : undefined;
		});
		assert.ok(headings.length >= 3, headings.join(', '));
		await workbench.pictures('comparison');
	});
});

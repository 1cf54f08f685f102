import assert from 'node:assert/strict';
import { keepSampleRecords } from '../support/vscode/keepRecords';
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
		const { label } = await keepSampleRecords(workbench, 'Last 30 days');
		await workbench.waitForStatusBar('came');
		await (await workbench.tree('Applications').contextMenu(label)).choose('Compare With…');
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

import assert from 'node:assert/strict';
import { ResultsView } from '../support/vscode/resultsView';
import { eventually } from '../support/vscode/waiting';
import { screenshotFailures, Workbench } from '../support/vscode/workbench';

describe('Kept records', () => {
	let workbench: Workbench;
	screenshotFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
	});

	after(() => workbench?.close());

	const tree = () => workbench.tree('Applications');
	const keptRow = async () => (await tree().rows()).find(({ label }) => label.startsWith('Kept since'));

	it('are begun from the menu of an application', async () => {
		await workbench.openContainer('App Errors');
		await tree().clickWelcome('Try with sample data');
		await (await workbench.quickInput.opened()).accept();
		await tree().waitForRow('Shop for Android');
		await (await tree().contextMenu('Shop for Android')).choose('Keep Records Current…');
		await (await workbench.quickInput.opened()).pick('Last 7 days');
		await tree().expand('Shop for Android');
		const row = await eventually('the kept records', async () => {
			const found = await keptRow();
			return found?.description.includes('current to') ? found : undefined;
		});
		assert.match(row.description, /^[\d,]+ records? · current to /);
	});

	it('open as one table, in every theme', async () => {
		const row = await keptRow();
		assert(row);
		await tree().click(row.label);
		await workbench.waitForTab(/^shop-for-android\.kept/);
		const results = await new ResultsView(workbench.webview()).ready();
		assert.match(await results.title(), /^Shop for Android · kept since .* · by server time/);
		await workbench.pictures('kept');
	});

	it('are updated from their row', async () => {
		const row = await keptRow();
		assert(row);
		await tree().clickInline(row.label, 'Update Kept Records');
		await workbench.waitForStatusBar('Shop for Android · ');
	});
});

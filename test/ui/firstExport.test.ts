import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { openWizard, tabOf } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { eventually } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

describe('first use of the extension', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
	});

	after(() => workbench?.close());

	const tree = () => workbench.tree('Applications');

	it('explains in the empty sidebar how to sign in and which features work without an account', async () => {
		await workbench.openContainer('App Errors');
		const { text, buttons } = await tree().welcome();
		assert.match(text, /sign in/i);
		assert.match(text, /without an account: Open Stack Trace from Clipboard · Open Crash File…/);
		assert.deepEqual(buttons, ['Sign In', 'Explore Sample Data']);
		await workbench.pictures('welcome');
	});

	it('guides the user from sample data through groups, code, synced records and comparisons to signing in', async () => {
		await tree().clickWelcome('how to get a token');
		const { page } = workbench;
		const steps = page.locator('.getting-started-step .step-title');
		const expanded = page.locator('.getting-started-step.expanded .step-title');
		await expanded.filter({ hasText: 'Register an app' }).waitFor();
		assert.deepEqual(await steps.allTextContents(), [
			'Explore sample data',
			'Find the most frequent errors',
			'Jump to the line that failed',
			'Keep records up to date',
			'See what changed',
			'Register an app',
			'Select two permissions',
			'Request a token',
			'Sign in',
		]);
		for (const title of [
			'Explore sample data',
			'Find the most frequent',
			'Jump to',
			'Keep records',
			'See what changed',
		]) {
			await steps.filter({ hasText: title }).click();
			await expanded.filter({ hasText: title }).waitFor();
			await workbench.pictures(`walkthrough-${title.toLowerCase().replaceAll(' ', '-')}`);
		}
		await workbench.closeEditor();
	});

	it('opens the sample records of one application with a click in the sidebar', async () => {
		await tree().clickWelcome('Explore Sample Data');
		await tree().waitForRow('Notes');
		assert.deepEqual((await tree().labels()).slice(0, 2), ['Shop for Android', 'Shop for iOS']);
		await workbench.waitForTab(/^Shop for Android – Last 7 days$/);
		const results = await new ResultsView(workbench.webview()).ready();
		assert.match(await results.title(), /^Shop for Android · Last 7 days/);
		await workbench.waitForStatusBar('Exported Shop for Android');
		await workbench.pictures('applications');
	});

	it('exports the same records again when the user just presses Enter in the wizard', async () => {
		await workbench.closeEditor();
		await openWizard(workbench, 'Shop for Android');
		await workbench.pictures('wizard');
		await workbench.quickInput.accept();
		await workbench.quickInput.closed();
		await workbench.waitForTab(/^Shop for Android – Last 7 days$/);
		await new ResultsView(workbench.webview()).ready();
	});

	it('shows the exported sample records as a document', async () => {
		await workbench.runCommand('App Errors: Reopen as Text');
		const text = await workbench.editor.text();
		assert.match(text, /^error,error_datetime,error_id,error_name,/);
		assert.match(text, /\n\s+at com\.example\.shop\./);
		await workbench.pictures('document');
	});

	it('lists the export in the tree and opens it with one click', async () => {
		await tree().expand('Shop for Android');
		// If other tests have exported the same range, the label begins with the days.
		const row = await tree().waitForRow(/Last 7 days$/);
		assert.equal(row.level, 2);
		// The number of sample records varies. If it is a round number, the row contains a warning.
		assert.match(row.description, /^[\d,]+ records · (?:Completeness not checked · )?just now/);
		await workbench.closeEditor();
		await tree().click(row.label);
		await workbench.waitForTab(/^Shop for Android – Last 7 days$/);
	});

	it('restores the sample data after a window reload', async () => {
		await workbench.reload();
		await workbench.openContainer('App Errors');
		await tree().waitForRow('Shop for Android');
	});
});

describe('steps from the installed extension to the code of an error', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);
	afterEach(() => workbench?.close());

	it('reaches the line of code of the first error in at most three clicks from sample data', async () => {
		workbench = await Workbench.open();
		await workbench.openContainer('App Errors');
		let clicks = 0;
		const click = async (part: Locator) => {
			clicks++;
			// As slow as a person, because VS Code activates the clicked view some time after the button was pressed.
			await part.click({ delay: 100 });
		};
		await click(workbench.tree('Applications').pane.getByText('Explore Sample Data', { exact: true }));
		await workbench.waitForTab(tabOf('Shop for Android'));
		const results = await new ResultsView(workbench.webview()).triageReady();
		const all = await results.count();
		await click(results.group(0));
		await results.waitForCount((count) => count < all);
		await click(results.frame.locator('.detail-frame'));
		await eventually('the code', async () => /\.(?:kt|java)$/.test(await workbench.editor.file()) || undefined);
		await workbench.screenshot('first-code');
		assert.ok(clicks <= 3, `${clicks} clicks`);
	});
});

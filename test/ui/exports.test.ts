import assert from 'node:assert/strict';
import { openWizard, tabOf } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { SampleControl } from '../support/vscode/sampleControl';
import { eventually, plainText } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

const application = 'Shop for Android';

function handsOn(workbench: () => Workbench) {
	const tree = () => workbench().tree('Applications');

	return {
		tree,
		view: () => new ResultsView(workbench().webview()).ready(),

		pictures: (name: string) => workbench().pictures(name),

		start: async (range: string, chunks?: string) => {
			const { quickInput } = workbench();
			await openWizard(workbench(), application);
			await quickInput.pick('Range');
			await quickInput.pick(range);
			if (chunks !== undefined) {
				await quickInput.pick('Options');
				await quickInput.pick('Split into chunks');
				await eventually('The ways', async () => (await quickInput.labels()).includes(chunks) || undefined);
				await workbench().screenshot('wizard-chunks');
				await quickInput.pick(chunks);
				await eventually('The options', async () =>
					(await quickInput.rows()).some(
						({ label, description }) => label === 'Split into chunks' && description === chunks,
					)
						? true
						: undefined,
				);
				await workbench().screenshot('wizard-options');
				await quickInput.back();
				await quickInput.opened(`Export Errors: ${application}`);
			}
			await quickInput.pick('Export');
			await quickInput.closed();
		},

		rowBelow: (description: RegExp) =>
			eventually(`A row like ${description}`, async () => {
				await tree().expand(application);
				return (await tree().rows()).find((row) => row.level === 2 && description.test(plainText(row.description)));
			}),
	};
}

describe('export queued by the service', () => {
	const sample = new SampleControl();
	let workbench: Workbench;
	reportFailures(() => workbench);
	const { tree, view, pictures, start, rowBelow } = handsOn(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		await sample.signIn(workbench);
	});

	after(async () => {
		await sample.clearFaults();
		await workbench?.close();
	});

	it('shows a queued export in the tree and the status bar', async () => {
		await sample.setFault('queuedForever', '99');
		await start('Yesterday');
		assert.equal((await rowBelow(/^queued 99%$/)).label, 'Yesterday');
		await workbench.waitForStatusBar(`${application}: queued 99%`);
		await workbench.notifications.waitFor(`Exporting errors of ${application}`);
		await pictures('export-queued');
	});

	it('keeps a queued export across a reload and resumes it after the user signs in again', async () => {
		// In a browser, VS Code retains secrets only until the page is reloaded.
		await workbench.reload();
		await sample.signIn(workbench);
		await rowBelow(/^queued · Resume/);
		await sample.clearFaults();
		await tree().clickInline('Yesterday', 'Resume Export');
		await workbench.waitForStatusBar(`Exported ${application}: `);
		await rowBelow(/^[\d,]+ records · just now/);
		assert.equal((await tree().rows()).filter(({ level }) => level === 2).length, 1, 'the same export');
		await workbench.screenshot('export-whole-after-reload');
		assert.match(await (await view()).title(), /^Shop for Android · Yesterday/);
	});
});

describe('interrupted and truncated exports', () => {
	const sample = new SampleControl();
	let workbench: Workbench;
	reportFailures(() => workbench);
	const { tree, view, pictures, start, rowBelow } = handsOn(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		await sample.signIn(workbench);
	});

	afterEach(() => sample.clearFaults());

	after(() => workbench?.close());

	it('stops an export midway, shows its progress in the tree and resumes the export where it stopped', async () => {
		await sample.setFault('trickle', '60000');
		await start('Last 14 days', 'By day');
		await rowBelow(/^chunk [3-9] of 1\d · [\d,]+ records/);
		await workbench.screenshot('export-chunks');
		await tree().clickInline('Last 14 days', 'Stop Export');
		const { label, description } = await rowBelow(/^\d+ of 1\d chunks · Resume/);
		assert.equal(label, 'Last 14 days');
		await pictures('export-interrupted');
		await sample.clearFaults();
		await sample.forgetRequests();
		await tree().clickInline('Last 14 days', 'Resume Export');
		await workbench.waitForStatusBar(`Exported ${application}: `);
		const [, done, chunks] = /(\d+) of (\d+) chunks/.exec(description) ?? [];
		assert.equal((await sample.exportRequests()).length, Number(chunks) - Number(done), 'only what was missing');
		assert.match(await (await view()).title(), /^Shop for Android · Last 14 days/);
		await rowBelow(/^[\d,]+ records · just now/);
	});

	it('detects through verification that the service truncated an export, and completes the export', async () => {
		await sample.setFault('serverLimit', '1000');
		await start('Last 7 days', 'Off');
		await workbench.waitForTab(tabOf('Shop for Android'));
		const results = await view();
		assert.equal(await results.waitForCount((count) => count === 1000), 1000);
		await results.frame
			.getByText('A response with exactly 1,000 records may have reached the limit of the service.')
			.first()
			.waitFor();
		await workbench.screenshot('export-doubted');
		await results.button('Verify').click();
		await results.frame
			.getByText(/^The service has records that are missing here\./)
			.first()
			.waitFor();
		assert.match(await results.facts(), /Incomplete \(records missing\)/);
		await workbench.waitForStatusBar(`${application}: Incomplete (records missing).`);
		assert.ok(
			(await workbench.notifications.texts()).every((text) => !text.includes('Incomplete (records missing)')),
			'said once',
		);
		await pictures('export-cut');
		await workbench.page.setViewportSize({ width: 760, height: 700 });
		await workbench.screenshot('export-cut-narrow');
		await workbench.page.setViewportSize({ width: 1280, height: 800 });
		await results.button('Fetch Missing Records').click();
		const whole = await view();
		assert.ok((await whole.waitForCount((count) => count > 1000)) > 1000);
		await eventually('Nothing to know', async () =>
			/Complete \(verified\)|Completeness not checked/.test(await whole.facts()) &&
			(await whole.frame.getByText(/records that are missing here|has changed/).count()) === 0
				? true
				: undefined,
		);
		await workbench.screenshot('export-completed');
	});

	it('deletes the exports when all data is cleared', async () => {
		await workbench.runCommand('App Errors: Clear All Data…');
		assert.match(await workbench.notifications.dialog(), /^Clear all App Errors data on this machine\?\n\d exports \(/);
		await workbench.screenshot('clear-all-data');
		await workbench.notifications.clickDialog('Clear All Data');
		await workbench.notifications.waitFor('All App Errors data was cleared.');
		assert.match((await tree().welcome()).text, /sign in/i);
	});
});

import assert from 'node:assert/strict';
import { openWizard } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { SampleControl } from '../support/vscode/sampleControl';
import { eventually, plainText } from '../support/vscode/waiting';
import { screenshotFailures, Workbench } from '../support/vscode/workbench';

const application = 'Shop for Android';

/** What one sees and does in the window of a suite. */
function handsOn(workbench: () => Workbench) {
	const tree = () => workbench().tree('Applications');

	return {
		tree,
		view: () => new ResultsView(workbench().webview()).ready(),

		pictures: (name: string) => workbench().pictures(name),

		/** Starts an export by the wizard. */
		start: async (range: string, slices?: string) => {
			const { quickInput } = workbench();
			await openWizard(workbench(), application);
			await quickInput.pick('Range');
			await quickInput.pick(range);
			if (slices !== undefined) {
				await quickInput.pick('Options');
				await quickInput.pick('Slices');
				await eventually('The ways', async () => (await quickInput.labels()).includes(slices) || undefined);
				await workbench().screenshot('wizard-slices');
				await quickInput.pick(slices);
				await eventually('The options', async () =>
					(await quickInput.rows()).some(({ label, description }) => label === 'Slices' && description === slices)
						? true
						: undefined,
				);
				await workbench().screenshot('wizard-options');
				await quickInput.back();
				await quickInput.opened(`Export errors – ${application}`);
			}
			await quickInput.pick('Export');
			await quickInput.closed();
		},

		/** The rows below the application, once there is one like this. */
		rowBelow: (description: RegExp) =>
			eventually(`A row like ${description}`, async () => {
				await tree().expand(application);
				return (await tree().rows()).find((row) => row.level === 2 && description.test(plainText(row.description)));
			}),
	};
}

describe('An export that the service queues', () => {
	const sample = new SampleControl();
	let workbench: Workbench;
	screenshotFailures(() => workbench);
	const { tree, view, pictures, start, rowBelow } = handsOn(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		await sample.signIn(workbench);
	});

	after(async () => {
		await sample.clearFaults();
		await workbench?.close();
	});

	it('is seen in the tree and the status bar', async () => {
		await sample.setFault('queuedForever', '99');
		await start('Yesterday');
		assert.equal((await rowBelow(/^queued 99%$/)).label, 'Yesterday');
		await workbench.waitForStatusBar(`${application}: queued 99%`);
		await workbench.notifications.waitFor(`Exporting errors of ${application}`);
		await pictures('export-queued');
	});

	it('is there after a reload, and is resumed by whoever signs in again', async () => {
		// In a browser VS Code keeps no secrets for longer than a page.
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

describe('An export that does not come at once', () => {
	const sample = new SampleControl();
	let workbench: Workbench;
	screenshotFailures(() => workbench);
	const { tree, view, pictures, start, rowBelow } = handsOn(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		await sample.signIn(workbench);
	});

	afterEach(() => sample.clearFaults());

	after(() => workbench?.close());

	it('is stopped midway, waits in the tree with what it has, and is resumed there', async () => {
		await sample.setFault('trickle', '60000');
		await start('Last 14 days', 'Day by day');
		await rowBelow(/^slice [3-9] of 1\d · [\d,]+ records/);
		await workbench.screenshot('export-slices');
		await tree().clickInline('Last 14 days', 'Stop Export');
		const { label, description } = await rowBelow(/^\d+ of 1\d slices · Resume/);
		assert.equal(label, 'Last 14 days');
		await pictures('export-interrupted');
		await sample.clearFaults();
		await sample.forgetRequests();
		await tree().clickInline('Last 14 days', 'Resume Export');
		await workbench.waitForStatusBar(`Exported ${application}: `);
		const [, done, slices] = /(\d+) of (\d+) slices/.exec(description) ?? [];
		assert.equal((await sample.exportRequests()).length, Number(slices) - Number(done), 'only what was missing');
		assert.match(await (await view()).title(), /^Shop for Android · Last 14 days/);
		await rowBelow(/^[\d,]+ records · just now/);
	});

	it('that the service has cut is found out by a check, and completed', async () => {
		await sample.setFault('serverLimit', '1000');
		await start('Last 7 days', 'In one piece');
		await workbench.waitForTab(/shop-for-android/);
		const results = await view();
		assert.equal(await results.waitForCount((count) => count === 1000), 1000);
		await results.frame
			.getByText('1,000 records in one answer look like the most the service gives.')
			.first()
			.waitFor();
		await workbench.screenshot('export-doubted');
		await results.button('Verify').click();
		await results.frame
			.getByText(/^The service has records that are not here\./)
			.first()
			.waitFor();
		assert.match(await results.facts(), /records missing/);
		await workbench.waitForStatusBar(`${application}: records missing.`);
		assert.ok(
			(await workbench.notifications.texts()).every((text) => !text.includes('records missing')),
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
			/complete|not verified/.test(await whole.facts()) &&
			(await whole.frame.getByText(/records that are not here|changed since/).count()) === 0
				? true
				: undefined,
		);
		await workbench.screenshot('export-completed');
	});

	it('goes with everything else when all data is cleared', async () => {
		await workbench.runCommand('App Errors: Clear All Data…');
		assert.match(
			await workbench.notifications.dialog(),
			/^Clear all data of App Errors on this machine\?\n\d exports, together/,
		);
		await workbench.screenshot('clear-all-data');
		await workbench.notifications.clickDialog('Clear All Data');
		await workbench.notifications.waitFor('All data of App Errors was cleared.');
		assert.match((await tree().welcome()).text, /sign in/i);
	});
});

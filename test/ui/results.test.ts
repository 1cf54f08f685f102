import assert from 'node:assert/strict';
import { skipBecause } from '../support/skipBecause';
import { openExport } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { eventually } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';

describe('results view in the editor window', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open();
		await openExport(workbench);
	});

	after(() => workbench?.close());

	const view = () => new ResultsView(workbench.webview()).ready();

	const onlyOneTab = () =>
		eventually('One tab', async () => ((await workbench.tabs()).length === 1 ? true : undefined));

	it('opens an export and shows its request, number of records and time', async () => {
		const results = await view();
		assert.equal(await results.title(), 'Shop for Android · Last 7 days · by device time');
		assert.match(await results.facts(), /[\d,]+ records.*exported \d\d:\d\d/);
		assert.ok((await results.columns()).some((name) => name.includes('error_name')));
		await eventually('Rows', async () => ((await results.rows()).length > 5 ? true : undefined));
	});

	it('shows the timeline and the groups, starting with the largest group', async () => {
		const results = await view();
		const groups = await results.groups();
		assert.ok(groups.length > 3, JSON.stringify(groups));
		const sizes = groups.map(({ records }) => Number(records.replaceAll(',', '')));
		assert.deepEqual(
			sizes,
			sizes.toSorted((a, b) => b - a),
		);
		await results.chart.waitFor();
		await workbench.pictures('results');
	});

	it('filters by the clicked group and shows the filter as a removable chip', async () => {
		const results = await view();
		const all = await results.count();
		const [largest] = await results.groups();
		await results.group(0).click();
		const left = await results.waitForCount((count) => count < all);
		await results.waitForFirstGroup(left);
		const [chip, ...more] = await results.chips();
		assert.ok(chip?.includes(largest?.value ?? '?') && more.length === 0, String(chip));
		await results.record
			.getByText(largest?.value ?? '?')
			.first()
			.waitFor();
		await workbench.screenshot('results-filtered');
		await results
			.button(/^Remove filter/)
			.first()
			.click();
		assert.equal(await results.waitForCount((count) => count > left), all);
	});

	it('shows all fields of a record', async () => {
		const results = await view();
		await results.cell(0).click();
		await results.cell(0).press('Enter');
		const [first = []] = await results.rows();
		const when = first.find((cell) => /^\d{4}-\d\d-\d\d \d\d:/.test(cell));
		assert.ok(when, first.join(' | '));
		await results.record.getByText(when, { exact: true }).first().waitFor();
		await results.record.getByText('app_version_name').first().waitFor();
		await workbench.screenshot('results-record');
	});

	it('copies the selected cells', async () => {
		const results = await view();
		await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await results.cell(0).click();
		await workbench.page.keyboard.press('ControlOrMeta+C');
		const copied = await eventually('Something copied', async () => {
			const text = await workbench.page.evaluate('navigator.clipboard.readText()');
			return typeof text === 'string' && text !== '' ? text : undefined;
		});
		const [row = []] = await results.rows();
		assert.ok(
			row.some((cell) => cell !== '' && copied.startsWith(cell.split('\n')[0] ?? '')),
			`${copied} is none of ${row}`,
		);
	});

	it("opens the search of the results view with the editor's Find shortcut", async () => {
		const results = await view();
		await results.cell(0).click();
		await workbench.page.keyboard.press('ControlOrMeta+F');
		const box = results.frame.getByPlaceholder(/^Search all fields/);
		await eventually('The search box has the focus', async () =>
			(await box.evaluate((input) => input.matches(':focus'))) ? true : undefined,
		);
	});

	it('offers commands of the results view in the Command Palette', async () => {
		const commands = await workbench.findCommands('App Errors: Go to');
		assert.ok(commands.includes('App Errors: Go to Record…'), commands.join());
		const toggleGroups = async () => {
			await workbench.runCommand('App Errors: Show or Hide Pane…');
			await workbench.quickInput.pick('Groups');
		};
		await toggleGroups();
		const results = await view();
		await results.groupList.waitFor({ state: 'hidden' });
		await toggleGroups();
		await results.groupList.waitFor();
	});

	it('restores the results view after a window reload', async () => {
		const before = await view();
		const all = await before.count();
		await before.groups();
		await before.group(1).click();
		const left = await before.waitForCount((count) => count < all);
		const chips = await before.chips();
		await workbench.reload();
		const after = await view();
		assert.equal(await after.waitForCount((count) => count === left), left);
		assert.deepEqual(await after.chips(), chips);
		await after
			.button(/^Remove filter/)
			.first()
			.click();
		await after.waitForCount((count) => count === all);
	});

	it('reconnects the results view with its filters after the extension host has crashed', async function () {
		if (process.platform === 'win32') skipBecause(this, 'The program ps is required.');
		const before = await view();
		const all = await before.count();
		await before.groups();
		await before.group(1).click();
		const left = await before.waitForCount((count) => count < all);
		const chips = await before.chips();
		// The filters are saved with a delay.
		await workbench.page.waitForTimeout(4_000);
		await workbench.crashExtensionHost();
		const after = await view();
		assert.equal(await after.waitForCount((count) => count === left), left);
		assert.deepEqual(await after.chips(), chips);
		await after
			.button(/^Remove filter/)
			.first()
			.click();
		await after.waitForCount((count) => count === all);
		await onlyOneTab();
	});

	it('switches from the results view to a text editor and back in the same tab', async () => {
		await workbench.runCommand('App Errors: Reopen as Text');
		assert.match(await workbench.editor.text(), /^error,error_datetime,/);
		await onlyOneTab();
		await workbench.runCommand('App Errors: Open Results View');
		await view();
		await onlyOneTab();
	});

	it('applies the layout of the results view to later exports until it is reset', async () => {
		const before = await view();
		const sorted = (results: ResultsView) => results.frame.getByRole('columnheader', { name: /^error_name/ });
		await before.button('Hide Timeline').click();
		await sorted(before).click();
		await before.frame.locator('[role=columnheader][aria-sort=ascending]').waitFor();
		await before.group(0).click();
		await before.button(/^Remove filter/).waitFor();
		await workbench.runCommand('App Errors: Repeat Last Export');
		const next = await eventually('The next export, which has no filter', async () => {
			const results = await view();
			// The previous webview may be disposed while its filters are being read.
			const chips = await results.chips().catch(() => undefined);
			return chips?.length === 0 && (await workbench.tabs()).length === 2 ? results : undefined;
		});
		await next.groups();
		await next.frame.locator('[role=columnheader][aria-sort=ascending]').waitFor();
		assert.equal(await next.chart.isVisible(), false);
		await workbench.screenshot('results-next');
		await workbench.runCommand('App Errors: Reset Results Layout');
		await next.chart.waitFor();
		assert.equal(await sorted(next).getAttribute('aria-sort'), 'none');
		await workbench.closeEditor();
		await onlyOneTab();
	});

	it('renders the results view in a narrow window', async () => {
		await workbench.page.setViewportSize({ width: 900, height: 800 });
		const results = await view();
		await results.groups();
		await workbench.screenshot('results-narrow');
		await workbench.page.setViewportSize({ width: 1280, height: 800 });
	});
});

describe('results view in Restricted Mode', () => {
	let workbench: Workbench;
	reportFailures(() => workbench);

	before(async () => {
		workbench = await Workbench.open({ restricted: true });
	});

	after(() => workbench?.close());

	it('shows an export in Restricted Mode the same way as in a trusted folder', async () => {
		await openExport(workbench);
		const results = await new ResultsView(workbench.webview()).ready();
		await results.waitForGroups(4);
	});
});

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileTable } from '../../src/core/records/read/openTable';
import { databasePassword } from '../support/databases/configuration';
import { useServer } from '../support/databases/databases';
import { exported } from '../support/host/sampleRecords';
import { tabOf } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { uiEnvironment } from '../support/vscode/uiEnvironment';
import { eventually, patience } from '../support/vscode/waiting';
import { reportFailures, Workbench } from '../support/vscode/workbench';
import { fillAt } from '../unit/core/records/server/support/filled';

const { signal } = new AbortController();

describe('databases in the editor window', () => {
	const server = useServer();
	let workbench: Workbench;
	let folder: string;
	let records = 0;
	reportFailures(() => workbench);

	before(async () => {
		folder = await mkdtemp(join(tmpdir(), 'app-errors-'));
		const file = join(folder, 'records.errors.csv');
		const more = ['error_datetime', 'error_timestamp', 'os_version', 'device_model', 'city', 'analytics_device_id'];
		await writeFile(file, await exported(uiEnvironment().sample, '101', more));
		await using table = await FileTable.open(file, { signal });
		({ total: records } = await table.load(signal, () => undefined));
		await fillAt(server.current.url, 'crashes', table);
		await server.current.run(
			'CREATE TABLE crashes.others (at DateTime, trace String, release String, device UInt64) ENGINE = MergeTree ORDER BY at',
		);
		await server.current.run(
			"INSERT INTO crashes.others SELECT toDateTime(1795400000 + number), concat('shop.Oops: ', toString(number % 7)), concat('3.', toString(number % 3)), number % 50 FROM system.numbers LIMIT 1000",
		);
		workbench = await Workbench.open();
		// Breadcrumbs would show the test's folders in the screenshots.
		await workbench.changeSettings({ 'breadcrumbs.enabled': false });
	});

	after(async () => {
		// Other windows share these settings.
		await workbench?.changeSettings({ 'breadcrumbs.enabled': undefined, 'appErrors.databases': undefined });
		await workbench?.close();
		await rm(folder, { recursive: true, force: true });
	});

	const tree = () => workbench.tree('Applications');
	const view = () => new ResultsView(workbench.webview()).ready();

	async function answer(prompt: RegExp, text: string): Promise<void> {
		const { quickInput } = workbench;
		await quickInput.opened();
		await eventually(`the box for ${prompt}`, async () => (prompt.test(await quickInput.message()) ? true : undefined));
		await quickInput.type(text);
		await quickInput.accept();
	}

	it('connects to a database from the Command Palette', async () => {
		const { quickInput } = workbench;
		await workbench.openContainer('App Errors');
		await workbench.runCommand('App Errors: Connect to Database…');
		await answer(/URL of the ClickHouse HTTP interface/, server.current.url);
		await answer(/Database user/, 'reader');
		await answer(/Password for reader/, databasePassword);
		await quickInput.opened();
		await quickInput.waitForPlaceholder(/^Choose databases to show/);
		await workbench.screenshot('database-choice');
		await quickInput.pick('crashes');
		await tree().waitForRow('crashes');
		await tree().expand('crashes');
		await tree().waitForRow('Sign In');
		await workbench.runCommand('Notifications: Clear All Notifications');
		await workbench.pictures('database-tree');
	});

	it('opens a dataset and shows its most recent days first', async () => {
		const rows = await tree().rows();
		const row = rows.find(({ description }) => /records$/.test(description));
		assert(row, JSON.stringify(rows));
		await workbench.page.getByRole('treeitem', { name: /Dataset crashes/ }).click();
		await workbench.waitForTab(/^crashes\.errors/);
		const results = await view();
		const shown = await results.waitForCount((count) => count > 0 && count < records);
		assert.match(await results.title(), /^crashes$/);
		assert.match(await results.facts(), /as of \d/);
		await workbench.pictures('database-results');
		await results.frame.getByRole('button', { name: /^Show All Time \(/ }).click();
		assert.ok(shown < (await results.waitForCount((count) => count === records)));
	});

	it('shows stack traces from a dataset, filters records and returns to the same view', async () => {
		const results = await view();
		await results.groupList.getByRole('option').first().click();
		const inGroup = await results.waitForCount((count) => count < records);
		await results.cell(2).click();
		await results.record
			.getByRole('link', { name: /\.kt:\d+/ })
			.first()
			.waitFor();
		await workbench.screenshot('database-record');
		await workbench.closeEditor();
		await workbench.page.getByRole('treeitem', { name: /Dataset crashes/ }).click();
		assert.equal(await (await view()).waitForCount((count) => count === inGroup), inGroup);
	}).timeout(3 * patience);

	it('maps the columns of a third-party table and shows its records', async () => {
		const { quickInput } = workbench;
		await workbench.closeEditor();
		await workbench.runCommand('App Errors: Use Existing Table…');
		await quickInput.opened();
		await quickInput.pick('others');
		for (const [asked, column] of [
			[/^Choose the column with the record's time/, 'at'],
			[/^Choose the column with the error text/, 'trace'],
			[/^Choose the column with the app version/, 'release'],
			[/^Choose the column that identifies devices/, 'device'],
			[/^Choose the column with the error name/, 'None'],
		] as const) {
			await quickInput.waitForPlaceholder(asked);
			await quickInput.pick(column);
		}
		await workbench.waitForTab(/^crashes\.others\.errors|^crashes-others\.errors/);
		const results = await view();
		assert.equal(await results.waitForCount((count) => count > 0), 1000);
		await tree().waitForRow('crashes.others');
		await workbench.pictures('database-mapped');
	}).timeout(3 * patience);

	it('asks for confirmation before a load, and explains why a confirmed load failed', async () => {
		const { quickInput } = workbench;
		await workbench.closeEditor();
		await workbench.runCommand('App Errors: Explore Sample Data');
		await workbench.waitForTab(tabOf('Shop for Android'));
		await view();
		await workbench.runCommand('App Errors: Load into Database…');
		await quickInput.opened();
		await quickInput.pick('crashes');
		await quickInput.waitForPlaceholder(/^Choose fields to load/);
		await workbench.screenshot('database-load-fields');
		await quickInput.accept();
		const question = workbench.page.locator('.monaco-dialog-box');
		await question.getByText(/^Load [\d,]+ records of Shop for Android into the dataset "crashes"/).waitFor();
		await workbench.screenshot('database-load-question');
		await question.getByRole('button', { name: 'Load', exact: true }).click();
		await workbench.page
			.getByText(/has different fields|does not have permission/)
			.first()
			.waitFor();
		await workbench.screenshot('database-load-refused');
	}).timeout(5 * patience);
});

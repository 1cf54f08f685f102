import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileTable } from '../../src/core/records/read/openTable';
import { databasePassword } from '../support/databases/configuration';
import { useServer } from '../support/databases/databases';
import { exported } from '../support/host/sampleRecords';
import { exportRecords } from '../support/vscode/openExport';
import { ResultsView } from '../support/vscode/resultsView';
import { uiEnvironment } from '../support/vscode/uiEnvironment';
import { eventually, patience } from '../support/vscode/waiting';
import { screenshotFailures, Workbench } from '../support/vscode/workbench';
import { fillAt } from '../unit/core/records/server/support/filled';

const { signal } = new AbortController();

describe('A person whose records are in a database', () => {
	const server = useServer();
	let workbench: Workbench;
	let folder: string;
	let records = 0;
	screenshotFailures(() => workbench);

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
		// They would name folders of the test in the pictures.
		await workbench.changeSettings({ 'breadcrumbs.enabled': false });
	});

	after(async () => {
		// Other windows have the same settings.
		await workbench?.changeSettings({ 'breadcrumbs.enabled': undefined, 'appErrors.databases': undefined });
		await workbench?.close();
		await rm(folder, { recursive: true, force: true });
	});

	const tree = () => workbench.tree('Applications');
	const view = () => new ResultsView(workbench.webview()).ready();

	/** Types into the box that asks for this. */
	async function answer(prompt: RegExp, text: string): Promise<void> {
		const { quickInput } = workbench;
		await quickInput.opened();
		await eventually(`the box for ${prompt}`, async () => (prompt.test(await quickInput.message()) ? true : undefined));
		await quickInput.type(text);
		await quickInput.accept();
	}

	it('connects it from the command palette', async () => {
		const { quickInput } = workbench;
		await workbench.openContainer('App Errors');
		await workbench.runCommand('App Errors: Connect a Database…');
		await answer(/Address of the HTTP interface/, server.current.url);
		await answer(/User of the database/, 'reader');
		await answer(/Password of reader/, databasePassword);
		await quickInput.opened();
		await eventually('the databases', async () =>
			(await quickInput.placeholder()).startsWith('Which of its databases') ? true : undefined,
		);
		await workbench.screenshot('database-choice');
		await quickInput.pick('crashes');
		await tree().waitForRow('crashes');
		await tree().expand('crashes');
		await tree().waitForRow('Sign In');
		await workbench.runCommand('Notifications: Clear All Notifications');
		await workbench.pictures('database-tree');
	});

	it('opens a dataset, whose last days are shown first', async () => {
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
		await results.frame.getByRole('button', { name: /^All time: / }).click();
		assert.ok(shown < (await results.waitForCount((count) => count === records)));
	});

	it('reads stack traces, filters and comes back to the same view', async () => {
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

	it('maps a table that others made, and sees its records', async () => {
		const { quickInput } = workbench;
		await workbench.closeEditor();
		await workbench.runCommand('App Errors: Map a Table…');
		await quickInput.opened();
		await quickInput.pick('others');
		for (const [asked, column] of [
			['The column with the time', 'at'],
			['The column with the text', 'trace'],
			["The column with the application's version", 'release'],
			['The column that tells devices apart', 'device'],
			['The column with the name', 'None of the columns'],
		] as const) {
			await eventually(asked, async () => ((await quickInput.placeholder()).startsWith(asked) ? true : undefined));
			await quickInput.pick(column);
		}
		await workbench.waitForTab(/^crashes\.others\.errors|^crashes-others\.errors/);
		const results = await view();
		assert.equal(await results.waitForCount((count) => count > 0), 1000);
		await tree().waitForRow('crashes.others');
		await workbench.pictures('database-mapped');
	}).timeout(3 * patience);

	it('is asked before records are loaded, and told why that is not possible', async () => {
		const { quickInput } = workbench;
		await workbench.closeEditor();
		await workbench.runCommand('App Errors: Try with Sample Data');
		await quickInput.pick('10 thousand');
		await tree().waitForRow('Notes');
		await exportRecords(workbench, { application: 'Shop for Android' });
		await workbench.runCommand('App Errors: Load into a Database…');
		await quickInput.opened();
		await quickInput.pick('crashes');
		await eventually('the fields', async () =>
			(await quickInput.placeholder()).startsWith('Fields to load') ? true : undefined,
		);
		await workbench.screenshot('database-load-fields');
		await quickInput.accept();
		const question = workbench.page.locator('.monaco-dialog-box');
		await question.getByText(/^Load [\d,]+ records of Shop for Android into the dataset crashes/).waitFor();
		await workbench.screenshot('database-load-question');
		await question.getByRole('button', { name: 'Load', exact: true }).click();
		await workbench.page
			.getByText(/has records of other fields|refuses this user the right/)
			.first()
			.waitFor();
		await workbench.screenshot('database-load-refused');
	}).timeout(5 * patience);
});

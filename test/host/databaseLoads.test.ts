import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { databasePassword } from '../support/databases/configuration';
import { useServer } from '../support/databases/databases';
import { useExportsHarness } from '../support/host/exportsHarness';
import { syncHarness } from '../support/host/syncHarness';
import { eventually } from '../support/vscode/waiting';

const records = `error,error_datetime,os_name,analytics_device_id
boom,2026-11-02 10:00:00,android,77
boom,2026-11-02 10:00:00,android,77
bang,2026-11-03 10:00:00,ios,78
`;

describe('loading records into a database', () => {
	const server = useServer();
	const stage = useExportsHarness();
	const { keep, node, only } = syncHarness(stage);
	let folder: string;
	let file: vscode.Uri;

	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'app-errors-'));
		file = vscode.Uri.file(path.join(folder, 'records.csv'));
		await writeFile(file.fsPath, records);
		await server.current.run('DROP DATABASE IF EXISTS crashes');
	});

	afterEach(async () => {
		const { databases, loadConsents } = stage.services;
		for (const connection of databases.list()) {
			await databases.remove(connection);
			await loadConsents.forget(connection);
		}
		await rm(folder, { recursive: true });
	});

	const connect = (user = 'admin') =>
		stage.services.databases.add(
			{ name: 'loads', url: server.current.url, user, database: '' },
			{ password: databasePassword, allowInsecure: false },
		);
	const load = (of: unknown) => vscode.commands.executeCommand('appErrors.loadIntoDatabase', of);
	const answer = async (sql: string) => (await server.current.run(sql)).trim();
	async function nameNew(): Promise<void> {
		await stage.person.pick(/Choose a dataset/).choose('New Dataset…');
		await stage.person.input(/Name of the new dataset/).answer('crashes');
	}

	async function untilAsked() {
		const loading = load(file);
		await nameNew();
		await stage.person.pick(/Choose fields to load/).enter();
		return { loading, question: stage.person.message(/^Load 3 records/) };
	}

	it('loads records once after a confirmation that names the target and the fields', async () => {
		await connect();
		const loading = load(file);
		await nameNew();
		const fields = stage.person.pick(/Choose fields to load/);
		assert.deepEqual(await fields.checked(), ['error', 'error_datetime', 'os_name']);
		await fields.enter();
		const question = stage.person.message(/^Load 3 records of records.csv into the dataset "crashes" at 127/);
		const { modal, detail = '' } = await question.read();
		assert.equal(modal, true);
		assert.match(detail, /^Fields: error, error_datetime, os_name\./);
		assert.match(detail, /Fields that won't be loaded: analytics_device_id\./);
		assert.match(detail, /Anyone with access to the database/);
		await question.press('Set Up and Load');
		await loading;
		await stage.person.message('Added 3 records to crashes, which now has 3 records.').read();
		assert.equal(await answer('SELECT count() FROM crashes.records'), '3');
		assert.doesNotMatch(await answer('DESCRIBE TABLE crashes.records'), /analytics_device_id/);

		const again = load(file);
		await stage.person.pick(/Choose a dataset/).choose('crashes');
		await again;
		await stage.person.message('Added 0 records to crashes, which now has 3 records.').read();
		assert.equal(await answer('SELECT count() FROM crashes.records'), '3');
	});

	it('loads personal fields only if the user selects them, and lists those fields', async () => {
		await connect();
		const loading = load(file);
		await nameNew();
		const fields = stage.person.pick(/Choose fields to load/);
		await fields.check('error', 'analytics_device_id');
		await fields.enter();
		const question = stage.person.message(/^Load 3 records/);
		assert.match((await question.read()).detail ?? '', /can identify a person or a device: analytics_device_id\./);
		await question.dismiss();
		await loading;
		assert.equal(await answer("SELECT count() FROM system.databases WHERE name = 'crashes'"), '0');
	});

	it("offers setup SQL for an administrator if the user isn't allowed to create a dataset", async () => {
		await connect('reader');
		const copied = async (where: string) => {
			const { loading, question } = await untilAsked();
			await question.press('Copy Setup SQL');
			await stage.person.pick(/Choose a server or cluster/).choose(where);
			await loading;
			return vscode.env.clipboard.readText();
		};
		const sql = await copied('For a single server');
		assert.match(sql, /CREATE DATABASE IF NOT EXISTS `crashes`/);
		assert.match(sql, /sets readonly to 2/);
		assert.doesNotMatch(sql, /analytics_device_id/);
		assert.match(await copied('For cluster half'), /^CREATE DATABASE IF NOT EXISTS `crashes` ON CLUSTER `half`;/);

		const { loading, question } = await untilAsked();
		await question.press('Set Up and Load');
		await loading;
		await stage.person.message(/does not have permission for this operation/).read();
	});

	it('loads synced records again after each update if the user has chosen this option', async () => {
		await connect();
		await keep('Last 7 days');
		const { known } = await only();
		const loading = load(await node());
		await nameNew();
		await stage.person.pick(/Choose fields to load/).enter();
		await stage.person.message(/^Load /).press('Load Now and After Each Sync');
		await loading;
		await stage.person.message(/^Added [\d,]+ records to crashes, which now has /).read();
		assert.equal(await answer('SELECT count() FROM crashes.records'), String(known.summary.rows));
		const finished = () => answer("SELECT count() FROM crashes.loads WHERE state = 'finished'");
		assert.equal(await finished(), '1');
		await vscode.commands.executeCommand('appErrors.syncNow', await node());
		await eventually('a second load', async () => ((await finished()) === '2' ? true : undefined));
		await stage.person.progress(/Loading Shop for Android/).ended();
		const rows = (await only()).known.summary.rows;
		assert.equal(await answer('SELECT count() FROM crashes.records'), String(rows));
	});

	it('refuses to load records that are not stored in a file', async () => {
		await connect();
		const dataset = vscode.Uri.file(path.join(folder, 'crashes.errors-dataset.json'));
		await load(dataset);
		await stage.person.message(/Records in a database/).read();
	});

	it('offers to connect to a database if none is connected', async () => {
		const loading = load(file);
		const message = stage.person.message('No database is connected.');
		await message.press('Connect to Database…');
		await stage.person.input(/URL of the ClickHouse HTTP interface/).escape();
		await loading;
	});
});

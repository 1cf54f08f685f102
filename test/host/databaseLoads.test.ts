import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { databasePassword } from '../support/databases/configuration';
import { useServer } from '../support/databases/databases';
import { useExportsStage } from '../support/host/exportsStage';
import { keptStage } from '../support/host/keptStage';
import { eventually } from '../support/vscode/waiting';

const records = `error,error_datetime,os_name,analytics_device_id
boom,2026-11-02 10:00:00,android,77
boom,2026-11-02 10:00:00,android,77
bang,2026-11-03 10:00:00,ios,78
`;

describe('records are loaded into a database', () => {
	const server = useServer();
	const stage = useExportsStage();
	const { keep, node, only } = keptStage(stage);
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
		await stage.person.pick(/The dataset that the records are added to/).choose('New Dataset…');
		await stage.person.input(/Name of the new dataset/).answer('crashes');
	}

	/** From the command to the question about a new dataset, with the fields that are offered. */
	async function untilAsked() {
		const loading = load(file);
		await nameNew();
		await stage.person.pick(/Fields to load/).enter();
		return { loading, question: stage.person.message(/^Load 3 records/) };
	}

	it('after a question that names where to and which fields, and none twice', async () => {
		await connect();
		const loading = load(file);
		await nameNew();
		const fields = stage.person.pick(/Fields to load/);
		assert.deepEqual(await fields.checked(), ['error', 'error_datetime', 'os_name']);
		await fields.enter();
		const question = stage.person.message(/^Load 3 records of records.csv into the dataset crashes at 127/);
		const { modal, detail = '' } = await question.read();
		assert.equal(modal, true);
		assert.match(detail, /^Fields: error, error_datetime, os_name\./);
		assert.match(detail, /Not loaded: analytics_device_id\./);
		assert.match(detail, /Whoever may read that database/);
		await question.press('Set Up and Load');
		await loading;
		await stage.person.message('3 records were added to crashes, which has 3 records now.').read();
		assert.equal(await answer('SELECT count() FROM crashes.records'), '3');
		assert.doesNotMatch(await answer('DESCRIBE TABLE crashes.records'), /analytics_device_id/);

		const again = load(file);
		await stage.person.pick(/The dataset that the records are added to/).choose('crashes');
		await again;
		await stage.person.message('0 records were added to crashes, which has 3 records now.').read();
		assert.equal(await answer('SELECT count() FROM crashes.records'), '3');
	});

	it('with fields that can identify somebody only where these are named', async () => {
		await connect();
		const loading = load(file);
		await nameNew();
		const fields = stage.person.pick(/Fields to load/);
		await fields.check('error', 'analytics_device_id');
		await fields.enter();
		const question = stage.person.message(/^Load 3 records/);
		assert.match((await question.read()).detail ?? '', /can identify a person or a device: analytics_device_id\./);
		await question.dismiss();
		await loading;
		assert.equal(await answer("SELECT count() FROM system.databases WHERE name = 'crashes'"), '0');
	});

	it('by an administrator where the person has no right, with SQL to hand over', async () => {
		await connect('reader');
		/** What is copied for where the dataset is set up. */
		const copied = async (where: string) => {
			const { loading, question } = await untilAsked();
			await question.press('Copy Set-up SQL');
			await stage.person.pick(/Where the dataset is set up/).choose(where);
			await loading;
			return vscode.env.clipboard.readText();
		};
		const sql = await copied('For one server');
		assert.match(sql, /CREATE DATABASE IF NOT EXISTS `crashes`/);
		assert.match(sql, /readonly = 2/);
		assert.doesNotMatch(sql, /analytics_device_id/);
		// One that the server of the tests knows.
		assert.match(await copied('For the cluster half'), /^CREATE DATABASE IF NOT EXISTS `crashes` ON CLUSTER `half`;/);

		const { loading, question } = await untilAsked();
		await question.press('Set Up and Load');
		await loading;
		await stage.person.message(/refuses this user the right to do so/).read();
	});

	it('after each update of kept records, once a person has said so', async () => {
		await connect();
		await keep('Last 7 days');
		const { known } = await only();
		const loading = load(await node());
		await nameNew();
		await stage.person.pick(/Fields to load/).enter();
		await stage.person.message(/^Load /).press('Load, Also After Each Update');
		await loading;
		await stage.person.message(/were added to crashes/).read();
		assert.equal(await answer('SELECT count() FROM crashes.records'), String(known.summary.rows));
		const finished = () => answer("SELECT count() FROM crashes.loads WHERE state = 'finished'");
		assert.equal(await finished(), '1');
		await vscode.commands.executeCommand('appErrors.updateKept', await node());
		await eventually('a second load', async () => ((await finished()) === '2' ? true : undefined));
		await stage.person.progress(/Loading Shop for Android/).ended();
		const rows = (await only()).known.summary.rows;
		assert.equal(await answer('SELECT count() FROM crashes.records'), String(rows));
	});

	it('only from files', async () => {
		await connect();
		const dataset = vscode.Uri.file(path.join(folder, 'crashes.errors-dataset.json'));
		await load(dataset);
		await stage.person.message(/server/).read();
	});

	it('once one is connected', async () => {
		const loading = load(file);
		const message = stage.person.message('No database is connected.');
		await message.press('Connect a Database…');
		await stage.person.input(/Address of the HTTP interface/).escape();
		await loading;
	});
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ApplicationsProvider } from '../../src/features/applications/applicationsProvider';
import type { TreeNode } from '../../src/features/applications/nodes';
import { databasePassword } from '../support/databases/configuration';
import { useServer } from '../support/databases/databases';
import { runCommand, useAccountStage } from '../support/host/accountStage';
import { setSetting, theProduct } from '../support/host/product';
import { describeTree, findRow, tooltipAt } from '../support/host/tree';

describe('databases', () => {
	const server = useServer();
	const stage = useAccountStage();
	let rows: ApplicationsProvider;

	const setting = () => vscode.workspace.getConfiguration().inspect('appErrors.databases')?.globalValue;
	const row = (label: string): Promise<TreeNode> => findRow<TreeNode>(rows, label);

	before(async () => {
		({ rows } = await theProduct());
		await server.current.run('CREATE DATABASE crashes');
		for (const table of ['records', 'keys', 'loads']) {
			await server.current.run(`CREATE TABLE crashes.${table} (n UInt64) ENGINE = MergeTree ORDER BY n`);
		}
		await server.current.run('INSERT INTO crashes.records SELECT number FROM system.numbers LIMIT 1234');
		await server.current.run(
			'CREATE TABLE others (at DateTime, trace String, id UInt64) ENGINE = MergeTree ORDER BY at',
		);
	});

	afterEach(async () => {
		for (const connection of stage.services.databases.list()) {
			await stage.services.databases.remove(connection);
		}
		await setSetting('appErrors.databases', undefined);
	});

	async function connect(user: string, database: RegExp): Promise<void> {
		const done = runCommand('appErrors.connectDatabase');
		await stage.person.input(/Address of the HTTP interface/).answer(server.current.url);
		await stage.person.input(/User of the database/).answer(user);
		await stage.person.input(/Password of/).answer(databasePassword);
		await stage.person.pick(/Which of its databases/).choose(database);
		await done;
	}

	it('are connected step by step, and told in one line', async () => {
		await connect('reader', /^crashes$/);
		assert.equal(
			(await stage.person.message(/Connected/).read()).text,
			'Connected to crashes: version 18.16.1, read-only user.',
		);
		assert.deepEqual(setting(), [
			{ name: 'crashes', address: server.current.url, database: 'crashes', user: 'reader' },
		]);
		assert.deepEqual(await describeTree<TreeNode>(rows), ['[server] crashes', ['[database] crashes · 1,234 records']]);
		assert.equal(
			await tooltipAt<TreeNode>(rows, await row('crashes')),
			`crashes\nAddress: ${server.current.url}\nUser: reader\nDatabase: crashes`,
		);
	});

	it('are connected by a user who may do more, with a word about it', async () => {
		await connect('admin', /^All that the user sees$/);
		assert.match(
			(await stage.person.message(/Connected/).read()).text,
			/may also change records there; App Errors only reads/,
		);
	});

	it('keep the box open while the password is a wrong one, and keep nothing of it', async () => {
		const done = runCommand('appErrors.connectDatabase');
		await stage.person.input(/Address/).answer(server.current.url);
		await stage.person.input(/User/).answer('reader');
		const box = stage.person.input(/Password/);
		assert.equal((await box.look()).secret, true);
		await box.type('wrong');
		await box.enter();
		assert.match(await box.words(), /does not accept this user and password/);
		await box.escape();
		await done;
		assert.equal(setting(), undefined);
	});

	it('beyond this machine need consent where the way is not encrypted', async () => {
		const done = runCommand('appErrors.connectDatabase');
		await stage.person.input(/Address/).answer('http://database.example:8123');
		const question = stage.person.message(/Send the password to database.example:8123 unencrypted/);
		assert.equal((await question.read()).modal, true);
		await question.press('Change Address');
		await stage.person.input(/Address/).escape();
		await done;
	});

	it('have tables of others, which are mapped column by column', async () => {
		await connect('strict', /^default$/);
		assert.deepEqual(await describeTree<TreeNode>(rows), [
			'[server] default',
			['[info] No records yet. · "Map a Table…" in the menu of the database reads a table of it as records.'],
		]);
		const mapped = runCommand('appErrors.mapTable');
		await stage.person.pick(/The table that holds records/).choose(/^others$/);
		assert.deepEqual(await stage.person.pick(/time of a record/).labels(), ['at', 'trace', 'id']);
		await stage.person.pick(/time of a record/).choose(/^at$/);
		await stage.person.pick(/stack trace/).choose(/^trace$/);
		await stage.person.pick(/version/).choose(/^None/);
		await stage.person.pick(/devices/).choose(/^id$/);
		await stage.person.pick(/name that errors/).choose(/^None/);
		await mapped;
		assert.deepEqual(await describeTree<TreeNode>(rows), ['[server] default', ['[table] default.others · mapped']]);
		const [connection] = stage.services.databases.list();
		assert(connection);
		assert.deepEqual(stage.services.databases.mappedTables(connection), [
			{
				database: 'default',
				table: 'others',
				time: { name: 'at', type: 'DateTime' },
				others: { error: 'trace', device: 'id' },
			},
		]);
		await runCommand('appErrors.removeMappedTable', (await row('default.others')) as never);
		assert.deepEqual(stage.services.databases.mappedTables(connection), []);
	});

	it('that cannot be read say so in their place', async () => {
		await connect('reader', /^crashes$/);
		await setSetting('appErrors.databases', [
			{ name: 'without a password', address: server.current.url, user: 'nobody' },
		]);
		const [name, under] = await describeTree<TreeNode>(rows);
		assert.equal(name, '[server] without a password');
		assert.match(String(under), /\[error\] The database cannot be read\..*does not accept this user and password/);
	});

	it('are disconnected after a question, with their passwords', async () => {
		await connect('reader', /^crashes$/);
		const [connection] = stage.services.databases.list();
		assert(connection);
		assert.equal((await stage.services.databases.access(connection)).password, databasePassword);
		const done = runCommand('appErrors.disconnectDatabase');
		const question = stage.person.message(/Disconnect crashes\?/);
		assert.match((await question.read()).detail ?? '', /The database keeps its records/);
		await question.press('Disconnect');
		await done;
		assert.equal(setting(), undefined);
		assert.deepEqual(await describeTree<TreeNode>(rows), []);
		await assert.rejects(stage.services.databases.access(connection));
	});
});

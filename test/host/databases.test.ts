import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { AppError } from '../../src/core/common/errors';
import type { ApplicationsProvider } from '../../src/features/applications/applicationsProvider';
import type { TreeNode } from '../../src/features/applications/nodes';
import { ResultsDocument } from '../../src/features/results/document';
import { recordsShownIn } from '../../src/vscode/openFiles';
import { explain } from '../../src/wording/problemMessages';
import { databasePassword } from '../support/databases/configuration';
import { useServer } from '../support/databases/databases';
import { runCommand, useAccountHarness } from '../support/host/accountHarness';
import { setSetting, theProduct } from '../support/host/product';
import { StagedView } from '../support/host/resultsHarness';
import { describeTree, findRow, tooltipAt } from '../support/host/tree';
import { eventually } from '../support/vscode/waiting';
import { MemoryTable, type TestTable } from '../unit/core/records/query/support/memoryTable';
import { fillAt } from '../unit/core/records/server/support/filled';

const tenDays: TestTable = {
	columns: [
		{ name: 'error_timestamp', kind: 'time', store: 'integer' },
		{ name: 'error', kind: 'text', store: 'raw' },
	],
	rows: Array.from({ length: 1240 }, (_, number) => {
		const noon = Date.UTC(2026, 10, 1 + (number % 10), 12) / 1000;
		return [String(noon), `java.lang.IllegalStateException: ${number}\n\tat shop.Cart.sum(Cart.kt:17)`];
	}),
};

describe('databases', () => {
	const server = useServer();
	const stage = useAccountHarness();
	let rows: ApplicationsProvider;

	const setting = () => vscode.workspace.getConfiguration().inspect('appErrors.databases')?.globalValue;
	const row = (label: string): Promise<TreeNode> => findRow<TreeNode>(rows, label);

	before(async () => {
		({ rows } = await theProduct());
		await fillAt(server.current.url, 'crashes', new MemoryTable(tenDays));
		await server.current.run(
			'CREATE TABLE others (at DateTime, trace String, id UInt64) ENGINE = MergeTree ORDER BY at',
		);
	});

	afterEach(async () => {
		for (const connection of stage.services.databases.list()) {
			await stage.services.databases.remove(connection);
		}
		await setSetting('appErrors.databases', undefined);
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
	});

	async function connect(user: string, database: RegExp): Promise<void> {
		const done = runCommand('appErrors.connectDatabase');
		await stage.person.input(/URL of the ClickHouse HTTP interface/).answer(server.current.url);
		await stage.person.input(/Database user/).answer(user);
		await stage.person.input(/Password for/).answer(databasePassword);
		await stage.person.pick(/Choose databases to show/).choose(database);
		await done;
	}

	async function openFirstRow(): Promise<vscode.Uri> {
		const database = (await rows.getChildren())?.find(({ kind }) => kind === 'database');
		const [row] = (await rows.getChildren(database)) ?? [];
		assert(row);
		const { command } = await rows.getTreeItem(row);
		assert(command);
		await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
		return eventually('a results view', async () => recordsShownIn(vscode.window.tabGroups.activeTabGroup.activeTab));
	}

	it('connects to a database step by step and confirms the connection in one message', async () => {
		await connect('reader', /^crashes$/);
		assert.equal(
			(await stage.person.message(/Connected/).read()).text,
			'Connected to crashes (version 18.16.1, read-only user).',
		);
		assert.deepEqual(setting(), [{ name: 'crashes', url: server.current.url, database: 'crashes', user: 'reader' }]);
		assert.deepEqual(await describeTree<TreeNode>(rows), [
			'[sign-in] Sign In',
			'[server] crashes',
			['[database] crashes · 1,240 records'],
		]);
		assert.equal(
			await tooltipAt<TreeNode>(rows, await row('crashes')),
			`crashes\nURL: ${server.current.url}\nUser: reader\nDatabase: crashes`,
		);
	});

	it('shows a warning when connecting to a database as a user with write privileges', async () => {
		await connect('admin', /^All accessible databases$/);
		assert.match(
			(await stage.person.message(/Connected/).read()).text,
			/version 18\.16\.1\)\. This user can also load records\.$/,
		);
	});

	it('keeps the password input open after a wrong password and stores nothing', async () => {
		const done = runCommand('appErrors.connectDatabase');
		await stage.person.input(/URL of/).answer(server.current.url);
		await stage.person.input(/Database user/).answer('reader');
		const box = stage.person.input(/Password/);
		assert.equal((await box.look()).secret, true);
		await box.type('wrong');
		await box.enter();
		assert.match(await box.words(), /does not accept this user name or password/);
		await box.escape();
		await done;
		assert.equal(setting(), undefined);
	});

	it('requires consent before connecting to a remote database without encryption', async () => {
		const done = runCommand('appErrors.connectDatabase');
		await stage.person.input(/URL of/).answer('http://database.example:8123');
		const question = stage.person.message(/Send the password to database.example:8123 without encryption/);
		const { modal, defaultButton } = await question.read();
		assert.deepEqual([modal, defaultButton], [true, 'Change URL']);
		await question.press('Change URL');
		await stage.person.input(/URL of/).escape();
		await done;
	});

	it('opens a table with a different schema after the user has mapped its columns one by one', async () => {
		await connect('strict', /^default$/);
		assert.deepEqual(await describeTree<TreeNode>(rows), [
			'[sign-in] Sign In',
			'[server] default',
			[
				'[info] No records yet · To read records from a table, select "Use Existing Table…" in the database\'s context menu.',
			],
		]);
		const mapped = runCommand('appErrors.useExistingTable');
		await stage.person.pick(/Choose the table that contains the records/).choose(/^others$/);
		assert.deepEqual(await stage.person.pick(/the record's time/).labels(), ['at', 'trace', 'id']);
		await stage.person.pick(/the record's time/).choose(/^at$/);
		await stage.person.pick(/stack trace/).choose(/^trace$/);
		await stage.person.pick(/version/).choose(/^None/);
		await stage.person.pick(/devices/).choose(/^id$/);
		await stage.person.pick(/the error name/).choose(/^None/);
		await mapped;
		assert.deepEqual(await describeTree<TreeNode>(rows), [
			'[sign-in] Sign In',
			'[server] default',
			['[table] default.others · mapped table'],
		]);
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
		await runCommand('appErrors.removeTableMapping', (await row('default.others')) as never);
		assert.deepEqual(stage.services.databases.mappedTables(connection), []);
	});

	it('opens a dataset in the results view with its most recent days', async () => {
		await connect('reader', /^crashes$/);
		const file = await openFirstRow();
		assert.match(file.path, /\/crashes\.errors-dataset\.json$/);
		assert.doesNotMatch(await readFile(file.fsPath, 'utf8'), /pa ss|password/);
		const document = new ResultsDocument(file, stage.services.engine);
		const view = new StagedView(document, stage.services);
		try {
			const { title, asOf, info } = await view.load();
			assert.equal(title, 'crashes');
			assert.match(asOf ?? '', /^as of \d/);
			const { total, naturalOrder, recentSince } = info;
			assert.deepEqual([total, naturalOrder, recentSince], [1240, 'newestFirst', Date.UTC(2026, 10, 4) / 1000]);
			const filters = [{ kind: 'range', column: 0, from: String(recentSince) }] as const;
			const page = await view.ask('page', {
				view: { filters, sort: [] },
				start: 0,
				end: 1,
				columns: [0, 1],
				cellLength: 100,
			});
			assert.deepEqual([page.count, page.rows[0]?.cells[0]], [7 * 124, String(Date.UTC(2026, 10, 10, 12) / 1000)]);
			const [group] = (
				await view.ask('groups', {
					view: { filters, sort: [] },
					key: { kind: 'frames' },
					order: 'records',
					descending: true,
					start: 0,
					end: 1,
					trendParts: 7,
				})
			).page;
			assert.deepEqual([group?.records, group?.trend], [868, Array(7).fill(124)]);
		} finally {
			view.dispose();
			document.dispose();
		}
	});

	it('shows the existing results view when a dataset is opened again', async () => {
		await connect('reader', /^crashes$/);
		const first = await openFirstRow();
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		assert.equal((await openFirstRow()).toString(), first.toString());
	});

	it('opens a dataset file in the results view by default', async () => {
		await connect('reader', /^crashes$/);
		const first = await openFirstRow();
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		await vscode.commands.executeCommand('vscode.open', first);
		await eventually('the results view', async () => recordsShownIn(vscode.window.tabGroups.activeTabGroup.activeTab));
	});

	it("sends no query for a document that refers to a database that isn't connected", async () => {
		await connect('reader', /^crashes$/);
		const text = await readFile((await openFirstRow()).fsPath, 'utf8');
		const folder = await mkdtemp(path.join(tmpdir(), 'app-errors-'));
		const file = path.join(folder, 'others.errors-dataset.json');
		await writeFile(file, text.replace('"reader"', '"somebody"'));
		const document = new ResultsDocument(vscode.Uri.file(file), stage.services.engine);
		try {
			await assert.rejects(document.opened(), (error) => {
				const { problem } = error as AppError;
				assert(problem.kind === 'databaseNotConnected');
				const { message, action } = explain(problem);
				assert.match(message, /not connected for the user somebody/);
				assert.deepEqual(action?.parameters, [{ url: server.current.url, user: 'somebody' }]);
				return true;
			});
			await writeFile(file, '{"version": 1}');
			document.readAgain();
			await assert.rejects(document.opened(), (error) => (error as AppError).problem.kind === 'unreadable');
		} finally {
			document.dispose();
			await rm(folder, { recursive: true });
		}
	});

	it("shows an error in the tree row of a database that can't be read", async () => {
		await connect('reader', /^crashes$/);
		await setSetting('appErrors.databases', [
			{ name: 'without a password', url: server.current.url, user: 'nobody' },
			{ name: 'nor this one', url: server.current.url, user: 'nobody', database: 'crashes' },
		]);
		const [, name, under] = await describeTree<TreeNode>(rows);
		assert.equal(name, '[server] without a password');
		assert.match(String(under), /\[error\] Can't read the database\..*not connected for the user nobody/);
		assert.match(String(under), /,\[plug\] Connect to Database…$/);
	});

	it('disconnects from a database after confirmation and deletes its password', async () => {
		await connect('reader', /^crashes$/);
		const [connection] = stage.services.databases.list();
		assert(connection);
		assert.equal((await stage.services.databases.access(connection)).password, databasePassword);
		const done = runCommand('appErrors.disconnectDatabase');
		const question = stage.person.message(/Disconnect crashes\?/);
		assert.match((await question.read()).detail ?? '', /The records stay in the database/);
		await question.press('Disconnect');
		await done;
		assert.equal(setting(), undefined);
		assert.deepEqual(await describeTree<TreeNode>(rows), []);
		await assert.rejects(stage.services.databases.access(connection));
	});
});

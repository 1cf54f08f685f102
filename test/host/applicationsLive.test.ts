import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ExportEntry } from '../../src/core/export/model/entry';
import { exportFolderName, serviceFolderName } from '../../src/core/export/model/names';
import { ApplicationsProvider } from '../../src/features/applications/applicationsProvider';
import { ExportHistory } from '../../src/features/applications/exportHistory';
import { ApplicationFilter } from '../../src/features/applications/filter';
import { RunningRows } from '../../src/features/applications/runningRows';
import { SyncedSetRows } from '../../src/features/applications/syncedSetRows';
import type { FaultSetting } from '../../src/sample/faults/setting';
import { type SampleServer, startSampleService } from '../../src/sample/service';
import type { Account } from '../../src/services/accounts';
import type { Services } from '../../src/services/services';
import { DisposableStore } from '../../src/shared/disposables';
import { pastExport } from '../support/host/applicationsHarness';
import { Person } from '../support/host/person';
import { forgetEverything, startProduct } from '../support/host/product';
import { describeTree, findRow } from '../support/host/tree';

const first = '[robot] Shop for Android · 101';

describe('applications from a live service', () => {
	let services: Services;
	let service: SampleServer;
	let account: Account;
	let person: Person;
	let store: DisposableStore;
	let provider: ApplicationsProvider;

	before(async () => {
		services = await startProduct();
	});

	beforeEach(async () => {
		service = await startSampleService({ records: 10, token: 'good-token' });
		await forgetEverything(services);
		account = await signIn('Work');
		person = new Person();
		store = new DisposableStore();
		const { applications, exports, syncedRecords, running } = services;
		const rows = store.add(new RunningRows(running));
		const fail = (error: unknown) => assert.fail(String(error));
		const history = store.add(new ExportHistory(exports, fail));
		const syncedSetRows = store.add(new SyncedSetRows(syncedRecords, services.syncSchedule, services.watermarks, fail));
		const filter = store.add(new ApplicationFilter());
		provider = store.add(
			new ApplicationsProvider(
				applications,
				history,
				rows,
				syncedSetRows,
				filter,
				services.usedInCode,
				{ roots: () => [], under: async () => [], onDidChange: new vscode.EventEmitter<void>().event },
				services.savedExports,
				() => applications.load().catch(fail),
			),
		);
	});

	afterEach(async () => {
		try {
			await person.leave();
		} finally {
			store.dispose();
			for (const { application } of await services.applications.nodes()) {
				await services.applications.remove(account, application.id);
			}
			await vscode.commands.executeCommand('workbench.action.closeAllEditors');
			await rm(services.exports.root, { recursive: true, force: true });
			await forgetEverything(services);
			await service.close();
		}
	});

	const signIn = (label: string) =>
		services.accounts.add({ service: service.url, label, allowInsecure: false }, service.token);
	const listingFault = (setting: FaultSetting) => service.faults.set({ on: 'listing', ...setting });
	const refresh = () => vscode.commands.executeCommand('appErrors.refreshApplications');
	const picture = () => describeTree(provider);

	it('lists applications with names and IDs after a single request', async () => {
		const rows = await picture();
		assert.deepEqual([rows[0], rows.length], [first, 8]);
		assert.equal(service.requests.list().length, 1);
	});

	for (const shape of ['array', 'data']) {
		it(`lists applications from a response in the format ${shape}`, async () => {
			listingFault({ name: 'listing', value: shape });
			assert.equal((await picture())[0], first);
		});
	}

	it('lists applications by ID if the service sends only IDs', async () => {
		listingFault({ name: 'listing', value: 'ids' });
		assert.equal((await picture())[0], '[device-mobile] 101');
	});

	const failures: readonly [FaultSetting, string, readonly string[]][] = [
		[{ name: 'listing', value: 'odd' }, 'Unknown list format', []],
		[{ name: 'listing', value: 'html' }, 'Not a list of applications', ['[sign-in] Sign In with Another URL']],
		[{ name: 'emptyBody' }, 'Not a list of applications', ['[output] Show Log']],
		[{ name: 'status', value: '403' }, 'Access denied', ['[account] Switch Account']],
		[{ name: 'tokenDies', value: '0' }, 'Token not accepted', ['[key] Paste a New Token']],
	];
	for (const [fault, label, actions] of failures) {
		it(`reports why applications can't be listed: ${[fault.name, fault.value].filter(Boolean).join(' ')}`, async () => {
			listingFault(fault);
			await services.applications.pin(account, '2599', true);
			await services.applications.load();
			const [note, ...rest] = await picture();
			assert(String(note).startsWith(`[error] ${label} · `), String(note));
			assert.deepEqual(rest, [...actions, '[refresh] Retry', '[add] Add by ID…', '[device-mobile] 2599 · ★']);
		});
	}

	it('lists the applications on retry after an error', async () => {
		listingFault({ name: 'status', value: '403' });
		await services.applications.load();
		const retry = await findRow(provider, 'Retry');
		const { command } = provider.getTreeItem(retry);
		service.faults.clear();
		await vscode.commands.executeCommand(command?.command ?? '');
		assert.equal((await picture())[0], first);
	});

	it('reports that an account has no applications', async () => {
		listingFault({ name: 'listing', value: 'empty' });
		assert.match(String((await picture())[0]), /^\[info\] No applications found/);
	});

	it('prompts for a new token when a refresh of the application list is rejected', async () => {
		await services.applications.load();
		service.replaceToken('better-token');
		const done = refresh();
		await person.input(/token/i).answer('better-token');
		await done;
		assert.equal((await picture())[0], first);
		assert.equal((await services.accounts.secret(account.id))?.token, 'better-token');
	});

	it('lists the applications of the new account if the account is switched during a request', async () => {
		listingFault({ name: 'silence', times: 1 });
		const loaded = services.applications.load();
		await until(() => service.requests.list().length === 1);
		const home = await signIn('Home');
		await loaded;
		assert.equal((await services.applications.view())?.account.id, home.id);
		assert.equal((await picture())[0], first);
	});

	it('pins, adds, copies and removes an application through commands', async () => {
		const row = async (label: string) => findRow(provider, label);
		await vscode.commands.executeCommand('appErrors.pinApplication', await row('Notes'));
		assert.equal((await picture())[0], '[device-mobile] Notes · ★ 103');
		await vscode.commands.executeCommand('appErrors.copyApplicationId', await row('Notes'));
		assert.equal(person.clipboard, '103');
		await vscode.commands.executeCommand('appErrors.unpinApplication', await row('Notes'));
		const added = vscode.commands.executeCommand('appErrors.addApplication');
		await person.input('Add Application by ID').answer('2599');
		await added;
		assert.deepEqual((await picture()).at(-1), '[device-mobile] 2599');
		await vscode.commands.executeCommand('appErrors.removeApplication', await row('2599'));
		assert.equal((await picture())[0], first);
		assert.equal((await picture()).length, 8);
	});

	it('shows past exports on disk below their application', async () => {
		await services.applications.load();
		await keep(pastExport('101', exportFolderName(new Date()), { hoursAgo: 2, rows: 1 }));
		await keep(pastExport('101', exportFolderName(new Date()), { hoursAgo: 50, interrupted: true }));
		await keep(pastExport('7', exportFolderName(new Date()), { hoursAgo: 1, format: 'json', flags: ['limitReached'] }));
		assert.deepEqual(
			(await picture())
				.filter((row, index, rows) => Array.isArray(row) || Array.isArray(rows[index + 1]))
				.map((row) =>
					Array.isArray(row) ? row.map((text) => text.replace(/requested [^·]+/, 'requested then ')) : row,
				),
			[
				'[robot] Shop for Android · 2 exports · 101',
				[
					'[table] requested then · Last 7 days · 1 record · 2 h ago · 8 bytes',
					'[debug-pause] requested then · Last 7 days · Interrupted · Resume · 2 d ago',
				],
				'[device-mobile] 7 · 1 export',
				['[warning] Last 7 days · 12,431 records · Incomplete (limit reached) · 1 h ago · 8 bytes'],
			],
		);
	});

	it('opens a past export with one click and deletes it with a command', async () => {
		await keep(pastExport('101', exportFolderName(new Date()), { view: 'document' }));
		const node = await findRow(provider, 'Last 7 days');
		const { command } = provider.getTreeItem(node);
		await vscode.commands.executeCommand(command?.command ?? '', ...(command?.arguments ?? []));
		assert.equal(vscode.window.activeTextEditor?.document.getText(), 'error\nx\n');
		const deleted = vscode.commands.executeCommand('appErrors.deleteExport', node);
		await person.message(/Delete this export/).press('Delete');
		await deleted;
		await services.applications.load();
		assert.deepEqual((await picture())[1], '[device-mobile] Shop for iOS · 102');
	});

	it('adds a name to a past export and removes the name again', async () => {
		await keep(pastExport('101', exportFolderName(new Date())));
		const name = async (row: string, words: string) => {
			const named = vscode.commands.executeCommand('appErrors.nameExport', await findRow(provider, row));
			await person.input('Name Export').answer(words);
			await named;
		};
		await name('Last 7 days', '  Before\tthe fix ');
		await name('Before the fix · Last 7 days', '');
		assert.equal(typeof (await findRow(provider, 'Last 7 days')), 'object');
	});

	it("warns about a past export that can't be read", async () => {
		const entry = pastExport('101', exportFolderName(new Date()));
		await keep(entry);
		await writeFile(join(folderOf(entry), 'request.json'), '{"version": 2}');
		assert.match(String((await picture())[0]), /^\[warning\] 1 past export can't be read\./);
	});

	const folderOf = ({ folder, stored }: ExportEntry) =>
		join(
			services.exports.root,
			serviceFolderName(account.service),
			stored.plan.application.id,
			folder.split('/').at(-1) ?? '',
		);

	async function keep(entry: ExportEntry): Promise<void> {
		const folder = folderOf(entry);
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, 'request.json'), JSON.stringify({ ...entry.stored, service: account.service }));
		if (entry.outcome) {
			const file = `records.errors.${entry.stored.plan.format}`;
			const records = 'error\nx\n';
			await writeFile(join(folder, file), records);
			await writeFile(
				join(folder, 'outcome.json'),
				JSON.stringify({ ...entry.outcome, file, bytes: Buffer.byteLength(records) }),
			);
		}
	}
});

async function until(seen: () => boolean): Promise<void> {
	while (!seen()) {
		await new Promise((resolve) => setImmediate(resolve));
	}
}

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { ExportLocks } from '../../src/core/locks/exportLock';
import type { Plan } from '../../src/core/plan/plan';
import { stateKeys } from '../../src/ids';
import { useExportsHarness } from '../support/host/exportsHarness';
import { setSetting } from '../support/host/product';
import { eventually } from '../support/vscode/waiting';
import { addExport } from '../unit/core/export/support/library';
import { useTemporaryFolder } from '../unit/core/export/support/temporaryFolder';

const clear = 'Clear All Data';

type Places = Pick<
	vscode.ExtensionContext,
	'secrets' | 'globalState' | 'workspaceState' | 'globalStorageUri' | 'storageUri'
>;

describe('data stored on this machine', () => {
	let places: Places;

	// Runs before the stage is cleared, because the export folder to delete depends on a setting.
	afterEach(async () => {
		for (const setting of ['folder', 'maxAgeDays', 'maxSizeMegabytes'] as const) {
			await setSetting(`appErrors.exports.${setting}`, undefined);
		}
	});

	const stage = useExportsHarness();
	const folder = useTemporaryFolder();

	before(async () => {
		({ places } = stage.services.storedData as unknown as { places: Places });
	});

	const run = (over: Partial<Plan> = {}) => stage.run({ view: 'results', ...over });
	const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
	const lock = () => new ExportLocks({ beatMs: 100, checksUntilDead: 10 });

	async function allStoredData() {
		const { secrets, globalState, workspaceState, globalStorageUri, storageUri } = places;
		return {
			secrets: await secrets.keys(),
			state: [...globalState.keys(), ...workspaceState.keys()],
			folders: [globalStorageUri, storageUri].filter((folder) => folder && existsSync(folder.fsPath)),
		};
	}

	describe(clear, () => {
		const command = () => vscode.commands.executeCommand('appErrors.clearAllData');
		const question = () => stage.person.message(/^Clear all App Errors data on this machine\?/);

		it('lists the data to be cleared, and clears all records, secrets, state and folders', async () => {
			await stage.services.accounts.add({ service: 'sample', label: 'Sample data', allowInsecure: false }, '');
			await stage.services.applications.pin(stage.account, '101', true);
			await stage.services.databases.add(
				{ name: 'crashes', url: 'http://127.0.0.1:1', user: 'reader', database: '' },
				{ password: 'x', allowInsecure: false },
			);
			await places.secrets.store('something else of ours', 'x');
			await places.workspaceState.update(stateKeys.chosenMappings, []);
			const entry = await run();
			assert(entry?.outcome && entry.outcome.rows > 0);
			await eventually('the results', async () => tabs()[0]);
			const cleared = command();
			const { modal, detail, severity } = await question().read();
			assert.deepEqual([modal, severity], [true, 'warning']);
			assert.match(detail, /^1 export \([\d.,]+ .B\) will be deleted from \S/);
			assert.match(detail, /2 accounts will be signed out/);
			assert.match(detail, /The records stay in the databases/);
			assert.match(detail, /Settings and files saved elsewhere are not affected/);
			await question().press(clear);
			await cleared;
			await stage.person.message(/^All App Errors data was cleared\./).dismiss();
			assert.deepEqual(await allStoredData(), { secrets: [], state: [], folders: [] });
			assert.deepEqual(tabs(), [], 'records are shown nowhere');
			assert.deepEqual(await stage.services.accounts.list(), []);
			assert.deepEqual(stage.services.databases.list(), []);
			assert.equal(existsSync(entry.folder), false);
		});

		it('does not clear any data if the confirmation is canceled', async () => {
			const entry = await run();
			assert(entry);
			const before = await allStoredData();
			const asked = command();
			await question().dismiss();
			await asked;
			assert.deepEqual(await allStoredData(), before);
			assert.ok(existsSync(entry.folder));
		});

		it('clears exports in the configured folder and in the default folder', async () => {
			const old = await run();
			await setSetting('appErrors.exports.folder', folder.path);
			const entry = await run();
			await mkdir(path.join(folder.path, 'letters'));
			await writeFile(path.join(folder.path, 'letters', 'letter.csv'), 'mine');
			assert(old && entry);
			assert.ok(entry.folder.startsWith(folder.path));
			const cleared = command();
			assert.match((await question().read()).detail, /^2 exports/);
			await question().press(clear);
			await cleared;
			assert.deepEqual((await readdir(folder.path, { recursive: true })).sort(), [
				'letters',
				path.join('letters', 'letter.csv'),
			]);
			assert.equal(existsSync(old.folder), false);
		});

		it('clears exports in all previously configured folders, and lists those folders', async () => {
			const [first, second] = [path.join(folder.path, 'first'), path.join(folder.path, 'second')];
			await setSetting('appErrors.exports.folder', first);
			const one = await run();
			await setSetting('appErrors.exports.folder', second);
			// Emulates an export of an earlier version, which did not store folders. Listing the exports stores them.
			const two = await addExport(second, { records: 'error,os_name\nx,y\n', service: stage.service.url });
			await stage.services.exports.list(stage.account);
			await setSetting('appErrors.exports.folder', undefined);
			assert(one);
			assert.equal(
				(await stage.services.exports.describe(path.join(one.folder, one.outcome?.file ?? '')))?.folder,
				one.folder,
			);
			const cleared = command();
			const { detail } = await question().read();
			assert.match(detail, /^2 exports/);
			assert.ok(detail.includes(first) && detail.includes(second), detail);
			await question().press(clear);
			await cleared;
			assert.deepEqual([existsSync(one.folder), existsSync(two.folder)], [false, false]);
			assert.deepEqual((await allStoredData()).state, []);
		});

		it('reports an export folder that is unavailable, such as a folder on a disconnected drive', async () => {
			const drive = path.join(folder.path, 'drive');
			await setSetting('appErrors.exports.folder', drive);
			await run();
			await setSetting('appErrors.exports.folder', undefined);
			await rm(drive, { recursive: true });
			const asked = command();
			const { detail } = await question().read();
			assert.ok(detail.includes(`Exports in ${drive} can't be deleted because the folder is not available`), detail);
			await question().dismiss();
			await asked;
		});

		it('cancels running exports before clearing data', async () => {
			stage.fault('queuedForever');
			const running = run();
			await stage.person.progress(/Exporting errors/).shown();
			await eventually('a folder', async () => (await readdir(stage.services.exports.root).catch(() => [])).at(0));
			const cleared = command();
			await question().press(clear);
			await cleared;
			assert.equal(await running, undefined);
			assert.deepEqual(await allStoredData(), { secrets: [], state: [], folders: [] });
		});

		it('refuses to clear data while another window runs an export', async () => {
			const { folder } = await addExport(stage.services.exports.root);
			await using _runs = await lock().tryLock(folder);
			await command();
			await stage.person.message(/^This export is running in another window\./).dismiss();
			assert.ok(existsSync(folder));
			assert.equal((await stage.services.accounts.list()).length, 1);
		});
	});

	describe('retention of old exports', () => {
		it('deletes old exports after a new export, at most once a day, and never deletes open exports', async () => {
			const old = (letter: string) => ({
				askedAt: '2020-01-02T03:04:05.000Z',
				name: `2020-01-02T03-04-05Z-${letter.repeat(6)}`,
				records: 'error,os_name\nx,y\n',
			});
			const [gone, open] = [
				await addExport(stage.services.exports.root, old('a')),
				await addExport(stage.services.exports.root, old('b')),
			];
			await run();
			await vscode.window.showTextDocument(vscode.Uri.file(path.join(open.folder, open.outcome?.file ?? '')));
			assert.ok(existsSync(gone.folder), 'everything is kept by default');

			await setSetting('appErrors.exports.maxAgeDays', 30);
			assert.ok(existsSync(gone.folder), 'a setting alone deletes nothing');
			await run();
			await eventually('the end of an old export', async () => (existsSync(gone.folder) ? undefined : true));
			assert.ok(existsSync(open.folder), 'it is open');

			const later = await addExport(stage.services.exports.root, old('c'));
			await run();
			assert.ok(existsSync(later.folder), 'once a day');
		});
	});
});

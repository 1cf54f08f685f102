import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { ExportLocks } from '../../src/core/locks/exportLock';
import type { Plan } from '../../src/core/plan/plan';
import { stateKeys } from '../../src/ids';
import { useExportsStage } from '../support/host/exportsStage';
import { setSetting } from '../support/host/product';
import { eventually } from '../support/vscode/waiting';
import { addExport } from '../unit/core/export/support/library';

const clear = 'Clear All Data';

type Places = Pick<
	vscode.ExtensionContext,
	'secrets' | 'globalState' | 'workspaceState' | 'globalStorageUri' | 'storageUri'
>;

describe('what is kept on this machine', () => {
	let places: Places;
	let elsewhere: string;

	// Before the stage is cleared, since the folder of the exports that it removes follows a setting.
	afterEach(async () => {
		for (const setting of ['exportFolder', 'keepExportsDays', 'keepExportsMegabytes'] as const) {
			await setSetting(`appErrors.${setting}`, undefined);
		}
	});

	const stage = useExportsStage();

	before(async () => {
		// What the editor itself holds, past everything the product tells.
		({ places } = stage.services.storedData as unknown as { places: Places });
		elsewhere = await mkdtemp(path.join(tmpdir(), 'app-errors-'));
	});

	after(() => rm(elsewhere, { recursive: true, force: true }));

	const run = (over: Partial<Plan> = {}) => stage.run({ view: 'results', ...over });
	const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
	const lock = () => new ExportLocks({ beatMs: 100, looksUntilDead: 10 });

	async function everythingKept() {
		const { secrets, globalState, workspaceState, globalStorageUri, storageUri } = places;
		return {
			secrets: await secrets.keys(),
			state: [...globalState.keys(), ...workspaceState.keys()],
			folders: [globalStorageUri, storageUri].filter((folder) => folder && existsSync(folder.fsPath)),
		};
	}

	describe(clear, () => {
		const command = () => vscode.commands.executeCommand('appErrors.clearAllData');
		const question = () => stage.person.message(/^Clear all data of App Errors on this machine\?/);

		it('asks with what goes, and leaves no record, secret, state or folder', async () => {
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
			assert.match(detail, /^1 export, [\d.,]+ .B, is deleted from \S/);
			assert.match(detail, /2 accounts are signed out/);
			assert.match(detail, /The databases keep their records/);
			assert.match(detail, /Settings stay/);
			await question().press(clear);
			await cleared;
			await stage.person.message(/^All data of App Errors was cleared\./).dismiss();
			assert.deepEqual(await everythingKept(), { secrets: [], state: [], folders: [] });
			assert.deepEqual(tabs(), [], 'records are shown nowhere');
			assert.deepEqual(await stage.services.accounts.list(), []);
			assert.deepEqual(stage.services.databases.list(), []);
			assert.equal(existsSync(entry.folder), false);
		});

		it('does nothing when it is left', async () => {
			const entry = await run();
			assert(entry);
			const before = await everythingKept();
			const asked = command();
			await question().dismiss();
			await asked;
			assert.deepEqual(await everythingKept(), before);
			assert.ok(existsSync(entry.folder));
		});

		it('lists exports from a configured folder, and those left in its own', async () => {
			const old = await run();
			await setSetting('appErrors.exportFolder', elsewhere);
			const entry = await run();
			await mkdir(path.join(elsewhere, 'letters'));
			await writeFile(path.join(elsewhere, 'letters', 'letter.csv'), 'mine');
			assert(old && entry);
			assert.ok(entry.folder.startsWith(elsewhere));
			const cleared = command();
			assert.match((await question().read()).detail, /^2 exports/);
			await question().press(clear);
			await cleared;
			assert.deepEqual((await readdir(elsewhere, { recursive: true })).sort(), [
				'letters',
				path.join('letters', 'letter.csv'),
			]);
			assert.equal(existsSync(old.folder), false);
		});

		it('takes the exports of every folder that was set earlier, and says which', async () => {
			const [first, second] = [path.join(elsewhere, 'first'), path.join(elsewhere, 'second')];
			await setSetting('appErrors.exportFolder', first);
			const one = await run();
			await setSetting('appErrors.exportFolder', second);
			// As an earlier version left it, which remembered no folders; the view lists it.
			const two = await addExport(second, { records: 'error,os_name\nx,y\n', service: stage.service.url });
			await stage.services.exports.list(stage.account);
			await setSetting('appErrors.exportFolder', undefined);
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
			assert.deepEqual((await everythingKept()).state, []);
		});

		it('says which folder it cannot look into, as on a drive that is away', async () => {
			const drive = path.join(elsewhere, 'drive');
			await setSetting('appErrors.exportFolder', drive);
			await run();
			await setSetting('appErrors.exportFolder', undefined);
			await rm(drive, { recursive: true });
			const asked = command();
			const { detail } = await question().read();
			assert.ok(detail.includes(`Exports were kept in ${drive} as well, which is not there now`), detail);
			await question().dismiss();
			await asked;
		});

		it('cancels exports that run here first', async () => {
			stage.fault('queuedForever');
			const running = run();
			await stage.person.progress(/Exporting errors/).shown();
			await eventually('a folder', async () => (await readdir(stage.services.exports.root).catch(() => [])).at(0));
			const cleared = command();
			await question().press(clear);
			await cleared;
			assert.equal(await running, undefined);
			assert.deepEqual(await everythingKept(), { secrets: [], state: [], folders: [] });
		});

		it('refuses while another window runs an export', async () => {
			const { folder } = await addExport(stage.services.exports.root);
			await using _runs = await lock().tryLock(folder);
			await command();
			await stage.person.message(/^This export runs in another window\./).dismiss();
			assert.ok(existsSync(folder));
			assert.equal((await stage.services.accounts.list()).length, 1);
		});
	});

	describe('old exports', () => {
		it('are deleted after an export, once a day, as configured; never open ones', async () => {
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

			await setSetting('appErrors.keepExportsDays', 30);
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

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ExportEntry } from '../../src/core/export/model/entry';
import { firstPlan } from '../../src/core/plan/plan';
import { utc } from '../../src/core/plan/range';
import { SyncedSetRows } from '../../src/features/applications/syncedSetRows';
import { getTooltip } from '../../src/features/applications/tooltips';
import { toTreeItem } from '../../src/features/applications/treeItems';
import { ResultsDocument } from '../../src/features/results/document';
import { describeNotices, type NoticeActions } from '../../src/features/results/notices/noticeContents';
import type { SyncedSetInView } from '../../src/features/results/sync/pageSyncedSet';
import { DisposableStore } from '../../src/shared/disposables';
import type { FileReading } from '../../src/shared/results';
import { allDays, type DayState } from '../../src/shared/syncedDays';
import { useExportsHarness } from '../support/host/exportsHarness';
import { getProblem, setSetting } from '../support/host/product';
import { Replacements } from '../support/host/replacements';
import { syncHarness } from '../support/host/syncHarness';
import { eventually } from '../support/vscode/waiting';

describe('synced records', () => {
	const stage = useExportsHarness();
	let store: DisposableStore;
	let rows: SyncedSetRows;

	beforeEach(() => {
		store = new DisposableStore();
		rows = store.add(
			new SyncedSetRows(stage.services.syncedRecords, stage.services.syncSchedule, stage.services.watermarks, (error) =>
				assert.fail(String(error)),
			),
		);
	});
	afterEach(() => store.dispose());

	const { application, keep, sets, only, node } = syncHarness(stage);
	const update = async () => vscode.commands.executeCommand('appErrors.syncNow', await node());

	it("starts syncing an application with a single selection and stores the service's records", async () => {
		await keep('Last 7 days');
		const { known } = await only();
		const { summary, plan } = known;
		assert.equal(stage.asked().length, 8);
		assert.ok(plan.fields.includes('error_receive_timestamp'));
		assert.equal(summary.days.missing + summary.days.refused, 0);
		assert.equal(summary.days.provisional + summary.days.final, 8);
		assert.ok(summary.rows > 0);
		assert.ok(stage.asked().every((url) => url.includes('date_dimension=receive')));
	});

	it('asks before the first sync whether to count devices, and stores hashed device IDs if the user agrees', async () => {
		await stage.services.deviceOffers.choose(undefined);
		const done = vscode.commands.executeCommand('appErrors.syncRecords', await application());
		await stage.person.pick(/Count Devices/).choose(/Count devices/);
		await stage.person.pick(/^Sync Records of Shop for Android/).choose('Today');
		await done;
		assert.ok((await only()).known.plan.fields.includes('hashed_device_id'));
	});

	it('opens the records when the first sync has ended', async () => {
		const done = vscode.commands.executeCommand('appErrors.syncRecords', await application());
		await stage.person.pick(/^Sync Records of Shop for Android/).choose('Today');
		await done;
		const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
		assert.ok(input instanceof vscode.TabInputCustom);
		assert.equal(input.uri.fsPath, (await only()).known.manifest);
	});

	it('synced record count matches the record count of an export of the same days', async () => {
		await keep('Last 7 days');
		const { known } = await only();
		const { plan, zone } = known;
		const { since: _, ...asked } = plan;
		const range = { kind: 'lastDays', days: 7 } as const;
		const exported = await vscode.commands.executeCommand<ExportEntry>('appErrors.runExport', {
			account: stage.account,
			plan: { ...firstPlan(plan.application), ...asked, range, dateDimension: 'receive', view: 'document' },
			zone,
		});
		assert.equal(known.summary.rows, exported.outcome?.rows);
	});

	it('updates synced records with small requests for provisional days only', async () => {
		await keep('Last 7 days');
		const before = stage.asked().length;
		const { known } = await only();
		await update();
		const asked = stage.asked().slice(before);
		assert.equal(asked.length, known.summary.days.provisional);
		assert.equal((await only()).known.summary.rows, known.summary.rows);
	});

	it('shows synced records below their application with record count and state', async () => {
		await keep('Last 7 days');
		const [row] = await rows.of(stage.account, '101');
		assert(row);
		const item = toTreeItem(row, { hasRows: false, now: new Date() });
		assert.match(String(item.label), /^Synced since [A-Z]/);
		assert.match(String(item.description), /^[\d,]+ records · synced at /);
		assert.equal(item.contextValue, 'synced');
		assert.deepEqual(await rows.of(stage.account, '102'), []);
	});

	it('keeps the time zone of synced records even if the application list is not loaded yet', async () => {
		const zone = { kind: 'named', name: 'Asia/Tokyo' } as const;
		const { format, fields, filters, application, skipUnavailableShards } = firstPlan({ id: '101' });
		const plan = { format, fields, filters, application, skipUnavailableShards };
		const since = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
		await stage.services.syncedRecords.create(stage.account, { ...plan, since }, zone);
		// The view may be requesting the applications at this moment.
		assert.match(stage.services.applications.listing.kind, /^(?:unknown|loading)$/);
		await update();
		const { known } = await only();
		assert.deepEqual(known.zone, zone);
		assert.equal(known.summary.days.missing, 0);
	});

	describe('automatic updates of synced records', () => {
		const minute = 60_000;
		let replacements: Replacements;

		beforeEach(() => {
			replacements = new Replacements();
			replacements.replace(vscode.window, 'state', { focused: true, active: true });
		});
		afterEach(async () => {
			replacements.dispose();
			await setSetting('appErrors.sync.intervalMinutes', undefined);
			stage.services.syncSchedule.reschedule();
		});

		const begin = () => {
			const { format, fields, filters, application, skipUnavailableShards } = firstPlan({ id: '101', name: 'Shop' });
			const plan = { format, fields, filters, application, skipUnavailableShards };
			const since = new Date(Date.now() - minute).toISOString().slice(0, 10);
			return stage.services.syncedRecords.create(stage.account, { ...plan, since }, utc);
		};
		const updated = () => eventually('an update', async () => (await only()).known.updatedAt);
		const rowOf = async () => {
			const [row] = await rows.of(stage.account, '101');
			assert(row);
			const text = String(toTreeItem(row, { hasRows: false, now: new Date() }).description);
			return { text, tooltip: getTooltip(row) ?? '' };
		};
		const openOnce = async () => {
			await vscode.commands.executeCommand('appErrors.openSyncedRecords', await node());
			await eventually('the results view', async () => vscode.window.tabGroups.activeTabGroup.activeTab);
		};
		const close = () => vscode.commands.executeCommand('workbench.action.closeAllEditors');

		it('updates synced records when they are opened, but not again shortly afterwards', async () => {
			await begin();
			await openOnce();
			const first = await updated();
			const asked = stage.asked().length;
			assert.ok(asked > 0);
			await close();
			await openOnce();
			const { known } = await only();
			await stage.services.syncSchedule.opened(known.manifest);
			assert.deepEqual([(await only()).known.updatedAt, stage.asked().length], [first, asked]);
			assert.deepEqual(stage.person.messageTexts, []);
		});

		it('does not update synced records that are paused or whose account is signed out', async () => {
			const { syncSchedule, accounts } = stage.services;
			await begin();
			const { known } = await only();
			await vscode.commands.executeCommand('appErrors.pauseSync', await node());
			await syncSchedule.opened(known.manifest);
			await vscode.commands.executeCommand('appErrors.resumeSync', await node());
			await accounts.remove(stage.account.id);
			await syncSchedule.opened(known.manifest);
			assert.deepEqual(stage.asked(), []);
			assert.deepEqual(stage.person.messageTexts, []);
		});

		it('updates synced records at the interval from the settings while the window has focus', async () => {
			await begin();
			await setSetting('appErrors.sync.intervalMinutes', 1);
			await updated();
			const { text } = await eventually('the next time', async () => {
				const row = await rowOf();
				return row.text.includes('next sync at') ? row : undefined;
			});
			assert.match(text, /^[\d,]+ records? · synced at \d\d:\d\d · next sync at \d\d:\d\d$/);
			const { nextAt = 0 } = stage.services.syncSchedule.nextUpdateOf(await only());
			// Intervals below five minutes are raised to five.
			assert.ok(nextAt > Date.now() + 4 * minute && nextAt <= Date.now() + 5 * minute);
		});

		it('delays the next sync as long as a busy service requests, and reports this only in the tree row', async () => {
			stage.fault('throttle429', '3600');
			await begin();
			const { known } = await only();
			await stage.services.syncSchedule.opened(known.manifest);
			await stage.services.syncSchedule.opened(known.manifest);
			assert.equal(stage.asked().length, 1);
			const { text, tooltip } = await rowOf();
			assert.match(text, / · service busy$/);
			assert.match(
				tooltip,
				/is not accepting more requests right now \(status 429\).* open the records after (?:\w+ \d+, \d{4}, )?\d\d:\d\d\./,
			);
			assert.deepEqual(stage.person.messageTexts, []);
			stage.service.faults.clear();
			await update();
			assert.doesNotMatch((await rowOf()).text, /busy/);
		});

		it('does not prompt for a new token when the service rejects an automatic sync', async () => {
			await begin();
			stage.fault('tokenDies', '0');
			const { known } = await only();
			await stage.services.syncSchedule.opened(known.manifest);
			const { text, tooltip } = await rowOf();
			assert.match(text, / · token not accepted$/);
			assert.match(tooltip, /until the account has a new token/);
			assert.deepEqual(stage.person.messageTexts, []);
		});

		it('shows no error message when an automatic sync fails because there is no network', async () => {
			await begin();
			const { known } = await only();
			await stage.service.close();
			await stage.services.syncSchedule.opened(known.manifest);
			const { text, tooltip } = await rowOf();
			assert.match(text, / · service unreachable$/);
			assert.match(tooltip, /refused the connection.* open the records after (?:\w+ \d+, \d{4}, )?\d\d:\d\d\./);
			assert.deepEqual(stage.person.messageTexts, []);
		});
	});

	describe('synced records in a dev container', () => {
		let replacements: Replacements;
		let folder: string;

		beforeEach(async () => {
			folder = await mkdtemp(path.join(tmpdir(), 'app-errors-mounted-'));
			replacements = new Replacements();
			replacements.replace(vscode.env, 'remoteName', 'dev-container');
		});
		afterEach(async () => {
			replacements.dispose();
			await setSetting('appErrors.exports.folder', undefined);
			await rm(folder, { recursive: true, force: true, maxRetries: 5 });
		});

		const question = () => stage.person.pick(/^Sync Records/);
		const begin = async () => vscode.commands.executeCommand('appErrors.syncRecords', await application());
		const tooltip = async () => {
			const [row] = await rows.of(stage.account, '101');
			assert(row);
			return getTooltip(row) ?? '';
		};

		it('stores synced records in a folder outside the container if the user chooses such a folder', async () => {
			const done = begin();
			await question().choose('Choose a Folder…');
			await stage.person.openDialog().answer(vscode.Uri.file(folder));
			await stage.person.pick(/^Sync Records of Shop for Android/).choose('Today');
			await done;
			const entry = await only();
			assert.equal(path.relative(folder, entry.folder).startsWith('..'), false);
			assert.doesNotMatch(await tooltip(), /in the container/);
		});

		it('stores synced records inside the container if the user chooses to, with a warning', async () => {
			const done = begin();
			await question().choose('Keep in the Container');
			await stage.person.pick(/^Sync Records of Shop for Android/).choose('Today');
			await done;
			assert.match(
				await tooltip(),
				/These files are stored in the container and are lost when it is rebuilt or deleted\./,
			);
		});

		it('does not start syncing if no folder is chosen', async () => {
			const done = begin();
			await question().choose('Choose a Folder…');
			await stage.person.openDialog().escape();
			await done;
			assert.deepEqual(await sets(), []);
		});
	});

	it('opens synced records as one table, reports new records and preserves the current view', async () => {
		await keep('Last 7 days');
		const entry = await only();
		const { engine, syncedRecords } = stage.services;
		const manifest = vscode.Uri.file(entry.known.manifest);
		await vscode.commands.executeCommand('appErrors.openSyncedRecords', await node());
		const tab = await eventually('the results view', async () => vscode.window.tabGroups.activeTabGroup.activeTab);
		assert(tab.input instanceof vscode.TabInputCustom);
		assert.equal(tab.input.viewType, 'appErrors.results');
		assert.equal(tab.input.uri.toString(), manifest.toString());
		const document = store.add(new ResultsDocument(manifest, engine, () => stage.services.exports.roots));
		const { progress } = await eventually('all records', async () => {
			const reading = await document.opened();
			return reading.done ? reading : undefined;
		});
		assert.equal(progress.records, entry.known.summary.rows);
		const described = await syncedRecords.describe(manifest.fsPath);
		assert.deepEqual(described?.known, entry.known);
	});

	it('shows notices for new records, new fields, deleted records and missing days', () => {
		let known = ['mcc', 'os_name'];
		let isUpdated = false;
		const noticesOn = (rows: number, ...states: readonly DayState[]) => {
			const days = states.map((state, index) => ({ day: `2026-11-0${index + 1}`, state, rows: 0 }));
			const span = { first: '2026-11-01', last: '2026-11-09' };
			const fields = { available: ['error', 'mcc', 'os_name'], asOpened: ['error', ...known] };
			const syncedSet = { days, rows, span, choice: allDays, otherRows: 0, isUpdated, fields };
			const syncedRecords = syncedSet as unknown as SyncedSetInView;
			const info = { columns: [{ name: 'error' }], broken: 0, truncated: false, moreColumns: false, guessed: 0 };
			const progress = { records: 10, bytes: 1, totalBytes: 1, info } as unknown as FileReading['progress'];
			const reading = { progress, done: true };
			const fetched: (readonly string[])[] = [];
			const fetchDays = async (days: readonly string[]) => fetched.push(days);
			const actions = new Proxy(
				{ fetchDays },
				{
					get: (known, name) => (name === 'fetchDays' ? known.fetchDays : async () => undefined),
				},
			) as unknown as NoticeActions;
			const notices = describeNotices(
				{ entry: undefined, syncedSet: syncedRecords, reading, change: 'changed' },
				actions,
			);
			const told = notices.map(({ kind, text, actions }) => [kind, text, ...actions.map(({ label }) => label)]);
			return { told, fetched, press: () => notices.at(-1)?.actions[0]?.run() };
		};
		assert.deepEqual(noticesOn(10, 'final', 'provisional').told, []);
		assert.deepEqual(noticesOn(1_214, 'final').told, [['info', '1,204 new records', 'Show']]);
		assert.deepEqual(noticesOn(9).told, [
			['warning', 'Some records were removed after this view was opened. This view still shows them.', 'Reload'],
		]);
		known = [];
		assert.deepEqual(noticesOn(10, 'final').told, [
			['info', 'Fields were added after this view was opened: mcc, os_name.', 'Show'],
		]);
		isUpdated = true;
		assert.deepEqual(noticesOn(10, 'final').told, []);
		known = ['mcc', 'os_name'];
		const lacking = noticesOn(10, 'missing', 'gone', 'final', 'inDoubt', 'missing', 'refused', 'provisional');
		assert.deepEqual(lacking.told, [
			[
				'warning',
				'Some days are incomplete: 2 days missing, 1 day rejected by the service, 1 day unverified, 1 day no longer available.',
				'Fetch These Days',
			],
		]);
		void lacking.press();
		assert.deepEqual(lacking.fetched, [['2026-11-01', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-07']]);
		assert.deepEqual(noticesOn(10, 'gone').told, [['warning', 'Some days are incomplete: 1 day no longer available.']]);
	});

	it('keeps the records of a stopped sync, and resumes the sync where it stopped', async () => {
		stage.fault('trickle', '100000');
		const done = vscode.commands.executeCommand('appErrors.syncRecords', await application());
		await stage.person.pick(/^Sync Records of Shop for Android/).choose('Last 30 days');
		await eventually('three days', async () => {
			const [entry] = await sets();
			const { days } = entry?.known?.summary ?? {};
			return days && days.provisional + days.final >= 3 ? true : undefined;
		});
		await vscode.commands.executeCommand('appErrors.stopSync', await node());
		await done;
		const { days } = (await only()).known.summary;
		assert.ok(days.missing > 0 && days.missing <= 28, JSON.stringify(days));
		stage.service.faults.clear();
		const before = stage.asked().length;
		await update();
		assert.equal((await only()).known.summary.days.missing, 0);
		assert.ok(stage.asked().length - before <= days.missing + days.provisional);
	});

	it('sends no requests for paused synced records', async () => {
		await keep('Today');
		await vscode.commands.executeCommand('appErrors.pauseSync', await node());
		assert.equal((await only()).known.paused, true);
		const item = toTreeItem(await node(), { hasRows: false, now: new Date() });
		assert.equal(item.contextValue, 'synced.paused');
		await vscode.commands.executeCommand('appErrors.resumeSync', await node());
		assert.equal((await only()).known.paused, false);
	});

	it('runs only one sync of the same records at a time', async () => {
		await keep('Today');
		const entry = await only();
		const { syncedRecords } = stage.services;
		const first = syncedRecords.update(stage.account, entry, entry.known.zone);
		assert.equal(await getProblem(syncedRecords.update(stage.account, entry, entry.known.zone)), 'exportRunning');
		await first;
	});

	it('deletes synced records and all their files after confirmation', async () => {
		await keep('Today');
		const { folder } = await only();
		const done = vscode.commands.executeCommand('appErrors.deleteSyncedRecords', await node());
		await stage.person.message(/^Delete the synced records of Shop for Android\?/).press('Delete');
		await done;
		assert.deepEqual(await sets(), []);
		assert.equal(existsSync(folder), false);
	});

	it('deletes synced records when all data is cleared', async () => {
		await keep('Today');
		const { folder } = await only();
		const done = vscode.commands.executeCommand('appErrors.clearAllData');
		const question = stage.person.message(/^Clear all App Errors data on this machine\?/);
		assert.match((await question.read()).detail, /The synced records of 1 application \(.*\) will be deleted\./);
		await question.press('Clear All Data');
		await done;
		assert.equal(existsSync(folder), false);
		assert.deepEqual(await readdir(path.dirname(folder)).catch(() => []), []);
	});
});

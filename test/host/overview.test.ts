import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { utc } from '../../src/core/plan/range';
import { ReadSession } from '../../src/engine/readRecords';
import { nodesOf } from '../../src/features/applications/applicationsProvider';
import { ExportHistory } from '../../src/features/applications/exportHistory';
import { type OverviewOptions, OverviewPanel } from '../../src/features/applications/overviewPanel';
import { RecentDevices } from '../../src/features/applications/recentDevices';
import { SyncedSetRows } from '../../src/features/applications/syncedSetRows';
import { getTooltip } from '../../src/features/applications/tooltips';
import { toTreeItem } from '../../src/features/applications/treeItems';
import { overviewView } from '../../src/ids';
import { DisposableStore } from '../../src/shared/disposables';
import type { OverviewHost, OverviewState, OverviewView } from '../../src/shared/protocols/overviewProtocol';
import { Channel } from '../../src/shared/rpc';
import { shownErrorCodec } from '../../src/shared/shownError';
import { useExportsHarness } from '../support/host/exportsHarness';
import { setSetting, theProduct } from '../support/host/product';
import { eventually } from '../support/vscode/waiting';

describe('overview of synced applications', () => {
	const stage = useExportsHarness(20_000);
	let store: DisposableStore;
	let rows: SyncedSetRows;
	let page: Channel<OverviewView, OverviewHost>;
	let shown: OverviewState;

	const fault = (error: unknown) => assert.fail(String(error));
	const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

	beforeEach(() => {
		const { services } = stage;
		const { activeDevices, engine, exports, syncedRecords, syncSchedule, watermarks } = services;
		store = new DisposableStore();
		const history = store.add(new ExportHistory(exports, fault));
		rows = store.add(new SyncedSetRows(syncedRecords, syncSchedule, watermarks, fault));
		const devices = store.add(
			new RecentDevices({
				engine,
				activeDevices,
				libraries: () => exports.roots,
				facts: (path) => exports.facts(path),
				isBusy: () => syncedRecords.isUpdating,
				onDidCount: () => panel.redraw(),
				onFault: fault,
			}),
		);
		const panel: OverviewPanel = showPage({
			...services,
			syncedSetRows: rows,
			devices,
			nodesOf: async (view) => nodesOf(view, await history.of(view.account)),
			load: () => services.applications.load(),
		});
		store.add(panel);
	});
	afterEach(async () => {
		store.dispose();
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		await stage.services.watermarks.forgetAll();
	});

	function showPage(options: OverviewOptions): OverviewPanel {
		const toHost = store.add(new vscode.EventEmitter<unknown>());
		let deliver: (message: unknown) => void = () => undefined;
		const webview = {
			html: '',
			options: {},
			cspSource: 'https://resources.test',
			asWebviewUri: (uri: vscode.Uri) => uri,
			onDidReceiveMessage: toHost.event,
			postMessage: async (message: unknown) => {
				const copy: unknown = JSON.parse(JSON.stringify(message));
				setImmediate(() => deliver(copy));
				return true;
			},
		};
		const panel = { webview, visible: true, onDidChangeViewState: new vscode.EventEmitter().event };
		page = new Channel<OverviewView, OverviewHost>(
			{
				post: (message) => toHost.fire(JSON.parse(JSON.stringify(message))),
				onMessage: (listener) => {
					deliver = listener;
				},
			},
			{
				show: (state) => {
					shown = state;
				},
			},
			shownErrorCodec((error) => ({ message: String(error), cancelled: false })),
		);
		return new OverviewPanel(panel as unknown as vscode.WebviewPanel, options);
	}

	const fields = [
		...['error', 'error_name', 'error_receive_timestamp', 'error_timestamp'],
		...['analytics_device_id', 'app_version_name'],
	];
	const create = (id: string, name: string) =>
		stage.services.syncedRecords.create(
			stage.account,
			{
				application: { id, name },
				format: 'csv',
				fields: [...fields],
				filters: [],
				skipUnavailableShards: false,
				since: daysAgo(9),
			},
			utc,
		);
	const update = async (folder: string) => {
		const entry = (await stage.services.syncedRecords.list(stage.account)).find((one) => one.folder === folder);
		assert.ok(entry);
		return stage.services.syncedRecords.update(stage.account, entry, utc);
	};
	const load = async () => {
		await stage.services.applications.load();
		const { state } = await page.call('ready', undefined);
		shown = state;
	};
	const rowOf = (id: string) => (shown.kind === 'listed' ? shown.rows.find((row) => row.id === id) : undefined);
	const until = <T>(what: string, find: () => T | undefined) => eventually(what, async () => find());

	it('shows record and device counts of synced applications, and updates their rows after syncs and pauses', async () => {
		const [android, ios] = [await create('101', 'Shop for Android'), await create('102', 'Shop for iOS')];
		await update(android.folder);
		await load();
		assert.equal(shown.kind, 'listed');
		const first = rowOf('101');
		assert.equal(first?.recent?.counts.length, 10);
		assert.equal(
			first.recent.records,
			first.recent.counts.slice(-8).reduce((sum, count) => sum + count, 0),
		);
		assert.ok(first.recent.records > 100, String(first.recent.records));
		assert.equal(first.recent.devices, 'counting', 'the row must not wait until records are read');
		assert.match(first.status.text, /^synced at /);
		assert.equal(first.newsNote, 'not reviewed yet');
		assert.deepEqual(
			[rowOf('102')?.recent, rowOf('102')?.status.text, rowOf('103')?.status.offers],
			[undefined, 'not synced yet', 'start'],
		);

		const devices = await until('the devices', () => {
			const counted = rowOf('101')?.recent?.devices;
			return typeof counted === 'number' ? counted : undefined;
		});
		assert.ok(devices > 1 && devices < first.recent.records, `${devices} of ${first.recent.records}`);

		await update(ios.folder);
		await until('the numbers of the other application', () => rowOf('102')?.recent);
		await page.call('open', { id: '101' });
		await until('reviewed records', () => rowOf('101')?.news);
		const { activeTab } = vscode.window.tabGroups.activeTabGroup;
		assert.ok(
			activeTab?.input instanceof vscode.TabInputCustom && activeTab.input.uri.fsPath.startsWith(android.folder),
		);

		await stage.services.syncedRecords.pause(ios, true);
		await until('the paused sync', () => (rowOf('102')?.status.offers === 'resume' ? true : undefined));
		await page.call('sync', { id: '102' });
		await until('the resumed sync', () => (rowOf('102')?.status.offers === 'now' ? true : undefined));
	});

	it('shows the share of active devices without errors if the settings specify a file with their number', async () => {
		const { folder, known } = await create('101', 'Shop for Android');
		await update(folder);
		const { engine, exports } = stage.services;
		await using file = await ReadSession.read(engine, known?.manifest ?? '', exports.roots);
		const columns = ['app_version_name', 'error_timestamp', 'analytics_device_id'].map((name) =>
			file.info.columns.findIndex((column) => column.name === name),
		);
		const page = { view: { filters: [], sort: [] }, start: 0, end: 20_000, columns, cellLength: 50 };
		const cells = (await file.query('page', page)).rows.map((row) => row.cells);
		const counted = [7, 6, 5, 4, 3, 2, 1].map(daysAgo);
		const affected = (version: string) => {
			const own = cells.filter((record) => record[0] === version);
			const pairs = own.map(([, seconds, device]) => {
				return [new Date(Number(seconds) * 1000).toISOString().slice(0, 10), device];
			});
			return new Set(pairs.filter(([day = '']) => counted.includes(day)).map(String)).size;
		};
		const versions = [...new Set(cells.map(([version = '']) => version))];
		const days = Array.from({ length: 10 }, (_, day) => daysAgo(day));
		const rows = days.flatMap((day) => versions.map((version) => `${day},${version},50000`));
		const active = join(folder, 'active.csv');
		await writeFile(active, ['date,version,devices', ...rows].join('\n'));
		try {
			await load();
			await until('the devices', () => (typeof rowOf('101')?.recent?.devices === 'number' ? true : undefined));
			assert.equal(rowOf('101')?.recent?.rates, undefined);
			await setSetting('appErrors.activeDevices', { 101: active });
			const rates = await until('the rates', () => {
				const found = rowOf('101')?.recent?.rates;
				return found === 'counting' ? undefined : found;
			});
			assert.deepEqual(rates.span, { first: counted[0], last: counted.at(-1) });
			assert.ok(rates.total.affected > 10, String(rates.total.affected));
			for (const one of rates.versions) {
				assert.deepEqual(one, { version: one.version, affected: affected(one.version), active: 7 * 50_000 });
			}
		} finally {
			await setSetting('appErrors.activeDevices', undefined);
		}
	});

	it('shows the newest records of a synced application in its row in the sidebar', async () => {
		const { folder } = await create('101', 'Shop for Android');
		await stage.services.applications.load();
		const node = (await stage.services.applications.nodes()).find(({ application }) => application.id === '101');
		assert.ok(node);
		const describe = async () => {
			const syncedSets = await rows.of(stage.account, '101');
			const { description } = toTreeItem(node, { hasRows: true, syncedSets, now: new Date() });
			return { description: String(description), tooltip: getTooltip(node, syncedSets) ?? '' };
		};
		assert.match((await describe()).description, /^synced · 101$/);
		await update(folder);
		const { description, tooltip } = await describe();
		assert.match(description, /^(?:\d[\d.]*× spike today · )?[\d,]+ records in 7 days · 101$/);
		assert.match(tooltip, /^Synced: .*\d\d:\d\d$/m);
	});

	it('restores the overview tab of an earlier window, and replaces an overview tab that was not restored', async () => {
		const { overview } = await theProduct();
		const create = () => vscode.window.createWebviewPanel(overviewView, 'Overview', vscode.ViewColumn.One);
		const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isOverview);
		const isOverview = ({ input }: vscode.Tab) =>
			input instanceof vscode.TabInputWebview && input.viewType.endsWith(overviewView);
		const left = create();
		await eventually('the earlier tab', async () => tabs().length === 1 || undefined);
		const leftIsClosed = new Promise((resolve) => left.onDidDispose(resolve));
		await vscode.commands.executeCommand('appErrors.openOverview');
		await leftIsClosed;
		await eventually('a new tab', async () => tabs().length === 1 || undefined);
		const restored = create();
		await overview.deserializeWebviewPanel(restored);
		assert.match(restored.webview.html, /overview\.js/);
		await eventually('only the restored tab', async () => tabs().length === 1 || undefined);
	});

	it('asks to sign in after the last account is removed', async () => {
		await load();
		await stage.services.accounts.remove(stage.account.id);
		await until('the signed-out state', () => (shown.kind === 'signedOut' ? true : undefined));
	});
});

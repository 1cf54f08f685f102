import * as vscode from 'vscode';
import { normalizeService } from '../../core/export/model/names';
import { contextKeys, views } from '../../ids';
import type { Services } from '../../services/services';
import { type Disposable, DisposableStore } from '../../shared/disposables';
import { ContextKey } from '../../vscode/contextKey';
import { reopenDisconnected } from '../../vscode/disconnectedTabs';
import { logFault } from '../../vscode/logFault';
import { formatCount } from '../../wording/formats';
import { explainBadge } from '../../wording/whatsNewMessages';
import { Ages } from './ages';
import { registerCommands } from './applicationCommands';
import { ApplicationsProvider, type Drawing, nodesOf } from './applicationsProvider';
import { DatabaseRows } from './databaseRows';
import { ExportHistory } from './exportHistory';
import { ApplicationFilter } from './filter';
import type { TreeNode } from './nodes';
import { Overview } from './overview';
import { RecentDevices } from './recentDevices';
import { RunningRows } from './runningRows';
import { SyncedSetRows } from './syncedSetRows';

export type ApplicationsTree = vscode.TreeView<TreeNode>;

interface ApplicationsFeature extends vscode.Disposable {
	readonly rows: ApplicationsProvider;
	readonly overview: Overview;
}

export function register(services: Services, view: ApplicationsTree): ApplicationsFeature {
	const { accounts, applications, exports, syncedRecords, watermarks, syncSchedule, log, running } = services;
	const store = new DisposableStore();
	const filter = store.add(new ApplicationFilter());
	// The rows only show that an error occurred, so its details are logged.
	const onFault = (error: unknown) => logFault(log, 'applications', error);
	const history = store.add(new ExportHistory(exports, onFault));
	const load = () => withProgress(() => applications.load()).catch(onFault);
	const rows = store.add(new RunningRows(running));
	const syncedSetRows = store.add(new SyncedSetRows(syncedRecords, syncSchedule, watermarks, onFault));
	const databaseRows = store.add(new DatabaseRows(services.databases, services.engine, onFault));
	const provider = store.add(
		new ApplicationsProvider(
			applications,
			history,
			rows,
			syncedSetRows,
			filter,
			services.usedInCode,
			databaseRows,
			services.savedExports,
			load,
		),
	);

	store.add(showNewsBadge(view, services));
	const overview = store.add(createOverview(services, { history, syncedSetRows, load, onFault }, store));
	store.add(services.commands.register('appErrors.openOverview', () => overview.open()));
	store.add(
		reopenDisconnected(
			(tab) => overview.isDisconnected(tab),
			(tab) => overview.open(tab.group.viewColumn),
			onFault,
		),
	);

	const filtered = new ContextKey<boolean>(contextKeys.applicationsFiltered);
	let drawn: Drawing | undefined;
	const drawMessage = () => {
		if (drawn) {
			view.message = describeDrawing(drawn, accounts.known?.all.length ?? 0);
		}
	};
	store.add(
		provider.onDidDraw((drawing) => {
			drawn = drawing;
			drawMessage();
			filtered.set(drawing.filter !== '');
		}),
	);
	store.add(accounts.onDidChange(drawMessage));

	const ages = store.add(new Ages(() => provider.redrawOpened()));
	ages.setVisible(view.visible);
	store.add(view.onDidChangeVisibility(({ visible }) => ages.setVisible(visible)));

	store.add(
		registerCommands(services, {
			filter,
			reload: () => {
				databaseRows.invalidate();
				services.savedExports.invalidate();
				return withProgress(() => Promise.all([applications.reload(true), history.reload(true)]));
			},
			reveal: async (id) => {
				await provider.getChildren();
				const row = provider.find(id);
				if (row) {
					await view.reveal(row, { select: true, focus: true });
				}
			},
			show: () => vscode.commands.executeCommand(`${views.applications}.focus`),
			selected: () => view.selection.find((node) => node.kind === 'application'),
		}),
	);
	return { rows: provider, overview, dispose: () => store.dispose() };
}

interface OverviewSources {
	readonly history: ExportHistory;
	readonly syncedSetRows: SyncedSetRows;
	readonly load: () => Promise<void>;
	readonly onFault: (error: unknown) => void;
}

function createOverview(
	services: Services,
	{ history, syncedSetRows, load, onFault }: OverviewSources,
	store: DisposableStore,
): Overview {
	const { activeDevices, engine, exports, syncedRecords } = services;
	const devices = store.add(
		new RecentDevices({
			engine,
			activeDevices,
			libraries: () => exports.roots,
			facts: (path) => exports.facts(path),
			isBusy: () => syncedRecords.isUpdating,
			onDidCount: () => overview.redraw(),
			onFault,
		}),
	);
	const overview: Overview = new Overview({
		...services,
		syncedSetRows,
		devices,
		nodesOf: async (view) => nodesOf(view, await history.of(view.account)),
		load,
	});
	return overview;
}

async function withProgress(work: () => Promise<unknown>): Promise<void> {
	await vscode.window.withProgress({ location: { viewId: views.applications } }, work);
}

export function describeDrawing({ account, filter, shown, total }: Drawing, accounts: number): string {
	return [
		account && accounts > 1 ? vscode.l10n.t('Account: {0}', account.label) : '',
		filter === '' ? '' : vscode.l10n.t('Filter: {0} — {1} of {2}', filter, formatCount(shown), formatCount(total)),
	]
		.filter((part) => part !== '')
		.join(' · ');
}

export function showNewsBadge(
	view: Pick<vscode.TreeView<unknown>, 'badge'>,
	{
		accounts,
		syncedRecords,
		watermarks,
		settings,
	}: Pick<Services, 'accounts' | 'syncedRecords' | 'watermarks' | 'settings'>,
): Disposable {
	const store = new DisposableStore();
	const draw = () => {
		const sets = settings.showsNewsBadge ? watermarks.news : [];
		const value = sets.reduce((sum, { appeared }) => sum + appeared, 0);
		view.badge = value > 0 ? { value, tooltip: explainBadge(sets) } : undefined;
	};
	store.add(watermarks.onDidChange(draw));
	store.add(syncedRecords.onDidChange(draw));
	store.add(settings.onDidChange('appErrors.whatsNew.showBadge', draw));
	store.add(
		accounts.onDidChange(() => {
			const services = accounts.known?.all.map(({ service }) => normalizeService(service));
			if (services) {
				void watermarks.forgetNews(({ service }) => !services.includes(service));
			}
		}),
	);
	draw();
	return store;
}

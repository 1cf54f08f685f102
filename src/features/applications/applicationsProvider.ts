import * as vscode from 'vscode';
import { differencesAmong } from '../../core/applications/differences';
import { foldExports } from '../../core/applications/foldExports';
import { changedGroups } from '../../core/applications/groupExports';
import { joinExported } from '../../core/applications/knownApplications';
import { createMatcher } from '../../core/applications/matcher';
import type { ExportEntry } from '../../core/export/model/entry';
import type { Account } from '../../services/accounts';
import type { Applications, ApplicationsView } from '../../services/applications';
import type { UsedInCode } from '../../services/code/usedInCode';
import type { SavedExports } from '../../services/savedExports';
import type { ApplicationNode, ExportNode, SyncedSetNode } from '../../services/treeNodes';
import { DisposableOwner } from '../../shared/disposables';
import type { DatabaseRows } from './databaseRows';
import { type ExportHistory, type ExportState, getExports, getGroups, type SeenExports } from './exportHistory';
import type { ApplicationFilter } from './filter';
import { noMatch, notesAbove, signInRow, type TreeNode } from './nodes';
import type { RunningChange, RunningRows } from './runningRows';
import type { SyncedSetRows } from './syncedSetRows';
import { getTooltip } from './tooltips';
import { toTreeItem } from './treeItems';

export interface Drawing {
	readonly account: Account | undefined;
	readonly filter: string;
	readonly shown: number;
	readonly total: number;
}

export class ApplicationsProvider extends DisposableOwner implements vscode.TreeDataProvider<TreeNode> {
	private readonly changed = this.owned.add(new vscode.EventEmitter<TreeNode[] | undefined>());
	readonly onDidChangeTreeData = this.changed.event;
	private readonly drawn = this.owned.add(new vscode.EventEmitter<Drawing>());
	readonly onDidDraw = this.drawn.event;

	/** Rows by application ID. VS Code refreshes a single row only if it receives the same object again. */
	private rows = new Map<string, ApplicationNode>();
	private readonly opened = new Set<string>();
	private readonly expandable = new Map<string, boolean>();
	private exports: ExportState | undefined;
	private account: Account | undefined;
	private loading: Promise<void> | undefined;

	/** @param load Loads the list of applications and shows progress. Must never reject */
	constructor(
		private readonly applications: Applications,
		private readonly history: ExportHistory,
		private readonly running: RunningRows,
		private readonly retained: SyncedSetRows,
		private readonly filter: ApplicationFilter,
		private readonly usedInCode: Pick<UsedInCode, 'has' | 'onDidChange'>,
		private readonly databases: Pick<DatabaseRows, 'roots' | 'under' | 'onDidChange'>,
		private readonly savedExports: Pick<SavedExports, 'refresh' | 'of' | 'onDidChange'>,
		private readonly load: () => Promise<void>,
	) {
		super();
		this.owned.add(applications.onDidChange(() => this.changed.fire(undefined)));
		this.owned.add(filter.onDidChange(() => this.changed.fire(undefined)));
		this.owned.add(history.onDidChange((seen) => this.redrawExports(seen)));
		this.owned.add(running.onDidChange((change) => void this.redrawRunning(change)));
		this.owned.add(usedInCode.onDidChange(() => this.redrawOpened()));
		this.owned.add(databases.onDidChange(() => this.changed.fire(undefined)));
		this.owned.add(savedExports.onDidChange(() => this.changed.fire(undefined)));
		this.owned.add(retained.onDidChange((ids) => this.redrawRows(ids)));
	}

	async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
		if (!parent) {
			const [rows, databases] = [await this.roots(), this.databases.roots()];
			// VS Code hides the welcome view with its *Sign In* button when the tree has rows. A sign-in row then replaces
			// the button.
			return [...(databases.length > 0 && !this.account ? [signInRow()] : rows), ...databases];
		}
		switch (parent.kind) {
			case 'application':
				return this.exportsUnder(parent);
			case 'older':
				return [...parent.exports];
			case 'database':
				return this.databases.under(parent);
			default:
				return [];
		}
	}

	getTreeItem(node: TreeNode): vscode.TreeItem {
		const isApplication = node.kind === 'application';
		const hasRows = isApplication && this.hasRows(node);
		if (isApplication) {
			this.expandable.set(node.application.id, hasRows);
		}
		return toTreeItem(node, {
			hasRows,
			exports: isApplication ? getExports(this.exports, node.application.id).length : 0,
			syncedSets: this.syncedSetsOf(node),
			isInCode: (path) => this.usedInCode.has(path),
			now: new Date(),
		});
	}

	resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
		item.tooltip = getTooltip(node, this.syncedSetsOf(node));
		return item;
	}

	getParent(node: TreeNode): TreeNode | undefined {
		switch (node.kind) {
			case 'older':
				return this.rows.get(node.applicationId);
			case 'export':
				return this.rows.get(node.entry.stored.plan.application.id);
			case 'running':
				return this.rows.get(node.run.plan.application.id);
			case 'savedExport':
				return this.rows.get(node.application.id);
			case 'syncedSet':
				return this.rows.get(node.entry.known?.plan.application.id ?? '');
			case 'dataset':
			case 'mappedTable':
				return { kind: 'database', connection: node.connection };
			default:
				return undefined;
		}
	}

	find(applicationId: string): ApplicationNode | undefined {
		return this.rows.get(applicationId);
	}

	/** Refreshes the rows of exports and synced records, because their labels depend on the current time. */
	redrawOpened(): void {
		const rows = [...this.opened].map((id) => this.rows.get(id)).filter((row) => row !== undefined);
		if (rows.length > 0) {
			this.changed.fire(rows);
		}
	}

	private async roots(): Promise<TreeNode[]> {
		const view = await this.applications.view();
		if (this.account && this.account.id !== view?.account.id) {
			this.filter.text = '';
		}
		if (!view) {
			this.draw(undefined, undefined, []);
			return [];
		}
		const [exports] = await Promise.all([
			this.history.of(view.account),
			this.retained.refresh(view.account),
			this.savedExports.refresh(),
		]);
		const nodes = nodesOf(view, exports);
		if (view.listing.kind === 'unknown' || view.listing.kind === 'loading') {
			this.loading ??= this.load().finally(() => {
				this.loading = undefined;
			});
			// Waits for the service only if nothing is displayed yet and there are no rows to display.
			if (this.account === undefined && nodes.length === 0) {
				await this.loading;
				return this.roots();
			}
		}
		const matches = createMatcher(this.filter.text);
		const shown = nodes.filter(({ application }) => matches(application));
		this.draw(view.account, exports, shown, nodes.length);
		const hidden = nodes.length > 0 && shown.length === 0;
		return [...notesAbove(view, exports), ...(hidden ? noMatch(this.filter.text) : shown)];
	}

	private syncedSetsOf(node: TreeNode): readonly SyncedSetNode[] {
		return node.kind === 'application' ? this.retained.under(node.account, node.application.id) : [];
	}

	private hasRows({ account, application }: ApplicationNode): boolean {
		const { id } = application;
		return (
			this.savedExports.of(application).length > 0 ||
			getExports(this.exports, id).length > 0 ||
			this.running.of(account, id).length > 0 ||
			this.retained.under(account, id).length > 0
		);
	}

	private async exportsUnder({ account, application }: ApplicationNode): Promise<TreeNode[]> {
		if (account.id !== this.account?.id) {
			// The row belongs to the previous account and will soon be removed.
			return [];
		}
		this.opened.add(application.id);
		const state = await this.history.of(account);
		const running = this.running.of(account, application.id);
		// A past export that is being resumed is shown only as a running row. An export that is being verified has two
		// rows.
		const taken = running.filter(({ run }) => run.purpose !== 'verify').map(({ run }) => run.folder);
		const past = getExports(state, application.id).filter(({ folder }) => !taken.includes(folder));
		const differences = differencesAmong(past);
		const exportNode = (entry: ExportEntry): ExportNode => ({
			kind: 'export',
			account,
			entry,
			differences: differences.get(entry) ?? [],
		});
		return [
			...(await this.retained.of(account, application.id)),
			...running,
			...this.savedExports
				.of(application)
				.map((file) => ({ kind: 'savedExport', account, application, file }) as const),
			...foldExports(past).map((row): TreeNode => {
				return row.kind === 'export'
					? exportNode(row.entry)
					: { kind: 'older', applicationId: application.id, day: row.day, exports: row.entries.map(exportNode) };
			}),
		];
	}

	private async redrawRunning(change: RunningChange): Promise<void> {
		if (change.kind === 'words') {
			// Applications that were never expanded have no child rows to refresh.
			const rows = change.rows.filter(({ run }) => this.opened.has(run.plan.application.id));
			if (rows.length > 0) {
				this.changed.fire(rows);
			}
			return;
		}
		// Past exports are loaded before the running export's row is removed, because an application without rows would
		// collapse.
		if (this.account) {
			await this.history.of(this.account);
		}
		this.redrawRows([change.applicationId]);
	}

	/**
	 * Refreshes rows of applications. If a row becomes expandable, VS Code indents all rows, so all rows are refreshed.
	 */
	private redrawRows(applicationIds: readonly string[]): void {
		const rows = applicationIds.map((id) => this.rows.get(id)).filter((row) => row !== undefined);
		const isIndented = rows.some((row) => this.expandable.get(row.application.id) === !this.hasRows(row));
		if (rows.length > 0) {
			this.changed.fire(isIndented ? undefined : rows);
		}
	}

	private draw(
		account: Account | undefined,
		exports: ExportState | undefined,
		shown: readonly ApplicationNode[],
		total = shown.length,
	): void {
		if (account?.id !== this.account?.id) {
			this.opened.clear();
		}
		this.account = account;
		this.exports = exports;
		this.rows = new Map(shown.map((node) => [node.application.id, node]));
		this.drawn.fire({ account, filter: this.filter.text, shown: shown.length, total });
	}

	private redrawExports({ account, state }: SeenExports): void {
		const before = this.exports;
		if (!before || account.id !== this.account?.id) {
			return;
		}
		this.exports = state;
		const changed = changedGroups(getGroups(before), getGroups(state));
		const rows = changed.map((id) => this.rows.get(id));
		const sameRows = rows.every(
			(row) => row && (row.listed || row.pinned || row.added || getExports(state, row.application.id).length > 0),
		);
		if (!sameRows || !sameNotes(before, state)) {
			this.changed.fire(undefined);
		} else {
			this.redrawRows(changed);
		}
	}
}

function sameNotes(a: ExportState, b: ExportState): boolean {
	return a.kind === 'listed' && b.kind === 'listed' && a.unreadable === b.unreadable && a.library === b.library;
}

/** Returns the rows of applications, including applications that are known only from past exports. */
export function nodesOf(view: ApplicationsView, exports: ExportState): ApplicationNode[] {
	const { account, nodes } = view;
	const exported = [...getGroups(exports).values()].flat().map(({ stored }) => stored.plan.application);
	return joinExported(nodes, exported).map((one) => ({ kind: 'application', account, ...one }));
}

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
import type { ApplicationNode, ExportNode } from '../../services/treeNodes';
import { DisposableStore } from '../../shared/disposables';
import type { DatabaseRows } from './databaseRows';
import { type ExportHistory, type ExportState, exportsOf, groupsOf, type SeenExports } from './exportHistory';
import type { ApplicationFilter } from './filter';
import type { KeptRows } from './keptRows';
import { noMatch, notesAbove, signInRow, type TreeNode } from './nodes';
import type { RunningChange, RunningRows } from './runningRows';
import { tooltipOf } from './tooltips';
import { toTreeItem } from './treeItems';

/** What the list last showed. */
export interface Drawing {
	readonly account: Account | undefined;
	readonly filter: string;
	/** Applications that match the filter, and all of them. */
	readonly shown: number;
	readonly total: number;
}

/**
 * The tree: applications, and under each its kept records, the exports that run and those of the past; below them databases,
 * where there are any.
 */
export class ApplicationsProvider implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<TreeNode[] | undefined>());
	readonly onDidChangeTreeData = this.changed.event;
	private readonly drawn = this.store.add(new vscode.EventEmitter<Drawing>());
	readonly onDidDraw = this.drawn.event;

	/** The rows the editor has, by application ID: it refreshes a single row only by the very object. */
	private rows = new Map<string, ApplicationNode>();
	/** Applications whose exports the editor has. */
	private readonly opened = new Set<string>();
	private exports: ExportState | undefined;
	private account: Account | undefined;
	private loading: Promise<void> | undefined;

	/** @param load Asks for the listing and shows that it is under way; never rejects. */
	constructor(
		private readonly applications: Applications,
		private readonly history: ExportHistory,
		private readonly running: RunningRows,
		private readonly kept: KeptRows,
		private readonly filter: ApplicationFilter,
		private readonly usedInCode: Pick<UsedInCode, 'has' | 'onDidChange'>,
		private readonly databases: Pick<DatabaseRows, 'roots' | 'under' | 'onDidChange'>,
		private readonly load: () => Promise<void>,
	) {
		this.store.add(applications.onDidChange(() => this.changed.fire(undefined)));
		this.store.add(filter.onDidChange(() => this.changed.fire(undefined)));
		this.store.add(history.onDidChange((seen) => this.redrawExports(seen)));
		this.store.add(running.onDidChange((change) => void this.redrawRunning(change)));
		this.store.add(usedInCode.onDidChange(() => this.redrawOpened()));
		this.store.add(databases.onDidChange(() => this.changed.fire(undefined)));
		this.store.add(kept.onDidChange((ids) => this.redrawRows(ids)));
	}

	async getChildren(parent?: TreeNode): Promise<TreeNode[]> {
		if (!parent) {
			const [rows, databases] = [await this.roots(), this.databases.roots()];
			// Where there is any row, the editor does not show the welcome that leads to an account.
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
		const kept = isApplication ? this.kept.under(node.account, node.application.id) : [];
		return toTreeItem(node, { hasRows, kept, isInCode: (path) => this.usedInCode.has(path), now: new Date() });
	}

	/** Only a row that is pointed at needs its tooltip. */
	resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
		item.tooltip = tooltipOf(node);
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
			case 'kept':
				return this.rows.get(node.entry.known?.plan.application.id ?? '');
			case 'dataset':
			case 'mappedTable':
				return { kind: 'database', connection: node.connection };
			default:
				return undefined;
		}
	}

	/** The row of an application, unless the filter hides it. */
	find(applicationId: string): ApplicationNode | undefined {
		return this.rows.get(applicationId);
	}

	/** Draws the rows of exports and kept records again, whose words depend on the time and on the workspace. */
	redrawOpened(): void {
		const rows = [...this.opened].map((id) => this.rows.get(id)).filter((row) => row !== undefined);
		if (rows.length > 0) {
			this.changed.fire(rows);
		}
	}

	dispose(): void {
		this.store.dispose();
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
		const [exports] = await Promise.all([this.history.of(view.account), this.kept.look(view.account)]);
		const nodes = known(view, exports);
		if (view.listing.kind === 'unknown' || view.listing.kind === 'loading') {
			this.loading ??= this.load().finally(() => {
				this.loading = undefined;
			});
			// The first rows may wait for the service. Later ones may not: they replace those of another account, and
			// what is known without the service is usable at once.
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

	private hasRows({ account, application: { id } }: ApplicationNode): boolean {
		return (
			exportsOf(this.exports, id).length > 0 ||
			this.running.of(account, id).length > 0 ||
			this.kept.under(account, id).length > 0
		);
	}

	private async exportsUnder({ account, application }: ApplicationNode): Promise<TreeNode[]> {
		if (account.id !== this.account?.id) {
			// A row of the account before, which is about to go.
			return [];
		}
		this.opened.add(application.id);
		const state = await this.history.of(account);
		const running = this.running.of(account, application.id);
		// One that is verified is there all the while; one that is resumed comes back when it has ended.
		const taken = running.filter(({ run }) => run.purpose !== 'verify').map(({ run }) => run.folder);
		const past = exportsOf(state, application.id).filter(({ folder }) => !taken.includes(folder));
		const differences = differencesAmong(past);
		const exportNode = (entry: ExportEntry): ExportNode => ({
			kind: 'export',
			account,
			entry,
			differences: differences.get(entry) ?? [],
		});
		return [
			...(await this.kept.of(account, application.id)),
			...running,
			...foldExports(past).map((row): TreeNode => {
				return row.kind === 'export'
					? exportNode(row.entry)
					: { kind: 'older', applicationId: application.id, day: row.day, exports: row.entries.map(exportNode) };
			}),
		];
	}

	private async redrawRunning(change: RunningChange): Promise<void> {
		if (change.kind === 'words') {
			// Rows that were never opened are unknown to the editor.
			const rows = change.rows.filter(({ run }) => this.opened.has(run.plan.application.id));
			if (rows.length > 0) {
				this.changed.fire(rows);
			}
			return;
		}
		// What takes the place of a row that went is known a moment later. Without it the application would fold up.
		if (this.account) {
			await this.history.of(this.account);
		}
		const row = this.rows.get(change.applicationId);
		if (row) {
			this.changed.fire([row]);
		}
	}

	private redrawRows(applicationIds: readonly string[]): void {
		const rows = applicationIds.map((id) => this.rows.get(id)).filter((row) => row !== undefined);
		if (rows.length > 0) {
			this.changed.fire(rows);
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

	/** One application's row where only that changed; all of them where rows come, go or lose a note above them. */
	private redrawExports({ account, state }: SeenExports): void {
		const before = this.exports;
		if (!before || account.id !== this.account?.id) {
			return;
		}
		this.exports = state;
		const rows = changedGroups(groupsOf(before), groupsOf(state)).map((id) => this.rows.get(id));
		const sameRows = rows.every(
			(row) => row && (row.listed || row.pinned || row.added || exportsOf(state, row.application.id).length > 0),
		);
		if (!sameRows || !sameNotes(before, state)) {
			this.changed.fire(undefined);
		} else if (rows.length > 0) {
			this.changed.fire(rows.filter((row) => row !== undefined));
		}
	}
}

function sameNotes(a: ExportState, b: ExportState): boolean {
	return a.kind === 'listed' && b.kind === 'listed' && a.unreadable === b.unreadable && a.library === b.library;
}

/** With the applications of past exports, so that none of them is out of reach. */
function known(view: ApplicationsView, exports: ExportState): ApplicationNode[] {
	const { account, nodes } = view;
	const exported = [...groupsOf(exports).values()].flat().map(({ stored }) => stored.plan.application);
	return joinExported(nodes, exported).map((one) => ({ kind: 'application', account, ...one }));
}

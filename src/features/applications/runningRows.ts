import * as vscode from 'vscode';
import type { Account } from '../../services/accounts';
import type { RunningExport, RunningExports } from '../../services/runningExports';
import type { RunningNode } from '../../services/treeNodes';
import { DisposableOwner } from '../../shared/disposables';

const throttleMs = 500;

export type RunningChange =
	| { readonly kind: 'words'; readonly rows: readonly RunningNode[] }
	| { readonly kind: 'rows'; readonly applicationId: string };

/** Rows of running exports. Each export keeps the same row object, because VS Code compares rows by identity. */
export class RunningRows extends DisposableOwner {
	private readonly changed = this.owned.add(new vscode.EventEmitter<RunningChange>());
	readonly onDidChange = this.changed.event;

	private readonly rows = new Map<RunningExport, RunningNode>();
	private readonly advanced = new Set<RunningNode>();
	private drawing: NodeJS.Timeout | undefined;

	constructor(private readonly running: Pick<RunningExports, 'all' | 'onDidChange'>) {
		super();
		this.owned.add(running.onDidChange((run) => this.see(run)));
		this.owned.add(new vscode.Disposable(() => clearTimeout(this.drawing)));
	}

	of(account: Account, applicationId: string): readonly RunningNode[] {
		return this.running.all
			.filter((run) => run.account.id === account.id && run.plan.application.id === applicationId)
			.map((run) => this.rowOf(run));
	}

	private see(run: RunningExport): void {
		const known = this.rows.get(run);
		const runs = this.running.all.includes(run);
		if (known && runs) {
			this.advanced.add(known);
			this.drawing ??= setTimeout(() => this.draw(), throttleMs);
			return;
		}
		if (!runs) {
			this.rows.delete(run);
			if (known) {
				this.advanced.delete(known);
			}
		} else {
			this.rowOf(run);
		}
		this.changed.fire({ kind: 'rows', applicationId: run.plan.application.id });
	}

	private draw(): void {
		this.drawing = undefined;
		const rows = [...this.advanced];
		this.advanced.clear();
		if (rows.length > 0) {
			this.changed.fire({ kind: 'words', rows });
		}
	}

	private rowOf(run: RunningExport): RunningNode {
		const row = this.rows.get(run) ?? { kind: 'running', run };
		this.rows.set(run, row);
		return row;
	}
}

import * as vscode from 'vscode';
import { type ExportGroups, groupExports } from '../../core/applications/groupExports';
import { AppError, type Problem } from '../../core/common/errors';
import type { ExportEntry } from '../../core/export/model/entry';
import type { Account } from '../../services/accounts';
import type { ExportLibrary } from '../../services/exportLibrary';
import { DisposableStore } from '../../shared/disposables';

export type ExportState =
	| {
			readonly kind: 'listed';
			readonly groups: ExportGroups;
			/** Folders of exports that this version cannot read. */
			readonly unreadable: number;
			/** Root of the library, where those are. */
			readonly library: string;
	  }
	| { readonly kind: 'failed'; readonly problem: Problem }
	/** A fault of our own. */
	| { readonly kind: 'broken' };

export interface SeenExports {
	readonly account: Account;
	readonly state: ExportState;
}

interface Held {
	readonly account: Account;
	readonly state: Promise<ExportState>;
}

const nothing: ExportGroups = new Map();

/** The past exports of the current account by application: one look at the library for all of them. */
export class ExportHistory implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<SeenExports>());
	/** The library was looked at again; what is there may be the same. */
	readonly onDidChange = this.changed.event;

	private held: Held | undefined;

	constructor(
		private readonly library: Pick<ExportLibrary, 'root' | 'list' | 'onDidChange'>,
		private readonly onFault: (error: unknown) => void,
	) {
		this.store.add(library.onDidChange(() => void this.reload()));
	}

	/** Looks once per account. */
	of(account: Account): Promise<ExportState> {
		if (this.held?.account.id !== account.id) {
			this.held = { account, state: this.look(account) };
		}
		return this.held.state;
	}

	/** Looks again, and tells once it is done. Until then `of` waits for it too. */
	async reload(): Promise<void> {
		if (!this.held) {
			return;
		}
		const { account } = this.held;
		const held = { account, state: this.look(account) };
		this.held = held;
		const state = await held.state;
		if (this.held === held) {
			this.changed.fire({ account, state });
		}
	}

	dispose(): void {
		this.store.dispose();
	}

	private async look(account: Account): Promise<ExportState> {
		try {
			const library = this.library.root;
			const { entries, unreadable } = await this.library.list(account);
			return { kind: 'listed', groups: groupExports(entries), unreadable, library };
		} catch (error) {
			if (error instanceof AppError) {
				return { kind: 'failed', problem: error.problem };
			}
			this.onFault(error);
			return { kind: 'broken' };
		}
	}
}

export function groupsOf(state: ExportState): ExportGroups {
	return state.kind === 'listed' ? state.groups : nothing;
}

export function exportsOf(state: ExportState | undefined, applicationId: string): readonly ExportEntry[] {
	return (state && groupsOf(state).get(applicationId)) ?? [];
}

import * as vscode from 'vscode';
import { type ExportGroups, groupExports } from '../../core/applications/groupExports';
import { AppError, type Problem } from '../../core/common/errors';
import type { ExportEntry } from '../../core/export/model/entry';
import type { Account } from '../../services/accounts';
import type { ExportLibrary } from '../../services/exportLibrary';
import { DisposableOwner } from '../../shared/disposables';

export type ExportState =
	| {
			readonly kind: 'listed';
			readonly groups: ExportGroups;
			readonly unreadable: number;
			readonly library: string;
	  }
	| { readonly kind: 'failed'; readonly problem: Problem }
	| { readonly kind: 'broken' };

export interface SeenExports {
	readonly account: Account;
	readonly state: ExportState;
}

interface CachedHistory {
	readonly account: Account;
	readonly state: Promise<ExportState>;
}

const nothing: ExportGroups = new Map();

/** The current account's past exports by application. One scan of the library finds all of them. */
export class ExportHistory extends DisposableOwner {
	private readonly changed = this.owned.add(new vscode.EventEmitter<SeenExports>());
	/** Fires after each scan of the library, even if nothing changed. */
	readonly onDidChange = this.changed.event;

	private held: CachedHistory | undefined;

	constructor(
		private readonly library: Pick<ExportLibrary, 'root' | 'list' | 'onDidChange'>,
		private readonly onFault: (error: unknown) => void,
	) {
		super();
		this.owned.add(library.onDidChange(() => void this.reload()));
	}

	of(account: Account): Promise<ExportState> {
		if (this.held?.account.id !== account.id) {
			this.held = { account, state: this.load(account) };
		}
		return this.held.state;
	}

	/** Scans the library again. Until the scan has ended, calls of `of` wait for its result. */
	async reload(rescan?: boolean): Promise<void> {
		if (!this.held) {
			return;
		}
		const { account } = this.held;
		const held = { account, state: this.load(account, rescan) };
		this.held = held;
		const state = await held.state;
		if (this.held === held) {
			this.changed.fire({ account, state });
		}
	}

	private async load(account: Account, rescan?: boolean): Promise<ExportState> {
		try {
			const library = this.library.root;
			const { entries, unreadable } = await this.library.list(account, rescan);
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

export function getGroups(state: ExportState): ExportGroups {
	return state.kind === 'listed' ? state.groups : nothing;
}

export function getExports(state: ExportState | undefined, applicationId: string): readonly ExportEntry[] {
	return (state && getGroups(state).get(applicationId)) ?? [];
}

import * as vscode from 'vscode';
import { AppError, type Problem } from '../core/errors';
import type { Application } from '../core/service/application';
import type { EngineClient } from '../engine/client';
import type { ApplicationListing } from '../engine/protocol';
import { stateKeys } from '../ids';
import { DisposableStore } from '../vscode/disposables';
import type { Account, Accounts } from './accounts';
import type { ApplicationNode } from './treeNodes';

export type ListingState =
	| { readonly kind: 'unknown' }
	| { readonly kind: 'loading' }
	| { readonly kind: 'loaded'; readonly listing: ApplicationListing }
	| { readonly kind: 'failed'; readonly problem: Problem };

/** What a person marked, per service; kept between sessions. */
interface Marks {
	readonly pinned: readonly string[];
	readonly added: readonly string[];
}

const noMarks: Marks = { pinned: [], added: [] };

/** The applications of the current account: what the service lists, joined with what a person pinned or added. */
export class Applications implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;

	private account: Account | undefined;
	private state: ListingState = { kind: 'unknown' };
	private loading: Promise<void> | undefined;

	constructor(
		private readonly accounts: Accounts,
		private readonly engine: EngineClient,
		private readonly memento: vscode.Memento,
	) {
		this.store.add(accounts.onDidChange(() => void this.followAccount()));
	}

	get listing(): ListingState {
		return this.state;
	}

	/** Lists once per account; a second call joins the first. Failures are kept as the state, not thrown. */
	load(): Promise<void> {
		return this.state.kind === 'loaded' || this.state.kind === 'failed' ? Promise.resolve() : this.reload(false);
	}

	/** @param interactive Whether a refused token may be asked for in place. */
	reload(interactive: boolean): Promise<void> {
		this.loading ??= this.list(interactive).finally(() => {
			this.loading = undefined;
			this.changed.fire();
		});
		return this.loading;
	}

	/** Pinned first, then in the order of the service; those known by ID only come last. */
	async nodes(): Promise<ApplicationNode[]> {
		const account = await this.accounts.current();
		if (!account) {
			return [];
		}
		const { pinned, added } = this.marks(account);
		const listed = this.state.kind === 'loaded' ? this.state.listing.applications : [];
		const known = new Set(listed.map((application) => application.id));
		const byIdOnly = [...new Set([...added, ...pinned])]
			.filter((id) => !known.has(id))
			.map((id): Application => ({ id, details: [] }));
		return [...listed, ...byIdOnly]
			.map(
				(application): ApplicationNode => ({
					kind: 'application',
					account,
					application,
					pinned: pinned.includes(application.id),
					added: added.includes(application.id),
				}),
			)
			.sort((a, b) => Number(b.pinned) - Number(a.pinned));
	}

	async pin(id: string, pinned: boolean): Promise<void> {
		await this.mark((marks) => ({ ...marks, pinned: withMember(marks.pinned, id, pinned) }));
	}

	/** Adds or removes an application known by its ID only. */
	async add(id: string, added: boolean): Promise<void> {
		await this.mark((marks) => ({ ...marks, added: withMember(marks.added, id, added) }));
	}

	dispose(): void {
		this.store.dispose();
	}

	private async list(interactive: boolean): Promise<void> {
		const account = await this.accounts.current();
		this.account = account;
		if (!account) {
			this.state = { kind: 'unknown' };
			return;
		}
		this.state = { kind: 'loading' };
		this.changed.fire();
		try {
			const listing = await this.engine.call('listApplications', {
				account: { accountId: account.id, service: account.service, interactive },
			});
			this.state = { kind: 'loaded', listing };
		} catch (error) {
			if (!(error instanceof AppError)) {
				this.state = { kind: 'unknown' };
				throw error;
			}
			this.state = { kind: 'failed', problem: error.problem };
		}
	}

	private async followAccount(): Promise<void> {
		const current = await this.accounts.current();
		if (current?.id !== this.account?.id || this.state.kind === 'failed') {
			this.account = current;
			this.state = { kind: 'unknown' };
		}
		this.changed.fire();
	}

	private marks({ service }: Account): Marks {
		return this.memento.get<Record<string, Marks>>(stateKeys.applicationMarks, {})[service] ?? noMarks;
	}

	private async mark(change: (marks: Marks) => Marks): Promise<void> {
		const account = await this.accounts.current();
		if (account) {
			const all = this.memento.get<Record<string, Marks>>(stateKeys.applicationMarks, {});
			await this.memento.update(stateKeys.applicationMarks, { ...all, [account.service]: change(this.marks(account)) });
			this.changed.fire();
		}
	}
}

function withMember(ids: readonly string[], id: string, present: boolean): string[] {
	return present ? [...new Set([...ids, id])] : ids.filter((other) => other !== id);
}

import * as vscode from 'vscode';
import { joinApplications } from '../core/applications/knownApplications';
import { type Marks, noMarks, withAdded, withoutApplication, withPinned } from '../core/applications/marks';
import type { EngineClient } from '../engine/engineClient';
import { stateKeys } from '../ids';
import { DisposableOwner } from '../shared/disposables';
import { AccountListing, type List, type ListingState } from './accountListing';
import type { Account, Accounts } from './accounts';
import type { ApplicationNode } from './treeNodes';

export type { ListingState } from './accountListing';

export interface ApplicationsView {
	readonly account: Account;
	readonly listing: ListingState;
	readonly unreadable: number;
	/** Pinned applications, then other listed applications in the service's order, then applications known only by ID. */
	readonly nodes: readonly ApplicationNode[];
}

/** The current account's applications: those that the service lists, and those that the user pinned or added by ID. */
export class Applications extends DisposableOwner {
	private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;

	private held: AccountListing | undefined;
	/** Number of times that the current account was looked up. Used to discard results of slow, outdated lookups. */
	private lookups = 0;
	private answered = 0;
	private readonly list: List;

	constructor(
		private readonly accounts: Pick<Accounts, 'current' | 'onDidChange'>,
		engine: Pick<EngineClient, 'call'>,
		private readonly memento: vscode.Memento,
	) {
		super();
		this.list = ({ id, service }, interactive, signal) =>
			engine.call('listApplications', { account: { accountId: id, service, interactive } }, { signal });
		this.owned.add(
			accounts.onDidChange(() => {
				// Errors are ignored here, because the next access to the applications throws them again.
				this.followAccount().catch(() => this.changed.fire());
			}),
		);
		this.owned.add(new vscode.Disposable(() => this.held?.dispose()));
	}

	get listing(): ListingState {
		return this.held?.state ?? { kind: 'unknown' };
	}

	/** Resolves when loading has ended. Expected failures are part of the state. Only unexpected errors are thrown. */
	async load(): Promise<void> {
		await this.settle((listing) => listing.load());
	}

	/**
	 * Loads the applications again.
	 * @param interactive True if the user may be prompted to replace a rejected token
	 */
	async reload(interactive: boolean): Promise<void> {
		await this.settle((listing) => listing.reload(interactive));
	}

	/** Returns the current account's applications without sending a request, or undefined if no account exists. */
	async view(): Promise<ApplicationsView | undefined> {
		const held = await this.hold();
		if (!held) {
			return undefined;
		}
		const { account, state, latest } = held;
		return {
			account,
			listing: state,
			unreadable: latest.unreadable,
			nodes: joinApplications(latest.applications, this.marks(account)).map((known) => ({
				kind: 'application',
				account,
				...known,
			})),
		};
	}

	async nodes(): Promise<readonly ApplicationNode[]> {
		return (await this.view())?.nodes ?? [];
	}

	async pin(account: Account, id: string, pinned: boolean): Promise<void> {
		await this.mark(account, (marks) => withPinned(marks, id, pinned));
	}

	async add(account: Account, id: string): Promise<void> {
		await this.mark(account, (marks) => withAdded(marks, id));
	}

	async remove(account: Account, id: string): Promise<void> {
		await this.mark(account, (marks) => withoutApplication(marks, id));
	}

	private async settle(ask: (listing: AccountListing) => Promise<void>): Promise<void> {
		const asked = await this.hold();
		await (asked && ask(asked));
		if (this.held !== asked) {
			await this.load();
		}
	}

	private async hold(): Promise<AccountListing | undefined> {
		const lookup = ++this.lookups;
		const account = await this.accounts.current();
		if (lookup < this.answered) {
			return this.held;
		}
		this.answered = lookup;
		if (account?.id !== this.held?.account.id) {
			this.held?.dispose();
			this.held = account && new AccountListing(account, this.list, () => this.changed.fire());
			this.changed.fire();
		}
		return this.held;
	}

	private async followAccount(): Promise<void> {
		const before = this.held;
		const held = await this.hold();
		if (held === before) {
			held?.forgetFailure();
		}
	}

	private marks({ service }: Account): Marks {
		return this.memento.get<Record<string, Marks>>(stateKeys.applicationMarks, {})[service] ?? noMarks;
	}

	private async mark(account: Account, change: (marks: Marks) => Marks): Promise<void> {
		const all = this.memento.get<Record<string, Marks>>(stateKeys.applicationMarks, {});
		await this.memento.update(stateKeys.applicationMarks, { ...all, [account.service]: change(this.marks(account)) });
		this.changed.fire();
	}
}

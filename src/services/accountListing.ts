import type * as vscode from 'vscode';
import { AppError, isCancellation, type Problem } from '../core/common/errors';
import type { ApplicationListing } from '../core/service/application';
import type { Account } from './accounts';

export type ListingState =
	| { readonly kind: 'unknown' }
	| { readonly kind: 'loading' }
	| { readonly kind: 'loaded' }
	| { readonly kind: 'failed'; readonly problem: Problem }
	| { readonly kind: 'broken' };

export type List = (account: Account, interactive: boolean, signal: AbortSignal) => Promise<ApplicationListing>;

interface PendingListing {
	readonly interactive: boolean;
	readonly ended: Promise<void>;
}

/** List of one account's applications. If another account becomes current, late responses have no effect. */
export class AccountListing implements vscode.Disposable {
	private currentState: ListingState = { kind: 'unknown' };
	private latestListing: ApplicationListing = { applications: [], unreadable: 0 };
	private running: PendingListing | undefined;
	private readonly leaving = new AbortController();

	constructor(
		readonly account: Account,
		private readonly list: List,
		private readonly onChange: () => void,
	) {}

	get state(): ListingState {
		return this.currentState;
	}

	/** List that was received last. Remains available while the list is being reloaded, or if reloading fails. */
	get latest(): ApplicationListing {
		return this.latestListing;
	}

	/** Loads the list if it isn't loaded. After a failure, only `reload` and `forgetFailure` allow another request. */
	async load(): Promise<void> {
		if (!this.isSettled) {
			await this.reload(false);
		}
	}

	/** Loads the list, or waits for a running request. If `interactive` is true, a rejected token may cause a prompt. */
	async reload(interactive: boolean): Promise<void> {
		const { running } = this;
		if (!running) {
			const ended = this.run(interactive).finally(() => {
				this.running = undefined;
			});
			this.running = { interactive, ended };
			return ended;
		}
		await running.ended;
		const { state } = this;
		if (interactive && !running.interactive && state.kind === 'failed' && state.problem.kind === 'unauthorized') {
			// The previous request was not allowed to prompt for a new token, but this request is.
			await this.reload(true);
		}
	}

	/** Discards a failure whose cause may have been resolved, so that the next call of `load` sends a request. */
	forgetFailure(): void {
		if (this.state.kind === 'failed' || this.state.kind === 'broken') {
			this.become({ kind: 'unknown' });
		}
	}

	dispose(): void {
		this.leaving.abort(new AppError({ kind: 'cancelled' }));
	}

	private get isSettled(): boolean {
		return this.state.kind !== 'unknown' && this.state.kind !== 'loading';
	}

	private async run(interactive: boolean): Promise<void> {
		const before = this.isSettled ? this.state : undefined;
		// No event is fired, because the displayed list doesn't change until the response arrives.
		this.currentState = { kind: 'loading' };
		try {
			this.latestListing = await this.list(this.account, interactive, this.leaving.signal);
			this.become({ kind: 'loaded' });
		} catch (error) {
			if (this.leaving.signal.aborted) {
				return;
			}
			if (isCancellation(error)) {
				this.become(before ?? { kind: 'failed', problem: { kind: 'cancelled' } });
			} else if (error instanceof AppError) {
				this.become({ kind: 'failed', problem: error.problem });
			} else {
				this.become({ kind: 'broken' });
				throw error;
			}
		}
	}

	private become(state: ListingState): void {
		this.currentState = state;
		if (!this.leaving.signal.aborted) {
			this.onChange();
		}
	}
}

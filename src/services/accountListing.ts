import type * as vscode from 'vscode';
import { AppError, isCancellation, type Problem } from '../core/common/errors';
import type { ApplicationListing } from '../core/service/application';
import type { Account } from './accounts';

export type ListingState =
	| { readonly kind: 'unknown' }
	| { readonly kind: 'loading' }
	| { readonly kind: 'loaded' }
	| { readonly kind: 'failed'; readonly problem: Problem }
	/** A fault of our own, thrown to whoever asked. */
	| { readonly kind: 'broken' };

export type List = (account: Account, interactive: boolean, signal: AbortSignal) => Promise<ApplicationListing>;

interface Running {
	readonly interactive: boolean;
	readonly ended: Promise<void>;
}

/**
 * What one account's service lists. When another account takes its place it is given up as a whole, so that an answer
 * which comes late reaches nobody.
 */
export class AccountListing implements vscode.Disposable {
	private currentState: ListingState = { kind: 'unknown' };
	private latestListing: ApplicationListing = { applications: [], unreadable: 0 };
	private running: Running | undefined;
	private readonly leaving = new AbortController();

	constructor(
		readonly account: Account,
		private readonly list: List,
		private readonly onChange: () => void,
	) {}

	get state(): ListingState {
		return this.currentState;
	}

	/** The last answer: it stays while the service is asked again and when that fails. */
	get latest(): ApplicationListing {
		return this.latestListing;
	}

	/** Asks once; failures are kept as the state and not asked again until `reload` or `forgetFailure`. */
	async load(): Promise<void> {
		if (!this.isSettled) {
			await this.reload(false);
		}
	}

	/**
	 * Asks the service, or joins the asking that is under way.
	 *
	 * @param interactive Whether a refused token may be asked for in place.
	 */
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
			// Nobody could be asked for a token then; now somebody waits.
			await this.reload(true);
		}
	}

	/** Something changed that a failure may have come from: the next `load` asks anew. */
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
		// Not told: what can be shown is the same until there is an answer.
		this.currentState = { kind: 'loading' };
		try {
			this.latestListing = await this.list(this.account, interactive, this.leaving.signal);
			this.become({ kind: 'loaded' });
		} catch (error) {
			if (this.leaving.signal.aborted) {
				return;
			}
			if (isCancellation(error)) {
				// Nothing was learnt, so what was known before still holds.
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

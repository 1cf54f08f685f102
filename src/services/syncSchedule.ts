import { AppError, isCancellation, type Problem } from '../core/common/errors';
import { dueAt, type NextUpdate, type Trouble } from '../core/sync/model/nextUpdate';
import type { SyncedSetEntry } from '../engine/protocol';
import type { Disposable } from '../shared/disposables';
import type { Account } from './accounts';

const minuteMs = 60_000;

/** If a set was synced within this time (in milliseconds), opening the set doesn't start another sync. */
const openedWithinMs = 5 * minuteMs;

/** Delay in milliseconds before the first sync, so that no sync starts in a window that has the focus only briefly. */
const settleMs = 3_000;

/** Time in milliseconds after which a sync in another window is assumed to have ended. */
const elsewhereMs = minuteMs;

const pauses = { first: 5 * minuteMs, last: 60 * minuteMs } as const;

const maxRetryAfterMs = 24 * 60 * minuteMs;

export interface ScheduleClock {
	now(): number;
	after(milliseconds: number, run: () => void): Disposable;
}

export const systemScheduleClock: ScheduleClock = {
	now: () => Date.now(),
	after: (milliseconds, run) => {
		const timer = setTimeout(run, milliseconds);
		return { dispose: () => clearTimeout(timer) };
	},
};

interface SyncScheduleOptions {
	readonly clock: ScheduleClock;
	/** Interval in milliseconds between syncs while the window has the focus. Zero disables automatic syncs. */
	readonly everyMs: () => number;
	readonly isFocused: () => boolean;
	readonly account: () => Promise<Account | undefined>;
	readonly accountOf: (service: string) => Promise<Account | undefined>;
	readonly list: (account: Account) => Promise<readonly SyncedSetEntry[]>;
	readonly describe: (path: string) => Promise<SyncedSetEntry | undefined>;
	/** Syncs a set automatically. Never prompts for a token. Skips a set that was synced within the given time. */
	readonly update: (account: Account, entry: SyncedSetEntry, unlessWithinMs: number) => Promise<unknown>;
	readonly onFault: (error: unknown) => void;
}

interface ScheduledSet extends Trouble {
	readonly times: number;
}

/** Syncs sets when they are opened, and at intervals while the window has the focus. Syncs one set at a time. */
export class SyncSchedule implements Disposable {
	/** Errors by folder of a synced set, or by service if the error affects all sets of the service. */
	private readonly troubles = new Map<string, ScheduledSet>();
	/** Time of the last attempt in this window, by folder of a synced set. Includes canceled syncs. */
	private readonly tried = new Map<string, number>();
	private readonly due = new Map<string, number>();
	private readonly listeners = new Set<() => void>();
	/** Time of the next check while the window has the focus (Unix time in milliseconds). */
	private refreshTimer = 0;
	private checking: Promise<void> = Promise.resolve();
	private opening: Promise<void> = Promise.resolve();
	private timer: Disposable | undefined;
	private ended = false;

	constructor(private readonly options: SyncScheduleOptions) {}

	onDidChange(listener: () => void): Disposable {
		this.listeners.add(listener);
		return { dispose: () => this.listeners.delete(listener) };
	}

	/** Must be called when the window gains or loses the focus. The first call starts automatic syncs. */
	focusChanged(): void {
		this.arm();
	}

	reschedule(): void {
		this.refreshTimer = 0;
		this.arm();
		this.notify();
	}

	/** Discards authorization errors, because a new token may be accepted. */
	accountsChanged(): void {
		for (const [about, { until }] of this.troubles) {
			if (until === Number.POSITIVE_INFINITY) {
				this.troubles.delete(about);
			}
		}
		this.reschedule();
	}

	/**
	 * Syncs a set that the user has opened, unless it is up to date.
	 * @param path Path of the manifest
	 */
	opened(path: string): Promise<void> {
		this.opening = this.after(this.opening, async () => {
			const entry = await this.options.describe(path);
			const account = entry?.known && (await this.options.accountOf(entry.known.service));
			if (entry && account && this.dueOf(entry, openedWithinMs) <= this.options.clock.now()) {
				await this.update(account, entry, openedWithinMs);
				this.reschedule();
			}
		});
		return this.opening;
	}

	updated({ folder, known }: SyncedSetEntry): void {
		this.forget(folder, known?.service);
		this.reschedule();
	}

	nextUpdateOf({ folder, known }: SyncedSetEntry): NextUpdate {
		const now = this.options.clock.now();
		const met = this.troubles.get(known?.service ?? '') ?? this.troubles.get(folder);
		// A sync in another window may have succeeded since the error occurred.
		const trouble = met && known?.updatedAt !== undefined && Date.parse(known.updatedAt) > met.at ? undefined : met;
		const next = known?.paused || this.options.everyMs() === 0 ? undefined : this.due.get(folder);
		return { nextAt: next !== undefined && next > now && Number.isFinite(next) ? next : undefined, trouble };
	}

	dispose(): void {
		this.ended = true;
		this.timer?.dispose();
	}

	private notify(): void {
		for (const listener of this.listeners) {
			listener();
		}
	}

	private arm(): void {
		this.timer?.dispose();
		this.timer = undefined;
		const { clock, everyMs, isFocused } = this.options;
		const every = everyMs();
		if (!this.ended && every > 0 && isFocused()) {
			// The delay is limited, because the machine may have been asleep or its clock may have been changed.
			const wait = Math.max(settleMs, Math.min(this.refreshTimer - clock.now(), every));
			this.timer = clock.after(wait, () => {
				this.checking = this.after(this.checking, () => this.startDue());
			});
		}
	}

	/** Runs `work` after `before` has settled. Never rejects, because the result is not awaited. */
	private async after(before: Promise<void>, work: () => Promise<void>): Promise<void> {
		await before;
		if (!this.ended) {
			await work().catch(this.options.onFault);
		}
	}

	private async startDue(): Promise<void> {
		const { everyMs, isFocused, account: accountNow, list, clock } = this.options;
		const every = everyMs();
		if (every === 0 || !isFocused()) {
			return;
		}
		let next = clock.now() + every;
		try {
			const account = await accountNow();
			for (const entry of account ? await list(account) : []) {
				if (account && entry.known && !entry.known.paused) {
					next = Math.min(next, await this.updateIfDue(account, entry, every));
				}
			}
		} finally {
			this.refreshTimer = next;
			this.arm();
			this.notify();
		}
	}

	private async updateIfDue(account: Account, entry: SyncedSetEntry, every: number): Promise<number> {
		const { clock, isFocused } = this.options;
		const before = this.dueOf(entry, every);
		if (entry.runsElsewhere || before > clock.now() || !isFocused()) {
			const at = entry.runsElsewhere ? clock.now() + elsewhereMs : before;
			this.due.set(entry.folder, at);
			return at;
		}
		await this.update(account, entry, every);
		const after = Math.max(clock.now() + every, this.untilOf(entry));
		this.due.set(entry.folder, after);
		return after;
	}

	private dueOf(entry: SyncedSetEntry, every: number): number {
		const { known, folder, runsElsewhere } = entry;
		const now = this.options.clock.now();
		if (!known || known.paused || runsElsewhere) {
			return Number.POSITIVE_INFINITY;
		}
		const tried = this.tried.get(folder);
		const since = tried === undefined ? now : dueAt({ updatedAt: new Date(tried).toISOString() }, every, now);
		return Math.max(dueAt(known, every, now), since, this.untilOf(entry));
	}

	private untilOf({ folder, known }: SyncedSetEntry): number {
		const troubles = [this.troubles.get(folder), this.troubles.get(known?.service ?? '')];
		return Math.max(0, ...troubles.map((trouble) => trouble?.until ?? 0));
	}

	private async update(account: Account, entry: SyncedSetEntry, unlessWithinMs: number): Promise<void> {
		const { folder, known } = entry;
		this.tried.set(folder, this.options.clock.now());
		try {
			await this.options.update(account, entry, unlessWithinMs);
			this.forget(folder, known?.service);
		} catch (error) {
			const problem = error instanceof AppError ? error.problem : undefined;
			// A cancellation, or a sync in another process, doesn't delay the next sync.
			if (!isCancellation(error) && problem?.kind !== 'exportRunning') {
				this.remember(known && problem && isOfService(problem) ? known.service : folder, problem);
				this.options.onFault(error);
			}
		}
		this.notify();
	}

	private remember(about: string, problem: Problem | undefined): void {
		const times = (this.troubles.get(about)?.times ?? 0) + 1;
		const grown = Math.min(pauses.last, pauses.first * 2 ** (times - 1));
		const requestedMs = problem?.kind === 'throttled' ? Math.min(maxRetryAfterMs, problem.retryAfterMs ?? 0) : 0;
		const at = this.options.clock.now();
		const until = needsToken(problem) ? Number.POSITIVE_INFINITY : at + Math.max(grown, requestedMs);
		this.troubles.set(about, { problem, times, at, until });
	}

	private forget(folder: string, service: string | undefined): void {
		this.troubles.delete(folder);
		this.troubles.delete(service ?? '');
	}
}

function needsToken(problem: Problem | undefined): boolean {
	return problem?.kind === 'unauthorized' || problem?.kind === 'signedOut';
}

function isOfService(problem: Problem): boolean {
	switch (problem.kind) {
		case 'throttled':
		case 'serviceFailure':
		case 'network':
		case 'certificate':
		case 'proxy':
		case 'redirectRefused':
		case 'insecureAddress':
		case 'invalidAddress':
			return true;
		default:
			return needsToken(problem);
	}
}

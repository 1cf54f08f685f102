import { AppError, isCancellation, type Problem } from '../core/common/errors';
import { dueAt, type KeptOutlook, type Trouble } from '../core/kept/model/nextUpdate';
import type { KeptEntry } from '../engine/protocol';
import type { Disposable } from '../shared/disposables';
import type { Account } from './accounts';

const minuteMs = 60_000;

/** A set that was updated less long ago is as good as current to whoever opens it. */
const openedWithinMs = 5 * minuteMs;

/** Whoever goes through windows stays in none of them for so long. */
const settleMs = 3_000;

/** What another window is at may have come to its end by then. */
const elsewhereMs = minuteMs;

/** After trouble: from the first, doubling, to the last. */
const pauses = { first: 5 * minuteMs, last: 60 * minuteMs } as const;

/** No service means longer than that. */
const maxToldMs = 24 * 60 * minuteMs;

export interface ScheduleClock {
	/** Unix time in milliseconds. */
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

interface ScheduleParts {
	readonly clock: ScheduleClock;
	/** How often sets are updated while the window has the focus; zero: never. */
	readonly everyMs: () => number;
	readonly isFocused: () => boolean;
	/** The one whose sets are shown, which are updated every so often; undefined when nobody is signed in. */
	readonly account: () => Promise<Account | undefined>;
	/** Some account that may ask a service; undefined when there is none. */
	readonly accountOf: (service: string) => Promise<Account | undefined>;
	readonly list: (account: Account) => Promise<readonly KeptEntry[]>;
	/** The set of a manifest. */
	readonly describe: (path: string) => Promise<KeptEntry | undefined>;
	/** Asks nobody for a token, and the service for nothing where the set was updated less long ago. */
	readonly update: (account: Account, entry: KeptEntry, unlessWithinMs: number) => Promise<unknown>;
	/** Told what goes wrong; nobody else is. */
	readonly onFault: (error: unknown) => void;
}

interface Known extends Trouble {
	/** One after another. */
	readonly times: number;
}

/**
 * Updates sets when they are opened and, if wanted, every so often while the window has the focus: one at a time, nothing but
 * what is due, and after trouble not before a pause that grows or that the service told.
 */
export class KeptSchedule implements Disposable {
	/** By the folder of a set, or by the service where it concerns all sets of it. */
	private readonly troubles = new Map<string, Known>();
	/** When a set was last tried here (Unix time, milliseconds), by its folder: an update that was stopped tells no time. */
	private readonly tried = new Map<string, number>();
	private readonly due = new Map<string, number>();
	private readonly listeners = new Set<() => void>();
	/** What the timer is set to, or would be in a window with the focus (Unix time, milliseconds). */
	private nextLook = 0;
	private looking: Promise<void> = Promise.resolve();
	private opening: Promise<void> = Promise.resolve();
	private timer: Disposable | undefined;
	private ended = false;

	constructor(private readonly parts: ScheduleParts) {}

	/** The outlook on a set may be another. */
	onDidChange(listener: () => void): Disposable {
		this.listeners.add(listener);
		return { dispose: () => this.listeners.delete(listener) };
	}

	/** The window got or lost the focus. Before the first time nothing happens by itself. */
	focusChanged(): void {
		this.arm();
	}

	/** There may be something to do: another setting, another account, another set. */
	lookAgain(): void {
		this.nextLook = 0;
		this.arm();
		this.tell();
	}

	/** Another token may be accepted. */
	accountsChanged(): void {
		for (const [about, { until }] of this.troubles) {
			if (until === Number.POSITIVE_INFINITY) {
				this.troubles.delete(about);
			}
		}
		this.lookAgain();
	}

	/** Somebody opened a set. @param path Of its manifest. */
	opened(path: string): Promise<void> {
		this.opening = this.after(this.opening, async () => {
			const entry = await this.parts.describe(path);
			const account = entry?.known && (await this.parts.accountOf(entry.known.service));
			if (entry && account && this.dueOf(entry, openedWithinMs) <= this.parts.clock.now()) {
				await this.update(account, entry, openedWithinMs);
				this.lookAgain();
			}
		});
		return this.opening;
	}

	/** Somebody's own update came to its end, so what was wrong is not any more. */
	updated({ folder, known }: KeptEntry): void {
		this.forget(folder, known?.service);
		this.lookAgain();
	}

	outlookOf({ folder, known }: KeptEntry): KeptOutlook {
		const now = this.parts.clock.now();
		const met = this.troubles.get(known?.service ?? '') ?? this.troubles.get(folder);
		// Another window may have been luckier.
		const trouble = met && known?.updatedAt !== undefined && Date.parse(known.updatedAt) > met.at ? undefined : met;
		const next = known?.paused || this.parts.everyMs() === 0 ? undefined : this.due.get(folder);
		return { nextAt: next !== undefined && next > now && Number.isFinite(next) ? next : undefined, trouble };
	}

	dispose(): void {
		this.ended = true;
		this.timer?.dispose();
	}

	private tell(): void {
		for (const listener of this.listeners) {
			listener();
		}
	}

	private arm(): void {
		this.timer?.dispose();
		this.timer = undefined;
		const { clock, everyMs, isFocused } = this.parts;
		const every = everyMs();
		if (!this.ended && every > 0 && isFocused()) {
			// A machine that slept, or whose clock was set, waits no longer than for an update.
			const wait = Math.max(settleMs, Math.min(this.nextLook - clock.now(), every));
			this.timer = clock.after(wait, () => {
				this.looking = this.after(this.looking, () => this.look());
			});
		}
	}

	/** Never rejects: nobody waits for it. */
	private async after(before: Promise<void>, work: () => Promise<void>): Promise<void> {
		await before;
		if (!this.ended) {
			await work().catch(this.parts.onFault);
		}
	}

	/** Updates what is due, and looks again when the next set is. */
	private async look(): Promise<void> {
		const { everyMs, isFocused, account: accountNow, list, clock } = this.parts;
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
			this.nextLook = next;
			this.arm();
			this.tell();
		}
	}

	/** @returns when the set is due again */
	private async updateIfDue(account: Account, entry: KeptEntry, every: number): Promise<number> {
		const { clock, isFocused } = this.parts;
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

	private dueOf(entry: KeptEntry, every: number): number {
		const { known, folder, runsElsewhere } = entry;
		const now = this.parts.clock.now();
		if (!known || known.paused || runsElsewhere) {
			return Number.POSITIVE_INFINITY;
		}
		const tried = this.tried.get(folder);
		const since = tried === undefined ? now : dueAt({ updatedAt: new Date(tried).toISOString() }, every, now);
		return Math.max(dueAt(known, every, now), since, this.untilOf(entry));
	}

	private untilOf({ folder, known }: KeptEntry): number {
		const troubles = [this.troubles.get(folder), this.troubles.get(known?.service ?? '')];
		return Math.max(0, ...troubles.map((trouble) => trouble?.until ?? 0));
	}

	private async update(account: Account, entry: KeptEntry, unlessWithinMs: number): Promise<void> {
		const { folder, known } = entry;
		this.tried.set(folder, this.parts.clock.now());
		try {
			await this.parts.update(account, entry, unlessWithinMs);
			this.forget(folder, known?.service);
		} catch (error) {
			const problem = error instanceof AppError ? error.problem : undefined;
			// Whoever stopped it knows, and so does whoever is at it.
			if (!isCancellation(error) && problem?.kind !== 'exportRunning') {
				this.remember(known && problem && isOfService(problem) ? known.service : folder, problem);
				this.parts.onFault(error);
			}
		}
		this.tell();
	}

	private remember(about: string, problem: Problem | undefined): void {
		const times = (this.troubles.get(about)?.times ?? 0) + 1;
		const grown = Math.min(pauses.last, pauses.first * 2 ** (times - 1));
		const told = problem?.kind === 'throttled' ? Math.min(maxToldMs, problem.retryAfterMs ?? 0) : 0;
		const at = this.parts.clock.now();
		const until = needsToken(problem) ? Number.POSITIVE_INFINITY : at + Math.max(grown, told);
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

/** Whether other sets of the service would meet the same. */
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

import { setTimeout as wait } from 'node:timers/promises';

export interface RetryDelays {
	/** Delays between polls of a queued export. Each delay is 1.5 times the previous one, up to the maximum. */
	readonly queued: { readonly first: number; readonly max: number };
	/** Delays after 420, 429, or 503 without a valid `Retry-After`. The delay doubles each time, up to the maximum. */
	readonly throttled: { readonly first: number; readonly max: number };
	readonly retryAfter: { readonly min: number; readonly max: number };
	/** Delays after 5xx and lost connections. The delay doubles each time, for at most `times` retries. */
	readonly failed: { readonly times: number; readonly first: number; readonly max: number };
	readonly errorBody: number;
	/** Time limit for the list of applications. It is short, because the user is waiting. */
	readonly listing: number;
}

export const defaultDelays: RetryDelays = {
	queued: { first: 5_000, max: 30_000 },
	throttled: { first: 10_000, max: 60_000 },
	retryAfter: { min: 1_000, max: 300_000 },
	failed: { times: 3, first: 2_000, max: 30_000 },
	errorBody: 5_000,
	listing: 30_000,
};

export interface Clock {
	elapsed(): number;
	now(): number;
	sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
	random(): number;
}

export const systemClock: Clock = {
	elapsed: () => performance.now(),
	now: () => Date.now(),
	sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
	random: () => Math.random(),
};

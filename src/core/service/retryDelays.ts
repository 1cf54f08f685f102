import { setTimeout as wait } from 'node:timers/promises';

/** How long requests are retried. All times are in milliseconds. */
export interface RetryDelays {
	/** Between questions about a queued export: from the first, growing by half each time, to the max. */
	readonly queued: { readonly first: number; readonly max: number };
	/** After 420, 429 or 503 without a usable `Retry-After`: doubling. */
	readonly throttled: { readonly first: number; readonly max: number };
	/** What a `Retry-After` may ask for; less is read as `min` and more as `max`. */
	readonly retryAfter: { readonly min: number; readonly max: number };
	/** After 5xx and broken connections: doubling, `times` times. */
	readonly failed: { readonly times: number; readonly first: number; readonly max: number };
	/** What is waited for the body of an error. */
	readonly errorBody: number;
	/** The wait limit of the listing, for which a person sits and waits. */
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
	/** Milliseconds on a clock that is never set. */
	elapsed(): number;
	/** Unix time in milliseconds. */
	now(): number;
	/** @throws an error named `AbortError` when aborted */
	sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
	/** 0 to 1, without 1. */
	random(): number;
}

export const systemClock: Clock = {
	elapsed: () => performance.now(),
	now: () => Date.now(),
	sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
	random: () => Math.random(),
};

import type { RetryDelays } from './retryDelays';

/** How long to wait before a request is sent again, or that its limit is reached. One for each request. */
export class Backoff {
	private waitedMs = 0;
	private queuedTimes = 0;
	private throttledTimes = 0;
	private failedTimes = 0;

	/** @param limitMs What may be spent waiting for the service; a person's time and downloads are not counted. */
	constructor(
		private readonly delays: RetryDelays,
		private readonly limitMs: number,
		private readonly random: () => number,
	) {}

	/** How many repetitions after failures there were since the last progress. */
	get failures(): number {
		return this.failedTimes;
	}

	/** Time that went by while the service had the word. */
	spend(milliseconds: number): void {
		this.waitedMs += milliseconds;
	}

	/** The service works on the request: earlier failures no longer count. */
	progressed(): void {
		this.throttledTimes = 0;
		this.failedTimes = 0;
	}

	/** The last question is asked when the limit is reached, however soon that is. */
	afterQueued(askedMs: number | undefined): number | undefined {
		const { first, max } = this.delays.queued;
		const own = Math.min(max, first * 1.5 ** this.queuedTimes++);
		const left = this.limitMs - this.waitedMs;
		return left > 0 ? Math.min(this.sane(askedMs) ?? own, left) : undefined;
	}

	/** A pause that would end beyond the limit is not begun: nothing may be sent before its end. */
	afterThrottled(askedMs: number | undefined): number | undefined {
		const pause = this.sane(askedMs) ?? this.grow(this.delays.throttled, this.throttledTimes++);
		return this.waitedMs + pause <= this.limitMs ? pause : undefined;
	}

	afterFailure(): number | undefined {
		const { failed } = this.delays;
		return this.failedTimes < failed.times ? this.grow(failed, this.failedTimes++) : undefined;
	}

	private sane(askedMs: number | undefined): number | undefined {
		const { min, max } = this.delays.retryAfter;
		return askedMs === undefined ? undefined : Math.min(max, Math.max(min, askedMs));
	}

	/** Up to a quarter longer at random, so that clients that were refused together do not come back together. */
	private grow({ first, max }: { readonly first: number; readonly max: number }, times: number): number {
		return Math.min(max, first * 2 ** times) * (1 + this.random() / 4);
	}
}

import type { RetryDelays } from './retryDelays';

export class Backoff {
	private waitedMs = 0;
	private queuedTimes = 0;
	private throttledTimes = 0;
	private failedTimes = 0;

	/** @param limitMs Maximum time to wait for the service, excluding downloads and prompts for user input. */
	constructor(
		private readonly delays: RetryDelays,
		private readonly limitMs: number,
		private readonly random: () => number,
	) {}

	get failures(): number {
		return this.failedTimes;
	}

	spend(milliseconds: number): void {
		this.waitedMs += milliseconds;
	}

	/** Resets the failure counts, because the service is now processing the request. */
	progressed(): void {
		this.throttledTimes = 0;
		this.failedTimes = 0;
	}

	/**
	 * Returns the delay before the next poll, in milliseconds, or undefined after the time limit. The last poll takes
	 * place at the time limit.
	 */
	afterQueued(askedMs: number | undefined): number | undefined {
		const { first, max } = this.delays.queued;
		const own = Math.min(max, first * 1.5 ** this.queuedTimes++);
		const left = this.limitMs - this.waitedMs;
		return left > 0 ? Math.min(this.sane(askedMs) ?? own, left) : undefined;
	}

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

	/** Returns an exponential delay with up to 25 % jitter, so that throttled clients don't retry at the same time. */
	private grow({ first, max }: { readonly first: number; readonly max: number }, times: number): number {
		return Math.min(max, first * 2 ** times) * (1 + this.random() / 4);
	}
}

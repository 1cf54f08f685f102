import type { RetryDelays } from '../../../../src/core/service/retryDelays';

/** Waits milliseconds where the usual one waits seconds. */
export const quickPace: RetryDelays = {
	queued: { first: 1, longest: 2 },
	throttled: { first: 1, longest: 2 },
	retryAfter: { least: 1, most: 5 },
	failed: { times: 3, first: 1, longest: 2 },
	words: 200,
	listing: 50,
};

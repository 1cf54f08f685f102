import type { RetryDelays } from '../../../../src/core/service/retryDelays';

export const quickDelays: RetryDelays = {
	queued: { first: 1, max: 2 },
	throttled: { first: 1, max: 2 },
	retryAfter: { min: 1, max: 5 },
	failed: { times: 3, first: 1, max: 2 },
	errorBody: 200,
	listing: 50,
};

import type { Pace } from '../../records/query/pace';

/** A computation in small parts: each is done when the next is asked for. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/**
 * Carries steps out and lets others have their turn between them.
 * @throws AppError `cancelled`
 */
export async function inTurns<Result>(steps: Steps<Result>, pace: Pace): Promise<Result> {
	for (;;) {
		const { done, value } = steps.next();
		if (done) {
			return value;
		}
		if (pace.due) {
			await pace.rest();
		}
	}
}

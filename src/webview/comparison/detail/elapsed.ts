import type { TimeRange } from '../../../shared/comparison';

/** Returns the number of seconds that a side covers up to a point in time. */
export function elapsedAt(spans: readonly TimeRange[], instant: number): number {
	// Both ends of a range are inclusive.
	return spans.reduce((sum, { since, until }) => sum + Math.max(0, Math.min(instant, until) + 1 - since), 0);
}

import type { TimeRange } from '../../../shared/comparison';

/** How much of a side's time has passed at an instant: of what it covers alone, as its parts are of that (seconds). */
export function elapsedAt(spans: readonly TimeRange[], instant: number): number {
	// Both ends of a span are in it.
	return spans.reduce((sum, { since, until }) => sum + Math.max(0, Math.min(instant, until) + 1 - since), 0);
}

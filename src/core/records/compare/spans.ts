import type { TimeRange } from '../../../shared/comparison';
import { partitionPoint } from '../../common/sorting';

/** Returns the intersection of two sorted lists of spans that don't overlap. Spans include both ends. */
export function intersection(one: readonly TimeRange[], other: readonly TimeRange[]): TimeRange[] {
	return one.flatMap(({ since, until }) =>
		other
			.map((span) => ({ since: Math.max(since, span.since), until: Math.min(until, span.until) }))
			.filter((span) => span.since <= span.until),
	);
}

export function difference(one: readonly TimeRange[], other: readonly TimeRange[]): TimeRange[] {
	return other.reduce<TimeRange[]>(
		(left, { since, until }) =>
			left.flatMap((span) =>
				[
					{ since: span.since, until: Math.min(span.until, since - 1) },
					{ since: Math.max(span.since, until + 1), until: span.until },
				].filter((piece) => piece.since <= piece.until && (piece.until < since || piece.since > until)),
			),
		[...one],
	);
}

export function unionOfParts(parts: readonly (readonly TimeRange[])[]): TimeRange[] {
	return parts.flat().sort((one, other) => one.since - other.since);
}

export function secondsIn(spans: readonly TimeRange[]): number {
	return spans.reduce((sum, { since, until }) => sum + until - since + 1, 0);
}

/**
 * Returns a function that maps a time to the number of seconds of the spans before this time. The function returns
 * undefined for a time outside the spans.
 */
export function placeIn(spans: readonly TimeRange[]): (time: number) => number | undefined {
	const before: number[] = [];
	let sum = 0;
	for (const { since, until } of spans) {
		before.push(sum);
		sum += until - since + 1;
	}
	return (time) => {
		const last = partitionPoint(1, spans.length, (index) => (spans[index]?.since ?? 0) <= time) - 1;
		const span = spans[last];
		// Returns undefined for a missing time, which is NaN.
		return span && time >= span.since && time <= span.until ? (before[last] ?? 0) + time - span.since : undefined;
	};
}

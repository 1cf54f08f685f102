import { logPValueOfTable } from './contingencyTable';

export interface ShareCounts {
	readonly before: number;
	readonly after: number;
	readonly allBefore: number;
	readonly allAfter: number;
}

/** Returns the log p-value of a test for a change in a group's share of all devices with errors. */
export function shareLogPValue(counts: ShareCounts): number {
	const { with: before, without, otherWith, otherWithout } = tableOf(counts);
	return logPValueOfTable({ with: before, without, otherWith, otherWithout });
}

/** Returns the odds ratio (after / before). Unlike the ratio of the shares, it is also accurate for frequent groups. */
export function getOddsRatio(counts: ShareCounts): number {
	const { with: before, without: restBefore, otherWith: after, otherWithout: restAfter } = tableOf(counts);
	const [numerator, denominator] = [after * restBefore, before * restAfter];
	return denominator === 0 ? (numerator === 0 ? 1 : Number.POSITIVE_INFINITY) : numerator / denominator;
}

function tableOf({ before, after, allBefore, allAfter }: ShareCounts) {
	return {
		with: before,
		without: Math.max(0, allBefore - before),
		otherWith: after,
		otherWithout: Math.max(0, allAfter - after),
	};
}

/**
 * Returns the first number from `low` to `high - 1` for which `isBefore` is false, or `high` if none exists (binary
 * search).
 */
export function partitionPoint(low: number, high: number, isBefore: (index: number) => boolean): number {
	let [from, to] = [low, high];
	while (from < to) {
		const middle = Math.floor((from + to) / 2);
		if (isBefore(middle)) {
			from = middle + 1;
		} else {
			to = middle;
		}
	}
	return from;
}

/** Compares two lists by the first position at which their numbers differ. */
export function compareLists(one: readonly number[], other: readonly number[]): number {
	for (const [index, value] of one.entries()) {
		const difference = value - (other[index] ?? 0);
		if (difference !== 0) {
			return difference;
		}
	}
	return 0;
}

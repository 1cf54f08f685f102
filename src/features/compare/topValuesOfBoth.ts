import type { TopValues } from '../../shared/results';

/** Merges two lists of most frequent values. For reliable sums, each list must be longer than `limit`. */
export function topValuesOfBoth(before: TopValues, after: TopValues, limit: number): TopValues {
	const counts = new Map<string, number>();
	for (const { value, records } of [...before.values, ...after.values]) {
		counts.set(value, (counts.get(value) ?? 0) + records);
	}
	const isWhole = [before, after].every(({ distinct, values }) => distinct !== undefined && distinct <= values.length);
	const values = [...counts].map(([value, records]) => ({ value, records }));
	return {
		values: values.sort((one, other) => other.records - one.records).slice(0, limit),
		distinct: isWhole ? counts.size : undefined,
		records: before.records + after.records,
		empty: before.empty + after.empty,
	};
}

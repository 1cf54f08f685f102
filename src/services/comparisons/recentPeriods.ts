import { timeFields } from '../../core/plan/timeFields';
import type { RecordsFacts } from '../../shared/comparison';
import type { RecentPeriod } from '../../shared/protocols/resultsProtocol';
import type { TableInfo } from '../../shared/results';

const daySeconds = 86_400;

/** Lengths of the suggested periods in days. Each period is compared with the period of the same length before it. */
const suggestedDays = [7, 30];

/** Returns suggested periods, shortest first. The records must cover both the period and the period before it. */
export function recentPeriods({ covers }: RecordsFacts): readonly Pick<RecentPeriod, 'days' | 'until'>[] {
	const [first, last] = [covers[0], covers.at(-1)];
	if (!first || !last) {
		return [];
	}
	const { until } = last;
	return suggestedDays
		.filter((days) => until - first.since >= (2 * days - 1) * daySeconds)
		.map((days) => ({ days, until }));
}

export function recentPeriod(
	facts: RecordsFacts | undefined,
	{ columns, timeColumn }: TableInfo,
): RecentPeriod | undefined {
	const [period] = facts ? recentPeriods(facts) : [];
	const received = timeFields.receive.find((field) => columns.some(({ name }) => name === field));
	const column = facts?.dimension === 'receive' ? received : columns[timeColumn ?? -1]?.name;
	return period && column !== undefined ? { ...period, column } : undefined;
}

import { sameKey } from '../../../shared/groupFilters';
import type { GroupValue } from '../../../shared/groupValue';
import type { RecentPeriod } from '../../../shared/protocols/resultsProtocol';
import type { GroupKey, View } from '../../../shared/results';
import { setRange, withFilters } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { isRecentFilter } from '../state/initial';

const daySeconds = 86_400;

/** Record counts of a group in the most recent period and in the period before it. */
export interface PeriodChange {
	readonly days: number;
	readonly recent: number;
	readonly previous: number;
}

/** Counts a group's records in both periods. Returns undefined if a filter already restricts the time. */
export async function countChange(
	{ store, host }: Context,
	{ view, key, value }: { readonly view: View; readonly key: GroupKey; readonly value: GroupValue },
	{ days, until, column: name }: RecentPeriod,
	signal: AbortSignal,
): Promise<PeriodChange | undefined> {
	const { info } = store.state;
	const column = info.columns.findIndex((known) => known.name === name);
	const hasOwnPeriod = view.filters.some(
		(filter) =>
			filter.kind === 'range' &&
			(filter.column === info.timeColumn || filter.column === column) &&
			!isRecentFilter(filter, info),
	);
	if (column < 0 || hasOwnPeriod) {
		return undefined;
	}
	const count = async (end: number) => {
		const since = String(end - days * daySeconds + 1);
		const filters = setRange(view.filters, column, since, String(end));
		const group = [...filters, { kind: 'group' as const, key, values: [value] }];
		const params = { view: withFilters(view, group), start: 0, end: 0, columns: [], cellLength: 0 };
		return (await host.call('page', params, { signal })).count;
	};
	const [recent, previous] = await Promise.all([count(until), count(until - days * daySeconds)]);
	return sameKey(key, store.state.groupKey) ? { days, recent, previous } : undefined;
}

import { withGroup } from '../../../shared/groupFilters';
import type { GroupValue } from '../../../shared/groupValue';
import type { GroupKey, RecordDetail, View } from '../../../shared/results';
import { groupChosen, withFilters } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { valueFilter } from '../state/valueFilter';
import type { Selection } from '../state/viewState';

export async function neighbour(
	context: Context,
	view: View,
	from: Selection,
	step: 1 | -1,
	signal: AbortSignal,
): Promise<Selection | undefined> {
	const { host } = context;
	const position = from.position ?? (await host.call('positionOf', { view, number: from.number }, { signal }));
	const target = position === undefined ? 0 : position + step;
	if (target < 0) {
		return undefined;
	}
	const page = await host.call(
		'page',
		{ view, start: target, end: target + 1, columns: [], cellLength: 0 },
		{ signal },
	);
	const row = page.rows[0];
	return row && { number: row.number, position: target };
}

/** Returns the next or previous record of the same group, with its position among all records of the view. */
export async function neighbourInGroup(
	context: Context,
	record: RecordDetail,
	step: 1 | -1,
	signal: AbortSignal,
): Promise<Selection | undefined> {
	const { host, store } = context;
	const { view, groupKey } = store.state;
	if (groupChosen(view.filters, groupKey) !== undefined && store.state.selection) {
		return neighbour(context, view, store.state.selection, step, signal);
	}
	const value = await groupOf(context, groupKey, record, signal);
	if (value === undefined) {
		return undefined;
	}
	const group = withFilters(view, withGroup(view.filters, groupKey, value));
	const found = await neighbour(context, group, { number: record.number, position: undefined }, step, signal);
	return (
		found && {
			number: found.number,
			position: await host.call('positionOf', { view, number: found.number }, { signal }),
		}
	);
}

/** Columns that determine the group of a record. */
const telling = ['error', 'error_name', 'error_json'];

/**
 * Returns the group of a record. Queries the groups of all records with the same values in the columns that determine
 * the group. Returns undefined if there are several such groups.
 */
async function groupOf(
	{ host, store }: Context,
	key: GroupKey,
	record: RecordDetail,
	signal: AbortSignal,
): Promise<GroupValue | undefined> {
	const { columns } = store.state.info;
	const same = (column: number) => valueFilter(record, column);
	const filters =
		key.kind === 'column'
			? [same(key.column)]
			: [...columns.keys()].filter((column) => telling.includes(columns[column]?.name ?? '')).map(same);
	const answer = await host.call(
		'groups',
		{ view: { filters, sort: [] }, key, order: 'records', descending: true, start: 0, end: 1, trendParts: 0 },
		{ signal },
	);
	return answer.groups === 1 ? answer.page[0]?.value : undefined;
}

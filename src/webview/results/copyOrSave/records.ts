import { withGroup } from '../../../shared/groupFilters';
import type { GroupValue } from '../../../shared/groupValue';
import type { IssueSubject } from '../../../shared/protocols/resultsProtocol';
import type { CopyOrSave, GroupKey, PositionRange, View } from '../../../shared/results';
import type { State } from '../state/viewState';

export type Records = 'selected' | 'filtered' | 'all' | 'group';

export interface RecordsWanted {
	readonly records: Records;
	readonly view: View;
	readonly positions?: NonNullable<CopyOrSave['positions']>;
	readonly count: number | undefined;
	readonly issue: { readonly view: View; readonly about: IssueSubject };
}

export function recordsWanted(
	{ view, info, count }: State,
	selected: readonly PositionRange[],
): readonly RecordsWanted[] {
	const whole = { ...view, filters: [] };
	const picked = selected.reduce((sum, { from, to }) => sum + to - from, 0);
	const some: RecordsWanted = {
		records: 'selected',
		view,
		positions: selected,
		count: picked,
		issue: { view, about: { kind: 'positions', positions: selected } },
	};
	return [
		...(picked > 0 ? [some] : []),
		...(view.filters.length > 0 ? [allOf('filtered', view, count)] : []),
		allOf('all', whole, info.total),
	];
}

function allOf(records: Records, view: View, count: number | undefined): RecordsWanted {
	return { records, view, count, issue: { view, about: { kind: 'view' } } };
}

export function groupWanted({ view }: State, key: GroupKey, value: GroupValue): RecordsWanted {
	return {
		records: 'group',
		view: { ...view, filters: withGroup(view.filters, key, value) },
		count: undefined,
		issue: { view, about: { kind: 'group', key, value } },
	};
}

/** Returns the columns to copy or save, in display order. `all` includes hidden columns. */
export function matchingColumns({ columns }: State, wanted: 'visible' | 'all'): readonly number[] {
	return columns.filter(({ hidden }) => wanted === 'all' || !hidden).map(({ column }) => column);
}

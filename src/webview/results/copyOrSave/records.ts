import type { CopyOrSave, View } from '../../../shared/results';
import type { State } from '../state/state';

export type Records = 'selected' | 'filtered' | 'all' | 'group';

/** Which records can be taken away, the most likely first. */
export function recordsWanted(
	state: State,
	selected: readonly { readonly from: number; readonly to: number }[],
): readonly {
	readonly records: Records;
	readonly view: View;
	readonly positions?: NonNullable<CopyOrSave['positions']>;
	readonly count: number | undefined;
}[] {
	const { view, info, count } = state;
	const picked = selected.reduce((sum, { from, to }) => sum + to - from, 0);
	return [
		...(picked > 0 ? [{ records: 'selected' as const, view, positions: selected, count: picked }] : []),
		...(view.filters.length > 0 ? [{ records: 'filtered' as const, view, count }] : []),
		{ records: 'all' as const, view: { ...view, filters: [] }, count: info.total },
	];
}

/** Columns in the order on screen; hidden ones where they would be. */
export function matchingColumns({ columns }: State, wanted: 'visible' | 'all'): readonly number[] {
	return columns.filter(({ hidden }) => wanted === 'all' || !hidden).map(({ column }) => column);
}

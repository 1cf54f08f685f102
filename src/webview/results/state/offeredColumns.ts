import { columnsAtFirst } from '../../../shared/results';
import type { State } from './viewState';

interface OfferedColumns {
	/** Indexes into `TableInfo.columns`, in ascending order. */
	readonly columns: readonly number[];
	/** Whether the list omits some columns because they are hidden. */
	readonly more: boolean;
}

/** Returns the columns for a selection list. In wide files, hidden columns are omitted, because a long list is slow. */
export function offeredColumns({ info, columns }: State, chosen: number | undefined): OfferedColumns {
	if (info.columns.length <= columnsAtFirst) {
		return { columns: [...info.columns.keys()], more: false };
	}
	const shown = columns.filter(({ hidden }) => !hidden).map(({ column }) => column);
	const offered = new Set(chosen === undefined ? shown : [...shown, chosen]);
	return { columns: [...offered].sort((one, other) => one - other), more: offered.size < info.columns.length };
}

export function offersDiffer(state: State, previous: State): boolean {
	if (state.info.columns.length <= columnsAtFirst || state.info.columns.length !== previous.info.columns.length) {
		return state.info.columns.length !== previous.info.columns.length;
	}
	const offered = (of: State) => offeredColumns(of, undefined).columns.join();
	return state.columns !== previous.columns && offered(state) !== offered(previous);
}

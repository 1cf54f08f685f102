import { columnsAtFirst } from '../../../shared/results';
import type { State } from './viewState';

interface OfferedColumns {
	/** Indexes into `TableInfo.columns`, in ascending order. */
	readonly columns: readonly number[];
	/** Whether there are further columns, which are offered only when they are visible. */
	readonly more: boolean;
}

/** If there are too many columns, offers only the visible columns, because styling all columns takes a second. */
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

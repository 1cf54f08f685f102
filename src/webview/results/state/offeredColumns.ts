import { columnsAtFirst } from '../../../shared/results';
import type { State } from './viewState';

/** What lists of choices offer. */
interface OfferedColumns {
	/** Indices into `TableInfo.columns`, in their order. */
	readonly columns: readonly number[];
	/** There are others, which have to be shown to be offered. */
	readonly more: boolean;
}

/** All columns; of thousands those that are shown: a browser takes a second to style an option for each. */
export function offeredColumns({ info, columns }: State, chosen: number | undefined): OfferedColumns {
	if (info.columns.length <= columnsAtFirst) {
		return { columns: [...info.columns.keys()], more: false };
	}
	const shown = columns.filter(({ hidden }) => !hidden).map(({ column }) => column);
	const offered = new Set(chosen === undefined ? shown : [...shown, chosen]);
	return { columns: [...offered].sort((one, other) => one - other), more: offered.size < info.columns.length };
}

/** Whether lists of choices are others now, the chosen column aside. */
export function offersDiffer(state: State, previous: State): boolean {
	if (state.info.columns.length <= columnsAtFirst || state.info.columns.length !== previous.info.columns.length) {
		return state.info.columns.length !== previous.info.columns.length;
	}
	const offered = (of: State) => offeredColumns(of, undefined).columns.join();
	return state.columns !== previous.columns && offered(state) !== offered(previous);
}

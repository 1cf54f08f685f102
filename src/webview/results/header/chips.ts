import type { Disposable } from '../../../shared/disposables';
import { filterChips } from '../../common/parts/filterChips';
import type { Context } from '../context/context';

/** The filters of the view. */
export function chips(context: Context): Disposable & { root: HTMLElement } {
	const { store } = context;
	const { root, update } = filterChips(context, {
		columns: () => store.state.info.columns,
		filters: () => store.state.view.filters,
		set: (filters) => store.dispatch({ kind: 'filtersSet', filters }),
	});
	return {
		root,
		...store.subscribe((state, previous) => {
			if (state.view.filters !== previous.view.filters) {
				update();
			}
		}),
	};
}

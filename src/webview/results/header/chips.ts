import type { Disposable } from '../../../shared/disposables';
import { filterChips } from '../../common/components/filterChips';
import { element } from '../../common/dom/element';
import type { Context } from '../context/context';
import { isRecentFilter } from '../state/initial';

/** Creates chips for the view's filters. A link removes the initial filter for recent days. */
export function chips(context: Context): Disposable & { root: HTMLElement } {
	const { store, t, formats } = context;
	const { root, update } = filterChips(context, {
		columns: () => store.state.info.columns,
		filters: () => store.state.view.filters,
		set: (filters) => store.dispatch({ kind: 'filtersSet', filters }),
	});
	const allTime = element('button', { type: 'button', class: 'link all-time', on: { click: showAllTime } });
	root.append(allTime);
	function showAllTime(): void {
		const { info, view } = store.state;
		const filters = view.filters.filter((filter) => !isRecentFilter(filter, info));
		store.dispatch({ kind: 'filtersSet', filters });
	}
	function offerAllTime(): void {
		const { info, view } = store.state;
		allTime.hidden = !view.filters.some((filter) => isRecentFilter(filter, info));
		allTime.textContent = t('Show All Time ({0})', formats.records(info.total));
	}
	offerAllTime();
	return {
		root,
		...store.subscribe((state, previous) => {
			if (state.view.filters !== previous.view.filters) {
				update();
				offerAllTime();
			}
		}),
	};
}

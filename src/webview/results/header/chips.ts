import type { Disposable } from '../../../shared/disposables';
import { sameKey } from '../../../shared/groupFilters';
import type { RecordFilter } from '../../../shared/results';
import { filterChips } from '../../common/components/filterChips';
import { element } from '../../common/dom/element';
import { groupChosen } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { isRecentFilter } from '../state/initial';
import { isTriage } from '../state/triage';
import type { State } from '../state/viewState';

export function chips(context: Context): Disposable & { root: HTMLElement } {
	const { store, t, formats } = context;
	const { root, update } = filterChips(context, {
		columns: () => store.state.info.columns,
		filters: () => split(store.state).shown,
		set: (filters) => {
			const { hidden } = split(store.state);
			store.dispatch({ kind: 'filtersSet', filters: hidden.length > 0 ? [...filters, ...hidden] : filters });
		},
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
			if (
				state.view.filters !== previous.view.filters ||
				state.groupKey !== previous.groupKey ||
				isTriage(state) !== isTriage(previous)
			) {
				update();
				offerAllTime();
			}
		}),
	};
}

/**
 * Splits the filters into filters with a chip and filters without a chip. In the triage layout, the selected group has
 * no chip.
 */
function split(state: State): Readonly<Record<'shown' | 'hidden', readonly RecordFilter[]>> {
	const { view, groupKey } = state;
	if (!isTriage(state) || groupChosen(view.filters, groupKey) === undefined) {
		return { shown: view.filters, hidden: [] };
	}
	const isSelection = (filter: RecordFilter) =>
		filter.kind === 'group' && filter.not !== true && sameKey(filter.key, groupKey);
	return {
		shown: view.filters.filter((filter) => !isSelection(filter)),
		hidden: view.filters.filter(isSelection),
	};
}

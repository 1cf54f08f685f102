import type { MenuItem } from '../../common/dom/menu';
import { excludeValue, onlyValue } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import type { GridCell } from '../grid/model/types';
import { valueFilter } from '../state/valueFilter';

export function cellMenu(context: Context, { column, row }: GridCell): readonly MenuItem[] {
	const { store, host, t, fail } = context;
	const filterBy = async (at: number, not: boolean) => {
		const filter = valueFilter(await host.call('record', { number: row.number }), at, not);
		const { filters } = store.state.view;
		store.dispatch({
			kind: 'filtersSet',
			filters: not ? excludeValue(filters, filter) : onlyValue(filters, at, filter),
		});
	};
	const byValue = (at: number): readonly MenuItem[] => [
		{ kind: 'item', label: t('Filter by This Value'), run: () => void filterBy(at, false).catch(fail) },
		{ kind: 'item', label: t('Exclude This Value'), run: () => void filterBy(at, true).catch(fail) },
		{ kind: 'separator' },
	];
	return [
		...(column === undefined ? [] : byValue(column)),
		{
			kind: 'item',
			label: t('Compare with Another Record'),
			run: () => {
				store.dispatch({ kind: 'paneToggled', pane: 'record', shown: true });
				store.dispatch({ kind: 'comparedWith', number: row.number });
			},
		},
	];
}

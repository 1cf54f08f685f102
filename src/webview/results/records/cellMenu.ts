import type { RecordFilter } from '../../../shared/results';
import type { Context } from '../context/context';
import type { MenuItem } from '../dom/menu';
import type { GridCell } from '../grid/model/types';
import { addFilter } from '../state/filters';
import { wholeValue } from './copyCell';

/** What can be done with a cell beside what the grid itself offers. */
export function cellMenu(context: Context, cell: GridCell): readonly MenuItem[] {
	const { store, t } = context;
	const { column, row } = cell;
	const filterBy = async (not: boolean) => {
		if (column === undefined) {
			return;
		}
		const value = await wholeValue(context, cell, column);
		const filter: RecordFilter =
			value === ''
				? { kind: 'empty', column, ...(not ? { not } : {}) }
				: { kind: 'oneOf', column, values: [value], ...(not ? { not } : {}) };
		store.dispatch({ kind: 'filtersSet', filters: addFilter(store.state.view.filters, filter) });
	};
	return [
		...(column === undefined
			? []
			: ([
					{ kind: 'item', label: t('Show only this value'), run: () => void filterBy(false).catch(context.fail) },
					{ kind: 'item', label: t('Exclude this value'), run: () => void filterBy(true).catch(context.fail) },
					{ kind: 'separator' },
				] satisfies MenuItem[])),
		{
			kind: 'item',
			label: t('Compare with another record'),
			run: () => {
				store.dispatch({ kind: 'paneToggled', pane: 'record', shown: true });
				store.dispatch({ kind: 'comparedWith', number: row.number });
			},
		},
	];
}

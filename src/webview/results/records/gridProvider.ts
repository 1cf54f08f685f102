import { unsorted, withFilters, withoutValues } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import type { GridProvider } from '../grid/model/types';

/** Maximum number of characters in a cell. The widest cell with three lines shows fewer characters. */
const cellLength = 400;

const suggested = 50;

export function gridProvider({ store, host }: Context): GridProvider {
	return {
		get count() {
			// Until the number of matching records is known, the total number of records is used.
			return store.state.count ?? store.state.info.total;
		},
		rows: ({ start, end, columns, signal }) =>
			host.call('page', { view: store.state.view, start, end, columns, cellLength, errorLines: true }, { signal }),
		suggestions: async (column, containing, signal) => {
			const view = unsorted(store.state.view);
			const others = withFilters(
				view,
				// The column's own filter is omitted, because it would restrict the suggestions.
				withoutValues(view.filters, column).filter((filter) => !('column' in filter) || filter.column !== column),
			);
			const plain = /^[=!<>/\\]/.test(containing) ? '' : containing.trim();
			const answer = await host.call(
				'topValues',
				{ view: others, column, limit: suggested, ...(plain === '' ? {} : { containing: plain }) },
				{ signal },
			);
			return { values: answer.values, records: answer.records };
		},
	};
}

import { unsorted, withFilters, withoutValues } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import type { GridProvider } from '../grid/model/types';

/** Enough for the widest cell of three lines. Characters. */
const cellLength = 400;

/** How many values are suggested in the filter row. */
const suggested = 50;

/** Rows of whatever view the state holds at the time. */
export function gridProvider({ store, host }: Context): GridProvider {
	return {
		get count() {
			// Of a view nobody has asked about yet, the most there can be.
			return store.state.count ?? store.state.info.total;
		},
		rows: ({ start, end, columns, signal }) =>
			host.call('page', { view: store.state.view, start, end, columns, cellLength }, { signal }),
		suggestions: async (column, containing, signal) => {
			const view = unsorted(store.state.view);
			const others = withFilters(
				view,
				// What the box itself says must not narrow what it suggests.
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

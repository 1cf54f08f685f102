import type { ChosenComparison, ExposureKind } from '../../shared/comparison';

import type { RecordFilter } from '../../shared/results';
import type { ViewState } from '../../shared/resultsProtocol';

/** Columns that sides differ in: a filter by one of them would leave nothing of one side. */
const toldApartBy: Readonly<Record<ExposureKind, readonly string[]>> = {
	time: ['error_timestamp', 'error_datetime', 'error_receive_timestamp', 'error_receive_datetime'],
	devices: ['app_version_name'],
};

/** A comparison that is begun in a results view takes the view's filters over to both sides. */
export function withFiltersOf(chosen: ChosenComparison, state: ViewState | undefined): ChosenComparison {
	const names = state?.columnNames ?? {};
	const columnOf = (filter: RecordFilter): string =>
		filter.kind === 'group' && filter.key.kind === 'column'
			? (names[filter.key.column] ?? '')
			: 'column' in filter
				? (names[filter.column] ?? '')
				: '';
	const filters = (state?.view.filters ?? []).filter(
		(filter) =>
			// What names single records means nothing on the other side.
			filter.kind !== 'sameAs' &&
			filter.kind !== 'positions' &&
			!toldApartBy[chosen.exposure].includes(columnOf(filter)),
	);
	return filters.length === 0 ? chosen : { ...chosen, filters: { filters, columnNames: names } };
}

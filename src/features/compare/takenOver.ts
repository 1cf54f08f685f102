import { timeFields } from '../../core/plan/timeFields';
import type { ChosenComparison, ExposureKind } from '../../shared/comparison';
import { columnOfFilter } from '../../shared/keptColumns';
import type { ViewState } from '../../shared/resultsProtocol';

/** Columns that sides differ in: a filter by one of them would leave nothing of one side. */
const toldApartBy: Readonly<Record<ExposureKind, readonly string[]>> = {
	time: [...timeFields.default, ...timeFields.receive],
	devices: ['app_version_name'],
};

/** A comparison that is begun in a results view takes the view's filters over to both sides. */
export function withFiltersOf(chosen: ChosenComparison, state: ViewState | undefined): ChosenComparison {
	const names = state?.columnNames ?? {};
	const filters = (state?.view.filters ?? []).filter(
		(filter) =>
			// What names single records means nothing on the other side.
			filter.kind !== 'sameAs' &&
			filter.kind !== 'positions' &&
			!toldApartBy[chosen.exposure].includes(names[columnOfFilter(filter) ?? -1] ?? ''),
	);
	return filters.length === 0 ? chosen : { ...chosen, filters: { filters, columnNames: names } };
}

import { timeFields } from '../../core/plan/timeFields';
import type { ChosenComparison, ExposureKind } from '../../shared/comparison';
import { columnOfFilter, type NamedFilters } from '../../shared/savedColumns';

/** Columns whose values differ between the sides. A filter on such a column would exclude all records of one side. */
const traitLabels: Readonly<Record<ExposureKind, readonly string[]>> = {
	time: [...timeFields.default, ...timeFields.receive],
	devices: ['app_version_name'],
};

export function withFiltersOf(chosen: ChosenComparison, shown: NamedFilters | undefined): ChosenComparison {
	const names = shown?.columnNames ?? {};
	const filters = (shown?.filters ?? []).filter(
		(filter) =>
			// Filters that select individual records have no meaning on the other side.
			filter.kind !== 'sameAs' &&
			filter.kind !== 'positions' &&
			!traitLabels[chosen.exposure].includes(names[columnOfFilter(filter) ?? -1] ?? ''),
	);
	return filters.length === 0 ? chosen : { ...chosen, filters: { filters, columnNames: names } };
}

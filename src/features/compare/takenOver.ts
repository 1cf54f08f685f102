import { timeFields } from '../../core/plan/timeFields';
import type { ChosenComparison, ExposureKind } from '../../shared/comparison';
import { columnOfFilter, type NamedFilters } from '../../shared/savedColumns';

/**
 * Columns whose values always differ between the two sides. Filters on these columns would exclude all records of one
 * side.
 */
const traitLabels: Readonly<Record<ExposureKind, readonly string[]>> = {
	time: [...timeFields.default, ...timeFields.receive],
	devices: ['app_version_name'],
};

export function withFiltersOf(chosen: ChosenComparison, shown: NamedFilters | undefined): ChosenComparison {
	const names = shown?.columnNames ?? {};
	const filters = (shown?.filters ?? []).filter(
		(filter) =>
			// A filter that selects individual records would exclude all records of the other side.
			filter.kind !== 'sameAs' &&
			filter.kind !== 'positions' &&
			!traitLabels[chosen.exposure].includes(names[columnOfFilter(filter) ?? -1] ?? ''),
	);
	return filters.length === 0 ? chosen : { ...chosen, filters: { filters, columnNames: names } };
}

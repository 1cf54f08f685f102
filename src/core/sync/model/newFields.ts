import type { DescribedDay } from './describedDays';

/** Returns the fields of a set that the records of at least one day have. */
export function getAvailableFields(
	fields: readonly string[],
	days: readonly Pick<DescribedDay, 'rows' | 'missingFields'>[],
): readonly string[] {
	return fields.filter((field) =>
		days.some(({ rows, missingFields = [] }) => rows > 0 && !missingFields.includes(field)),
	);
}

/**
 * Returns the available fields that a view gets when it is reloaded.
 * @param before Fields that were available when the view read the records. The service may have omitted some of them.
 * @param columns Column names of the view. Empty if the view has no records.
 */
export function getNewFields(
	available: readonly string[],
	before: readonly string[],
	columns: readonly string[],
): readonly string[] {
	return columns.length === 0 ? [] : available.filter((field) => !before.includes(field) && !columns.includes(field));
}

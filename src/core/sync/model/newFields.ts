import type { DescribedDay } from './describedDays';

export function getAvailableFields(
	fields: readonly string[],
	days: readonly Pick<DescribedDay, 'rows' | 'missingFields'>[],
): readonly string[] {
	return fields.filter((field) =>
		days.some(({ rows, missingFields = [] }) => rows > 0 && !missingFields.includes(field)),
	);
}

/** @param before Fields that were available when the view read the records. The records may not contain all of them */
export function getNewFields(
	available: readonly string[],
	before: readonly string[],
	columns: readonly string[],
): readonly string[] {
	return columns.length === 0 ? [] : available.filter((field) => !before.includes(field) && !columns.includes(field));
}

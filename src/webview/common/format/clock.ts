import type { Column } from '../../../shared/results';

/** Dates without a time zone are shown in UTC, as in the file. Unix times use the time zone of the view. */
export function zoneOfColumn(column: Column | undefined, timeZone: string): string {
	return column?.name.endsWith('_datetime') ? 'UTC' : timeZone;
}

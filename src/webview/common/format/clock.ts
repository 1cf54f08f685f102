import type { Column } from '../../../shared/results';

/** Returns the time zone in which a column's times are shown. Dates without a time zone are shown in UTC. */
export function zoneOfColumn(column: Column | undefined, timeZone: string): string {
	return column?.name.endsWith('_datetime') ? 'UTC' : timeZone;
}

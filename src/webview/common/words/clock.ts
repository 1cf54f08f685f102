import type { Column } from '../../../shared/results';

/**
 * The zone in which a column's seconds are read and shown. Texts without a zone are read as if their clock were UTC's,
 * so they are shown on it too, and look as they stand in the file. Unix time is shown on the clock of the view.
 */
export function zoneOfColumn(column: Column | undefined, timeZone: string): string {
	return column?.name.endsWith('_datetime') ? 'UTC' : timeZone;
}

import type { RecordsFacts } from '../../../shared/comparison';
import { timeFields } from '../../plan/timeFields';
import type { Snapshot } from '../query/work/snapshot';

/** On which clock a side's records are: when they happened, or when they were received. */
export function dimensionOf(facts: RecordsFacts | undefined): RecordsFacts['dimension'] {
	return facts?.dimension ?? 'default';
}

/** The column that tells when on a side's clock; undefined where the table has none. */
export function sideTimeColumn(snapshot: Snapshot, facts: RecordsFacts | undefined): number | undefined {
	return dimensionOf(facts) === 'receive' ? receivedColumn(snapshot) : snapshot.info.timeColumn;
}

/** The column that tells when records were received. */
export function receivedColumn(snapshot: Snapshot): number | undefined {
	return timeFields.receive.map((name) => snapshot.indexOf(name)).find((column) => column !== undefined);
}

/** Whether a column tells when records happened. */
export function isOfEvents(snapshot: Snapshot, column: number | undefined): boolean {
	return column !== undefined && timeFields.default.some((name) => snapshot.indexOf(name) === column);
}

import type { RecordsFacts } from '../../../shared/comparison';
import { timeFields } from '../../plan/timeFields';
import type { Snapshot } from '../query/execution/snapshot';

/**
 * Returns which time a comparison uses for a side: `default` for the device's time, or `receive` for the server's time.
 */
export function getDimension(facts: RecordsFacts | undefined): RecordsFacts['dimension'] {
	return facts?.dimension ?? 'default';
}

export function sideTimeColumn(snapshot: Snapshot, facts: RecordsFacts | undefined): number | undefined {
	return getDimension(facts) === 'receive' ? receivedColumn(snapshot) : snapshot.info.timeColumn;
}

export function receivedColumn(snapshot: Snapshot): number | undefined {
	return timeFields.receive.map((name) => snapshot.indexOf(name)).find((column) => column !== undefined);
}

export function isOfEvents(snapshot: Snapshot, column: number | undefined): boolean {
	return column !== undefined && timeFields.default.some((name) => snapshot.indexOf(name) === column);
}

import type { RecordsFacts } from '../../../shared/comparison';
import { timeFields } from '../../plan/timeFields';
import type { Snapshot } from '../query/execution/snapshot';

/** Returns which time of a record is compared: `default` (on the device) or `receive` (on the server). */
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

import type { Scheduler } from '../../../common/scheduler';
import type { Snapshot } from '../execution/snapshot';
import { countDistinctNumbers } from '../keys/distinctNumbers';
import type { KeyCodes } from '../keys/keyCodes';
import { countDistinct } from '../keys/tally';
import type { QueryCache } from '../queryCache';

export async function countDevices(
	queryCache: QueryCache,
	snapshot: Snapshot,
	numbers: Uint32Array,
	codes: Pick<KeyCodes, 'codes' | 'size'>,
	counts: Uint32Array,
	scheduler: Scheduler,
): Promise<Uint32Array | undefined> {
	const { deviceColumn: column } = snapshot.info;
	if (column === undefined) {
		return undefined;
	}
	const { values } = snapshot.column(column);
	return values.kind === 'number'
		? countDistinctNumbers(numbers, codes, values, scheduler)
		: countDistinct(
				numbers,
				codes,
				counts,
				await queryCache.keyCodes(snapshot, { kind: 'column', column }, scheduler.signal),
				scheduler,
			);
}

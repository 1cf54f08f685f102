import { CodesOf64Bits } from '../../../common/hash64';
import type { Scheduler } from '../../../common/scheduler';
import type { Snapshot } from '../execution/snapshot';
import type { QueryCache } from '../queryCache';

export interface DevicesOfRecords {
	/** For each record, the code of the device, or 0 if the record has no device. */
	readonly codes: Uint32Array;
	readonly size: number;
}

export async function devicesOfRecords(
	queryCache: QueryCache,
	snapshot: Snapshot,
	records: Uint32Array,
	scheduler: Scheduler,
): Promise<DevicesOfRecords | undefined> {
	const { deviceColumn: column } = snapshot.info;
	if (column === undefined) {
		return undefined;
	}
	const codes = new Uint32Array(records.length);
	const { values } = snapshot.column(column);
	if (values.kind === 'number') {
		const known = new CodesOf64Bits();
		const { low, high, present } = values;
		await scheduler.forEachBatch(records.length, (from, to) => {
			for (let place = from; place < to; place++) {
				const record = records[place] ?? 0;
				if (present.has(record)) {
					codes[place] = known.add(low[record] ?? 0, high?.[record] ?? 0) + 1;
				}
			}
		});
		return { codes, size: known.size + 1 };
	}
	const keys = await queryCache.keyCodes(snapshot, { kind: 'column', column }, scheduler.signal);
	await scheduler.forEachBatch(records.length, (from, to) => {
		for (let place = from; place < to; place++) {
			codes[place] = keys.codes[records[place] ?? 0] ?? 0;
		}
	});
	return { codes, size: keys.size };
}

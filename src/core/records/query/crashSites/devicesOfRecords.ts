import { CodesOf64Bits } from '../../../common/hash64';
import type { Pace } from '../../../common/pace';
import type { Prepared } from '../prepared';
import type { Snapshot } from '../work/snapshot';

/** The devices of some records. */
export interface DevicesOfRecords {
	/** By place among the records: a code; 0 for those that name none. */
	readonly codes: Uint32Array;
	/** How many codes there are, 0 among them. */
	readonly size: number;
}

/** Undefined where the file has no such column. */
export async function devicesOfRecords(
	prepared: Prepared,
	snapshot: Snapshot,
	records: Uint32Array,
	pace: Pace,
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
		await pace.walk(records.length, (from, to) => {
			for (let place = from; place < to; place++) {
				const record = records[place] ?? 0;
				if (present.has(record)) {
					codes[place] = known.add(low[record] ?? 0, high?.[record] ?? 0) + 1;
				}
			}
		});
		return { codes, size: known.size + 1 };
	}
	const keys = await prepared.keyCodes(snapshot, { kind: 'column', column }, pace.signal);
	await pace.walk(records.length, (from, to) => {
		for (let place = from; place < to; place++) {
			codes[place] = keys.codes[records[place] ?? 0] ?? 0;
		}
	});
	return { codes, size: keys.size };
}

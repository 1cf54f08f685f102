import type { Pace } from '../../../common/pace';
import { countDistinctNumbers } from '../keys/distinctNumbers';
import type { KeyCodes } from '../keys/keyCodes';
import { countDistinct } from '../keys/tally';
import type { Prepared } from '../prepared';
import type { Snapshot } from '../work/snapshot';

/** By code: how many different devices the records have. Undefined where the file has no such column. */
export async function countDevices(
	prepared: Prepared,
	snapshot: Snapshot,
	numbers: Uint32Array,
	codes: Pick<KeyCodes, 'codes' | 'size'>,
	counts: Uint32Array,
	pace: Pace,
): Promise<Uint32Array | undefined> {
	const { deviceColumn: column } = snapshot.info;
	if (column === undefined) {
		return undefined;
	}
	const { values } = snapshot.column(column);
	return values.kind === 'number'
		? countDistinctNumbers(numbers, codes, values, pace)
		: countDistinct(
				numbers,
				codes,
				counts,
				await prepared.keyCodes(snapshot, { kind: 'column', column }, pace.signal),
				pace,
			);
}

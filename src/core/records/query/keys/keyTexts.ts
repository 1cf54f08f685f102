import type { Scheduler } from '../../../common/scheduler';
import { recordBatches } from '../execution/recordBatches';
import type { Snapshot } from '../execution/snapshot';
import type { KeyTexts } from './keyCodes';

export async function textsOfCodes(
	snapshot: Snapshot,
	texts: KeyTexts,
	codes: ArrayLike<number>,
	pace: Scheduler,
): Promise<string[]> {
	if (texts.kind === 'held') {
		return Array.from(codes, (code) => texts.value(code));
	}
	const { records, columns, make } = texts;
	const numbers = Uint32Array.from(
		Array.from(codes).filter((code) => code !== 0),
		(code) => records[code] ?? 0,
	);
	const made: string[] = [];
	for (const batch of recordBatches(numbers, snapshot.table)) {
		const rows = await snapshot.table.cells(batch, columns, pace.signal);
		for (const [index, row] of rows.entries()) {
			made.push(await make(row, batch[index] ?? 0, pace));
		}
	}
	const read = made.values();
	return Array.from(codes, (code) => (code === 0 ? '' : (read.next().value ?? '')));
}

import type { KeyTexts } from './keyCodes';
import type { Snapshot } from './snapshot';

/** The keys of some codes, read back where they are not held. */
export async function textsOfCodes(
	snapshot: Snapshot,
	texts: KeyTexts,
	codes: ArrayLike<number>,
	signal: AbortSignal,
): Promise<string[]> {
	if (texts.kind === 'held') {
		return Array.from(codes, (code) => texts.value(code));
	}
	const { records, columns, make } = texts;
	const numbers = Uint32Array.from(
		Array.from(codes).filter((code) => code !== 0),
		(code) => records[code] ?? 0,
	);
	const rows = numbers.length > 0 ? await snapshot.table.cells(numbers, columns, signal) : [];
	const read = rows.values();
	return Array.from(codes, (code) => (code === 0 ? '' : make(read.next().value ?? [])));
}

import type { RecordQueries } from '../../../shared/recordsApi';
import type { TopValues } from '../../../shared/results';
import { Bitset } from '../../common/bitset';
import { Pace } from '../../common/pace';
import type { KeyCodes } from './keys/keyCodes';
import { textsOfCodes } from './keys/keyTexts';
import { codesWithRecords, countCodes } from './keys/tally';
import { radixSort } from './order/radixSort';
import type { Prepared } from './prepared';
import { TextSearch } from './values/textSearch';
import { cellsOfColumn } from './work/cellSource';
import { keepWhere } from './work/keep';
import type { Snapshot } from './work/snapshot';

/**
 * The most frequent values of a column in a view. The empty one is counted apart and is none of them. `containing`
 * chooses which are listed; what is counted is the whole view.
 */
export async function topValuesOf(
	prepared: Prepared,
	snapshot: Snapshot,
	{ view, column, limit, containing = '' }: RecordQueries['topValues']['params'],
	signal: AbortSignal,
): Promise<TopValues> {
	const pace = new Pace(signal);
	const numbers = await prepared.selection(snapshot, view.filters, signal);
	const keys = await prepared.keyCodes(snapshot, { kind: 'column', column }, signal);
	const counts = await countCodes(numbers, keys, pace);
	const values = await keepWhere(await codesWithRecords(counts, pace), (code) => code !== 0, pace);
	const listed =
		containing === '' ? values.slice() : await codesContaining(snapshot, keys, column, values, containing, pace);
	await radixSort(listed, counts, pace, true);
	const top = listed.subarray(0, Math.max(0, limit));
	const texts = await textsOfCodes(snapshot, keys.texts, top, pace);
	return {
		values: texts.map((value, place) => ({ value, records: counts[top[place] ?? 0] ?? 0 })),
		distinct: values.length,
		records: numbers.length,
		empty: counts[0] ?? 0,
	};
}

async function codesContaining(
	snapshot: Snapshot,
	{ texts, codes, size }: KeyCodes,
	column: number,
	values: Uint32Array,
	containing: string,
	pace: Pace,
): Promise<Uint32Array> {
	const search = new TextSearch(containing);
	if (texts.kind === 'held') {
		return keepWhere(values, (code) => search.inText(texts.value(code)), pace);
	}
	const only = new Bitset(snapshot.records);
	for (const code of values) {
		only.add(texts.records[code] ?? 0);
	}
	const found = new Uint8Array(size);
	await cellsOfColumn(snapshot, column)(
		(record, bytes, start, end) => {
			found[codes[record] ?? 0] = search.inBytes(bytes, start, end) ? 1 : 0;
		},
		only,
		pace,
	);
	return keepWhere(values, (code) => found[code] === 1, pace);
}

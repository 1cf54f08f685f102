import type { ColumnKind, SortKey } from '../../../../shared/results';
import type { Pace } from '../../../common/pace';
import type { ColumnValues, NumberValues } from '../../table/table';
import type { Snapshot } from '../work/snapshot';
import { radixSort } from './radixSort';

/** Places in the order of a column, made at most once. */
export interface ColumnRanks {
	/** By code of a column that has a dictionary. */
	ofCodes(column: number): Promise<Uint32Array>;
	/** By record, for the numbers at least; none of them may be empty there. */
	ofTexts(column: number, numbers: Uint32Array): Promise<Uint32Array>;
}

/**
 * The numbers in the order of several columns; those that are equal in all of them keep the order they have. Empty
 * values come last whether ascending or descending: nobody sorts to look at what is not there.
 */
export async function sortRecords(
	columnRanks: ColumnRanks,
	snapshot: Snapshot,
	numbers: Uint32Array,
	sort: readonly SortKey[],
	pace: Pace,
): Promise<Uint32Array> {
	let order: Uint32Array = numbers.slice();
	// The last key first: each later pass keeps what the earlier ones have brought in order.
	for (const { column, descending } of sort.toReversed()) {
		const { values, kind } = snapshot.column(column);
		const filled = await emptyLast(order, values, pace);
		order = filled.order;
		const part = order.subarray(0, filled.count);
		if (values.kind === 'number' && isOrderOfNumbers(values, kind)) {
			await radixSort(part, values.low, pace, descending);
			if (values.high) {
				await radixSort(part, values.high, pace, descending);
			}
		} else {
			const ranks = await ranksOf(columnRanks, snapshot, column, part, pace);
			await radixSort(part, ranks, pace, descending);
		}
	}
	return order;
}

/** By record. */
async function ranksOf(
	columnRanks: ColumnRanks,
	snapshot: Snapshot,
	column: number,
	numbers: Uint32Array,
	pace: Pace,
): Promise<Uint32Array> {
	const { values } = snapshot.column(column);
	if (values.kind !== 'dictionary') {
		return columnRanks.ofTexts(column, numbers);
	}
	const { codes } = values;
	const rankOfCode = await columnRanks.ofCodes(column);
	const ranks = new Uint32Array(snapshot.records);
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			ranks[number] = rankOfCode[codes[number] ?? 0] ?? 0;
		}
	});
	return ranks;
}

/** Whether the numbers' own order is the order of the column's kind. */
function isOrderOfNumbers({ form }: NumberValues, kind: ColumnKind): boolean {
	// Digits are no text of equal length; dates are.
	return kind !== 'text' || form === 'dateTime';
}

/** The empty ones moved to the end, all in the order they had. */
async function emptyLast(order: Uint32Array, values: ColumnValues, pace: Pace) {
	if (values.kind !== 'dictionary' && values.empty === 0) {
		return { order, count: order.length };
	}
	const filled = new Uint32Array(order.length);
	const empty = new Uint32Array(order.length);
	let count = 0;
	let emptyCount = 0;
	const isEmpty = emptinessOf(values);
	await pace.walk(order.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = order[index] ?? 0;
			if (isEmpty(number)) {
				empty[emptyCount++] = number;
			} else {
				filled[count++] = number;
			}
		}
	});
	filled.set(empty.subarray(0, emptyCount), count);
	return { order: filled, count };
}

function emptinessOf(values: ColumnValues): (number: number) => boolean {
	if (values.kind === 'dictionary') {
		const { codes } = values;
		return (number) => (codes[number] ?? 0) === 0;
	}
	const { present } = values;
	return (number) => !present.has(number);
}

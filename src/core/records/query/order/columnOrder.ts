import type { Pace } from '../../../common/pace';
import type { ColumnValues, NumberValues, TableColumn } from '../../table/table';
import { radixSort } from './radixSort';

/** Values whose own order is the order of the column's kind. */
export function numbersInOrder({ values, kind }: TableColumn): NumberValues | undefined {
	// Digits are no text of equal length; dates are.
	return values.kind === 'number' && (kind !== 'text' || values.form === 'dateTime') ? values : undefined;
}

/** Those that are equal keep the order they have. */
export async function sortByNumbers(
	order: Uint32Array,
	values: NumberValues,
	descending: boolean,
	pace: Pace,
): Promise<void> {
	await radixSort(order, values.low, pace, descending);
	if (values.high) {
		await radixSort(order, values.high, pace, descending);
	}
}

/**
 * The empty ones moved to the end, all in the order they had: nobody sorts to look at what is not there.
 * @returns with how many are not empty
 */
export async function emptyLast(
	order: Uint32Array,
	values: ColumnValues,
	pace: Pace,
): Promise<{ readonly order: Uint32Array; readonly count: number }> {
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

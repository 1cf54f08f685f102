import type { Scheduler } from '../../../common/scheduler';
import type { ColumnValues, NumberValues, TableColumn } from '../../table/table';
import { radixSort } from './radixSort';

interface ColumnOrder {
	readonly descending: boolean;
	/** Returns ranks by record number, for the records in `numbers` whose value isn't empty. */
	ranksOf(numbers: Uint32Array): Promise<Uint32Array>;
}

/** Returns the sorted record numbers. The sort is stable, and empty values come last in both sort directions. */
export async function sortByColumn(
	numbers: Uint32Array,
	column: TableColumn,
	{ descending, ranksOf }: ColumnOrder,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const { order, count } = await emptyLast(numbers, column.values, scheduler);
	const filled = order.subarray(0, count);
	const values = numbersInOrder(column);
	if (values) {
		await sortByNumbers(filled, values, descending, scheduler);
	} else {
		await radixSort(filled, await ranksOf(filled), scheduler, descending);
	}
	return order;
}

/** Returns the numbers of a column if their order is the sort order of the column kind, otherwise undefined. */
function numbersInOrder({ values, kind }: TableColumn): NumberValues | undefined {
	// Dates have the same order whether they are compared as numbers or as text. Integers don't, because their texts have
	// different lengths.
	return values.kind === 'number' && (kind !== 'text' || values.form === 'dateTime') ? values : undefined;
}

/** Sorts record numbers by the numbers in a column. The sort is stable. */
async function sortByNumbers(
	order: Uint32Array,
	values: NumberValues,
	descending: boolean,
	scheduler: Scheduler,
): Promise<void> {
	await radixSort(order, values.low, scheduler, descending);
	if (values.high) {
		await radixSort(order, values.high, scheduler, descending);
	}
}

/** Moves records with empty values to the end in both sort directions. Other records keep their order. */
async function emptyLast(
	order: Uint32Array,
	values: ColumnValues,
	scheduler: Scheduler,
): Promise<{ readonly order: Uint32Array; readonly count: number }> {
	if (values.kind !== 'dictionary' && values.empty === 0) {
		return { order, count: order.length };
	}
	const filled = new Uint32Array(order.length);
	const empty = new Uint32Array(order.length);
	let count = 0;
	let emptyCount = 0;
	const isEmpty = emptinessOf(values);
	await scheduler.forEachBatch(order.length, (from, to) => {
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

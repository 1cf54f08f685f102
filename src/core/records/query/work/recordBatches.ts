import type { Table } from '../../table/table';

/** Texts of records that are held together: of so many records, or so many bytes of them. */
const recordsAtOnce = 2048;
const bytesAtOnce = 1024 * 1024;

/** The numbers in parts, one after another, whose texts can be held at once. */
export function* recordBatches(numbers: Uint32Array, table: Pick<Table, 'length'>): Iterable<Uint32Array> {
	for (let from = 0; from < numbers.length; ) {
		let to = from;
		for (let bytes = 0; to < numbers.length && to - from < recordsAtOnce && bytes < bytesAtOnce; to++) {
			bytes += table.length(numbers[to] ?? 0);
		}
		yield numbers.subarray(from, to);
		from = to;
	}
}

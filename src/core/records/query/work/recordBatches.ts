import type { Table } from '../../table/table';

/** So many records, or so many bytes of them. */
interface BatchSize {
	readonly records: number;
	readonly bytes: number;
}

/** Texts of so many records can be held together. */
const textsAtOnce: BatchSize = { records: 2048, bytes: 1024 * 1024 };

/** The numbers in parts, one after another. */
export function* recordBatches(
	numbers: Uint32Array,
	table: Pick<Table, 'length'>,
	most = textsAtOnce,
): Iterable<Uint32Array> {
	for (let from = 0; from < numbers.length; ) {
		let to = from;
		for (let bytes = 0; to < numbers.length && to - from < most.records && bytes < most.bytes; to++) {
			bytes += table.length(numbers[to] ?? 0);
		}
		yield numbers.subarray(from, to);
		from = to;
	}
}

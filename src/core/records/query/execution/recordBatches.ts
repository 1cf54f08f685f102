import type { Table } from '../../table/table';

interface BatchSize {
	readonly records: number;
	readonly bytes: number;
}

/** Default size of a batch, which is small enough to hold the text of all its records in memory. */
const textsAtOnce: BatchSize = { records: 2048, bytes: 1024 * 1024 };

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

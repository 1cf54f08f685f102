import type { RecordDetail, RecordPage } from '../../shared/results';
import type { Table } from './table';

export interface PageQuestion {
	/** Numbers of the records, in the order of the view. */
	readonly numbers: ArrayLike<number>;
	/** The position of the first of them. */
	readonly start: number;
	/** Records of the view. */
	readonly count: number;
	readonly columns: readonly number[];
	/** UTF-16 units; a surrogate pair is not cut in two. */
	readonly cellLength: number;
}

/**
 * The cells of some records, as a grid shows them.
 * @throws AppError `cancelled` or `disk`, as all that read do.
 */
export async function readPage(
	table: Table,
	{ numbers, start, count, columns, cellLength }: PageQuestion,
	signal: AbortSignal,
): Promise<RecordPage> {
	const cells = await table.cells(numbers, columns, signal);
	const rows = cells.map((texts, index) => {
		const number = numbers[index] ?? 0;
		return { number, cells: texts.map((text) => cutText(text, cellLength)), broken: table.broken.has(number) };
	});
	return { count, start, rows };
}

/** All that there is about one record. */
export async function readRecord(table: Table, number: number, signal: AbortSignal): Promise<RecordDetail> {
	const { values, raw, found } = await table.record(number, signal);
	const kind = table.format === 'csv' ? 'cells' : 'json';
	return { number, values, fault: table.broken.has(number) ? { kind, found, raw } : undefined };
}

function cutText(text: string, length: number): string {
	if (text.length <= length) {
		return text;
	}
	const last = text.charCodeAt(length - 1);
	return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

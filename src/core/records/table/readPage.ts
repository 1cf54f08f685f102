import type { RecordQueries } from '../../../shared/recordsApi';
import { type CutText, maxPerRecord, maxPerValue, type RecordDetail, type RecordPage } from '../../../shared/results';
import type { Table } from './table';

/** However long other values are (UTF-16 units): names and codes tell what a record is of. */
const alwaysShown = 1000;

interface PageQuestion {
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

/** One record; of values that are longer than what is shown, the beginnings. */
export async function readRecord(table: Table, number: number, signal: AbortSignal): Promise<RecordDetail> {
	const { values, raw, found } = await table.record(number, signal);
	const shown = new ShownTexts();
	const cells = values.map((text, column) => shown.of(text, column));
	const kind = table.format === 'csv' ? 'cells' : 'json';
	const isBroken = table.broken.has(number);
	return {
		number,
		values: cells,
		fault: isBroken ? { kind, found, raw: shown.of(raw(), 'raw') } : undefined,
		...(shown.cut.length > 0 && { cut: shown.cut }),
	};
}

/** Cuts the texts of a record to what is shown of it. */
export class ShownTexts {
	readonly cut: CutText[] = [];
	private room = maxPerRecord;

	of(text: string, column: CutText['column']): string {
		const shown = cutText(text, Math.max(alwaysShown, Math.min(maxPerValue, this.room)));
		this.room -= shown.length;
		if (shown.length < text.length) {
			this.cut.push({ column, length: text.length });
		}
		return shown;
	}
}

/**
 * A whole value, or the whole text of a record as it stands in the file; undefined where it is longer than `limit`
 * UTF-16 units.
 */
export async function readValue(
	table: Table,
	{ number, column, limit }: RecordQueries['value']['params'],
	signal: AbortSignal,
): Promise<string | undefined> {
	const { values, raw } = await table.record(number, signal);
	const text = column === 'raw' ? raw() : (values[column] ?? '');
	return text.length > limit ? undefined : text;
}

/** The beginning of a text that is longer (UTF-16 units), without half of a pair. */
export function cutText(text: string, length: number): string {
	if (text.length <= length) {
		return text;
	}
	const last = text.charCodeAt(length - 1);
	return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

import type { RecordQueries } from '../../../shared/recordsApi';
import { type CutText, maxPerRecord, maxPerValue, type RecordDetail, type RecordPage } from '../../../shared/results';
import { Scheduler } from '../../common/scheduler';
import { errorLine } from '../../stack/grouping/errorLine';
import type { Table } from './table';

/** Number of UTF-16 code units of each value that are always shown, even if the record is too long. */
const alwaysShown = 1000;

interface PageQuestion {
	readonly numbers: ArrayLike<number>;
	readonly start: number;
	readonly count: number;
	readonly columns: readonly number[];
	/** Maximum length of a cell in UTF-16 code units. A surrogate pair is never split. */
	readonly cellLength: number;
	readonly lineColumn?: number;
}

/** @throws AppError `cancelled` or `disk`. All functions that read records throw these errors. */
export async function readPage(
	table: Table,
	{ numbers, start, count, columns, cellLength, lineColumn }: PageQuestion,
	signal: AbortSignal,
): Promise<RecordPage> {
	const cells = await table.cells(numbers, columns, signal);
	await shortenErrors(cells, lineColumn === undefined ? -1 : columns.indexOf(lineColumn), signal);
	const rows = cells.map((texts, index) => {
		const number = numbers[index] ?? 0;
		return { number, cells: texts.map((text) => cutText(text, cellLength)), broken: table.broken.has(number) };
	});
	return { count, start, rows };
}

/** Time limit, in milliseconds, for finding the error line. If it expires, only the parsed part is searched. */
const maxLineMs = 20;

export async function shortenErrors(rows: readonly string[][], index: number, signal: AbortSignal): Promise<void> {
	const scheduler = new Scheduler(signal);
	for (const texts of index < 0 ? [] : rows) {
		const text = texts[index] ?? '';
		if (text !== '') {
			texts[index] = (await scheduler.run(errorLine(text), maxLineMs)).result;
		}
	}
}

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

/** Returns a full value or a raw record. Returns undefined if this text has more than `limit` UTF-16 code units. */
export async function readValue(
	table: Table,
	{ number, column, limit }: RecordQueries['value']['params'],
	signal: AbortSignal,
): Promise<string | undefined> {
	const { values, raw } = await table.record(number, signal);
	const text = column === 'raw' ? raw() : (values[column] ?? '');
	return text.length > limit ? undefined : text;
}

/** Truncates text to a number of UTF-16 code units without splitting a surrogate pair. */
export function cutText(text: string, length: number): string {
	if (text.length <= length) {
		return text;
	}
	const last = text.charCodeAt(length - 1);
	return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

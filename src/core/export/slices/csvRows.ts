import { carriageReturn, comma, lineFeed, quote } from '../../ascii';
import { ByteOrderMark } from '../byteOrderMark';

/** A row as bytes, quotes and all. */
export interface CsvRow {
	/** Without the line end. */
	readonly bytes: Buffer;
	/** Where each cell begins and ends, in turn; the end is exclusive. */
	readonly cells: readonly number[];
	/** Empty at the end of a text that does not end with one. */
	readonly lineEnd: Buffer;
}

/**
 * Splits a CSV by the same rules as `CsvScan` counts it, without the byte order mark. Empty lines are rows of one empty
 * cell. The rows of a batch are only good until the next one is asked for.
 */
export async function* csvRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly CsvRow[], void, void> {
	const mark = new ByteOrderMark();
	let rest: Buffer = Buffer.alloc(0);
	for await (const chunk of chunks) {
		const bytes = chunk.subarray(mark.skip(chunk));
		rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
		const { rows, end } = rowsIn(rest, false);
		yield rows;
		rest = rest.subarray(end);
	}
	yield rowsIn(rest, true).rows;
}

function rowsIn(text: Buffer, ended: boolean): { readonly rows: readonly CsvRow[]; readonly end: number } {
	const rows: CsvRow[] = [];
	let end = 0;
	while (end < text.length) {
		const row = rowAt(text, end, ended);
		if (!row) {
			break;
		}
		rows.push(row);
		end += row.bytes.length + row.lineEnd.length;
	}
	return { rows, end };
}

/** Undefined when the row may go on behind what is there. */
function rowAt(text: Buffer, start: number, ended: boolean): CsvRow | undefined {
	const cells: number[] = [];
	for (let cell = start; ; ) {
		const end = cellEnd(text, cell, ended);
		if (end === undefined) {
			return undefined;
		}
		cells.push(cell - start, end - start);
		if (text[end] !== comma) {
			const lineEnd = lineEndAt(text, end, ended);
			return lineEnd && { bytes: text.subarray(start, end), cells, lineEnd };
		}
		cell = end + 1;
	}
}

/** Where a cell's comma or line end is, or the end of the text. */
function cellEnd(text: Buffer, start: number, ended: boolean): number | undefined {
	let index = start;
	if (text[index] === quote) {
		for (index++; ; index += 2) {
			index = text.indexOf(quote, index);
			if (index === -1 || index + 1 === text.length) {
				return ended ? text.length : undefined;
			}
			if (text[index + 1] !== quote) {
				break;
			}
		}
		index++;
	}
	for (; index < text.length; index++) {
		const byte = text[index] ?? 0;
		if (byte === comma || byte === lineFeed || byte === carriageReturn) {
			return index;
		}
	}
	return ended ? index : undefined;
}

function lineEndAt(text: Buffer, at: number, ended: boolean): Buffer | undefined {
	if (text[at] !== carriageReturn) {
		return text.subarray(at, at + 1);
	}
	if (at + 1 === text.length) {
		// A line feed may follow.
		return ended ? text.subarray(at) : undefined;
	}
	return text.subarray(at, text[at + 1] === lineFeed ? at + 2 : at + 1);
}

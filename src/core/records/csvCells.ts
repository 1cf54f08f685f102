import type { CellRows } from './cellBatch';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const comma = 0x2c;

/** How far a quoted value is searched byte by byte before a native search pays for its call; measured. */
const nativeSearchAfter = 32;

/** Instead of a place: the bytes end before the record does. No place is that large. */
const notWhole = 2 ** 31;

/**
 * Finds the cells of the records of a CSV by the rules that `CsvScan` counts by: LF, CRLF and CR end a record, quotes
 * open at the start of a value only, what follows a closing quote belongs to the value, and an empty line is a record
 * where there is one column only.
 */
export class CsvCells {
	/** Cells of the record found last, those without room among them. */
	found = 0;

	/**
	 * @param columns Cells of the header; 0 to find the header itself, which is the first line with anything in it.
	 * @param afterReturn What came before ended with CR, so an LF that comes first is the other half of its line end.
	 */
	constructor(
		readonly columns: number,
		private afterReturn = false,
	) {}

	/** Goes on behind the header that this one found. */
	behindHeader(): CsvCells {
		return new CsvCells(this.found, this.afterReturn);
	}

	/** Puts the first cells of the record at `start`, up to the stride, into the row that is next; does not add it. */
	locate(rows: CellRows, start: number, cells: number): void {
		this.cellsOf(rows, start, true, cells);
	}

	/**
	 * Adds records to `rows` until it is full or its bytes hold no other whole one. Up to `rows.stride` cells of each are
	 * kept; missing ones are empty.
	 * @param last Nothing follows the bytes: the last record needs no line end, but then all its cells.
	 * @returns Where the first record begins that was not added.
	 */
	scan(rows: CellRows, from: number, last: boolean): number {
		const { bytes } = rows;
		let start = from;
		while (start < bytes.length && !rows.full) {
			if (this.afterReturn) {
				this.afterReturn = false;
				if (bytes[start] === lineFeed) {
					start++;
					continue;
				}
			}
			const end = this.cellsOf(rows, start, last, Number.POSITIVE_INFINITY);
			const ended = end < bytes.length;
			if (end === notWhole || (!ended && this.found < this.columns)) {
				return start;
			}
			if (end > start || this.columns === 1) {
				rows.add(start, end, this.columns > 0 && this.found !== this.columns);
			}
			this.afterReturn = bytes[end] === carriageReturn;
			start = ended ? end + 1 : end;
		}
		return start;
	}

	/**
	 * @param limit Goes no further than so many cells.
	 * @returns The end of the record that begins at `start`, or `notWhole`.
	 */
	private cellsOf(rows: CellRows, start: number, last: boolean, limit: number): number {
		const { bytes, bounds } = rows;
		const to = bytes.length;
		const slotEnd = rows.row + 2 * rows.stride;
		let slot = rows.row;
		let cells = 0;
		for (let index = start; ; index++) {
			let from = index;
			let end: number;
			if (index < to && bytes[index] === quote) {
				const closing = closingQuote(bytes, index + 1);
				index = Math.abs(closing) + 1;
				if (closing === notWhole || (index === to && !last)) {
					return notWhole;
				}
				if (index < to && !endsValue(bytes[index] ?? 0)) {
					index = endOfValue(bytes, index);
					end = ~index;
				} else if (closing < 0) {
					end = ~index;
				} else {
					from++;
					end = closing;
				}
			} else {
				index = endOfValue(bytes, index);
				end = index;
			}
			if (index === to && !last) {
				return notWhole;
			}
			cells++;
			if (slot < slotEnd) {
				bounds[slot++] = from;
				bounds[slot++] = end;
			}
			if (index === to || bytes[index] !== comma || cells === limit) {
				this.found = cells;
				if (slot < slotEnd) {
					bounds.fill(0, slot, slotEnd);
				}
				return index;
			}
		}
	}
}

/**
 * The value of a quoted cell with quotes doubled in it or text behind the closing quote, as csv-parse reads it: then
 * the outer quotes are part of the value.
 * @param start At the opening quote.
 */
export function resolveCsv(bytes: Buffer, start: number, end: number): Buffer {
	const value = Buffer.allocUnsafe(end - start);
	let length = 0;
	let index = start + 1;
	for (; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (byte === quote) {
			index++;
			if (index === end || bytes[index] !== quote) {
				break;
			}
		}
		value[length++] = byte;
	}
	if (index >= end) {
		return value.subarray(0, length);
	}
	return Buffer.concat([Buffer.from([quote]), value.subarray(0, length), bytes.subarray(index - 1, end)]);
}

function endsValue(byte: number): boolean {
	return byte <= comma && (byte === comma || byte === lineFeed || byte === carriageReturn);
}

function endOfValue(bytes: Buffer, start: number): number {
	let index = start;
	while (index < bytes.length && !endsValue(bytes[index] ?? 0)) {
		index++;
	}
	return index;
}

/**
 * @returns Where the quote is that closes the value, negative if quotes are doubled in it, or `notWhole`. A quote that
 * is the last byte may be the first of two: the caller knows whether anything follows.
 */
function closingQuote(bytes: Buffer, start: number): number {
	let doubled = false;
	for (let index = start; ; index += 2) {
		const near = Math.min(bytes.length, index + nativeSearchAfter);
		while (index < near && bytes[index] !== quote) {
			index++;
		}
		if (index === near) {
			index = bytes.indexOf(quote, near);
			if (index === -1) {
				return notWhole;
			}
		}
		if (bytes[index + 1] !== quote) {
			return doubled ? -index : index;
		}
		doubled = true;
	}
}

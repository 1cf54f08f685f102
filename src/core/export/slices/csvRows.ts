import { carriageReturn, comma, lineFeed, quote } from '../../common/ascii';
import { ByteOrderMark } from '../../files/byteOrderMark';
import { HeldBytes } from './heldBytes';

/** How far a quoted cell is searched byte by byte before a native search pays for its call. */
const nativeSearchAfter = 32;

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
 * Splits a CSV by the same rules as `CsvSource` reads it, without the byte order mark. Empty lines are rows of one empty
 * cell. The rows of a batch are only good until the next one is asked for.
 */
export async function* csvRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly CsvRow[], void, void> {
	const mark = new ByteOrderMark();
	const held = new HeldBytes();
	const cutter = new RowCutter();
	for await (const chunk of chunks) {
		held.push(chunk.subarray(mark.skip(chunk)));
		yield cutter.rows(held.bytes, false);
		held.drop(cutter.takeUsed());
	}
	yield cutter.rows(held.bytes, true);
}

/** Finds rows in a text that grows at its end. What it has looked at of a row it does not look at again. */
class RowCutter {
	/** Where the row that is looked at begins, and its cell. */
	private rowStart = 0;
	private cellStart = 0;
	/** Of the row's cells before that one. */
	private cells: number[] = [];
	/** `quoted`: within the quotes that the cell began with. `rest`: nothing but a separator ends it any more. */
	private place: 'start' | 'quoted' | 'rest' = 'start';
	/** The next byte to look at. */
	private index = 0;

	/** @param ended The last row needs no line end. */
	rows(text: Buffer, ended: boolean): readonly CsvRow[] {
		const rows: CsvRow[] = [];
		while (this.rowStart < text.length) {
			const row = this.row(text, ended);
			if (!row) {
				break;
			}
			rows.push(row);
		}
		return rows;
	}

	/** How many bytes at the beginning of the text belong to rows that were given; they are cut off. */
	takeUsed(): number {
		const used = this.rowStart;
		this.rowStart = 0;
		this.cellStart -= used;
		this.index -= used;
		return used;
	}

	/** Undefined when the row may go on behind what is there. */
	private row(text: Buffer, ended: boolean): CsvRow | undefined {
		for (;;) {
			const end = this.cellEnd(text, ended);
			const lineEnd = end === undefined || text[end] === comma ? undefined : lineEndAt(text, end, ended);
			if (end === undefined || (text[end] !== comma && !lineEnd)) {
				return undefined;
			}
			const start = this.rowStart;
			this.cells.push(this.cellStart - start, end - start);
			this.place = 'start';
			this.index = end + (lineEnd?.length ?? 1);
			this.cellStart = this.index;
			if (lineEnd) {
				const { cells } = this;
				this.cells = [];
				this.rowStart = this.index;
				return { bytes: text.subarray(start, end), cells, lineEnd };
			}
		}
	}

	/** Where the cell's comma or line end is, or the end of the text. */
	private cellEnd(text: Buffer, ended: boolean): number | undefined {
		if (this.place === 'start' && this.index < text.length) {
			this.place = text[this.index] === quote ? 'quoted' : 'rest';
			this.index += this.place === 'quoted' ? 1 : 0;
		}
		if (this.place === 'quoted' && !this.leaveQuotes(text)) {
			return ended ? text.length : undefined;
		}
		for (; this.index < text.length; this.index++) {
			const byte = text[this.index] ?? 0;
			if (byte === comma || byte === lineFeed || byte === carriageReturn) {
				return this.index;
			}
		}
		return ended ? text.length : undefined;
	}

	/** Goes behind the closing quote; false when what is there does not tell where that is. */
	private leaveQuotes(text: Buffer): boolean {
		for (;;) {
			this.index = nextQuote(text, this.index);
			if (this.index + 1 >= text.length) {
				return false;
			}
			if (text[this.index + 1] !== quote) {
				this.index++;
				this.place = 'rest';
				return true;
			}
			this.index += 2;
		}
	}
}

/** Or the end of the text. */
function nextQuote(text: Buffer, start: number): number {
	const near = Math.min(text.length, start + nativeSearchAfter);
	for (let index = start; index < near; index++) {
		if (text[index] === quote) {
			return index;
		}
	}
	const found = text.indexOf(quote, near);
	return found === -1 ? text.length : found;
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

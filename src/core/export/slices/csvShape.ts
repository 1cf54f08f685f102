import type { CsvRow } from './csvRows';
import { type KeyOf, keyFor, type SliceRecord, timeIn } from './sliceRecord';

const comma = Buffer.from(',');
/** A line with nothing on it is no record to most readers. */
const emptyCell = Buffer.from('""');

interface CsvShapeOptions {
	/** The names in the slice's header. */
	readonly header: readonly string[];
	/** The names in the header of the final file. Cells of those that the slice does not have are empty. */
	readonly columns: readonly string[];
	readonly timeField: string;
}

/**
 * Turns the rows of a slice into rows of the final file: columns that are not in it are left out and the others put in
 * its order, if the slice has another one. Cells stay as the service wrote them, byte for byte, but for the one on an
 * empty line, which gets quotes.
 */
export class CsvShape {
	/** For each column of the final file, its place in the slice; -1 for one that the slice does not have. */
	private readonly places: readonly number[];
	private readonly left: readonly number[];
	private readonly time: number;
	private readonly width: number;
	private readonly inOrder: boolean;

	constructor({ header, columns, timeField }: CsvShapeOptions) {
		this.places = columns.map((name) => header.indexOf(name));
		this.left = header.map((_, index) => index).filter((index) => !this.places.includes(index));
		this.time = header.indexOf(timeField);
		this.width = header.length;
		this.inOrder = this.places.every((place, index) => place > (this.places[index - 1] ?? -1));
	}

	recordOf(row: CsvRow): SliceRecord {
		// Nobody can say which cell is missing in a row with too few of them, or which is too much.
		const ragged = row.cells.length / 2 !== this.width;
		const asItIs = ragged && !this.looksInPlace(row);
		const time = asItIs ? undefined : timeIn(cellAt(row, this.time) ?? Buffer.alloc(0));
		const asWritten = asItIs || (this.inOrder && this.left.length === 0) ? row.bytes : this.textOf(row);
		const text = asWritten.length === 0 ? emptyCell : asWritten;
		return { time, text, key: (about: KeyOf) => keyFor(text, time, about) };
	}

	/** Empty only where the row is one empty cell. */
	textOf(row: CsvRow): Buffer {
		const parts: Buffer[] = [];
		for (let index = 0; index < this.places.length; ) {
			const first = this.places[index] ?? 0;
			let last = first;
			// Neighbours that stay neighbours are taken over in one piece.
			for (index++; first >= 0 && this.places[index] === last + 1; index++) {
				last++;
			}
			const piece = cellsFrom(row, first, last);
			if (piece || !this.inOrder) {
				parts.push(comma, piece ?? Buffer.alloc(0));
			}
		}
		const beyond = cellsFrom(row, this.width, row.cells.length / 2 - 1);
		if (beyond) {
			parts.push(comma, beyond);
		}
		return Buffer.concat(parts.slice(1));
	}

	/** Whether what is left out of a ragged row is what it should be: a number or nothing. */
	private looksInPlace(row: CsvRow): boolean {
		return this.left.every((index) => {
			const cell = cellAt(row, index);
			return !cell || cell.length === 0 || timeIn(cell) !== undefined;
		});
	}
}

function cellAt(row: CsvRow, index: number): Buffer | undefined {
	const start = row.cells[2 * index];
	return start === undefined ? undefined : row.bytes.subarray(start, row.cells[2 * index + 1]);
}

/** From one cell to another, as many of them as there are, with the commas between. */
function cellsFrom({ bytes, cells }: CsvRow, first: number, last: number): Buffer | undefined {
	const start = cells[2 * first];
	return start === undefined || last < first
		? undefined
		: bytes.subarray(start, cells[Math.min(2 * last + 1, cells.length - 1)]);
}

import { type ChunkRecord, type KeyOf, keyFor, timeIn } from './chunkRecord';
import type { CsvRow } from './csvRows';

const comma = Buffer.from(',');
/** Quoted empty cell that replaces an empty line, because most CSV parsers skip empty lines. */
const emptyCell = Buffer.from('""');

interface CsvShapeOptions {
	readonly header: readonly string[];
	readonly columns: readonly string[];
	readonly timeField: string;
}

export class CsvShape {
	/** For each column of the final file, its index in the chunk's header, or -1 if the header doesn't contain it. */
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

	getRecord(row: CsvRow): ChunkRecord {
		// If a row has the wrong number of cells, it is unknown which column a cell belongs to.
		const ragged = row.cells.length / 2 !== this.width;
		const asItIs = ragged && !this.looksInPlace(row);
		const time = asItIs ? undefined : timeIn(cellAt(row, this.time) ?? Buffer.alloc(0));
		const asWritten = asItIs || (this.inOrder && this.left.length === 0) ? row.bytes : this.getText(row);
		const text = asWritten.length === 0 ? emptyCell : asWritten;
		return { time, text, ...(ragged && { isRagged: true }), key: (about: KeyOf) => keyFor(text, time, about) };
	}

	/** Returns the unquoted values of the columns, so that rows that differ only in quoting are equal. */
	getValues({ bytes, cells }: CsvRow): Buffer {
		const values = this.places.map((place) => cellAt({ bytes, cells }, place)?.toString('latin1') ?? '');
		return Buffer.from(
			values
				.map(unquoted)
				.map((value) => `${value.length}:${value}`)
				.join(','),
			'latin1',
		);
	}

	getText(row: CsvRow): Buffer {
		const parts: Buffer[] = [];
		for (let index = 0; index < this.places.length; ) {
			const first = this.places[index] ?? 0;
			let last = first;
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

	private looksInPlace(row: CsvRow): boolean {
		return this.left.every((index) => {
			const cell = cellAt(row, index);
			return !cell || cell.length === 0 || timeIn(cell) !== undefined;
		});
	}
}

function unquoted(cell: string): string {
	return /^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

function cellAt(row: CsvRow, index: number): Buffer | undefined {
	const start = row.cells[2 * index];
	return start === undefined ? undefined : row.bytes.subarray(start, row.cells[2 * index + 1]);
}

function cellsFrom({ bytes, cells }: CsvRow, first: number, last: number): Buffer | undefined {
	const start = cells[2 * first];
	return start === undefined || last < first
		? undefined
		: bytes.subarray(start, cells[Math.min(2 * last + 1, cells.length - 1)]);
}

import { closeBrace, colon, comma, quote } from '../../common/ascii';
import { spaceEnd } from '../../common/jsonSpace';
import type { CellBatch } from '../../scan/cellBatch';
import type { JsonColumns } from './jsonColumns';
import { JsonValues } from './jsonValues';

const firstOfNull = 0x6e;

/**
 * Finds the members of records. A member's value is a cell: a string's text, a number's digits as they stand, nested
 * values as their JSON, null as nothing. Of members with the same name the last one counts.
 */
export class JsonCells {
	readonly values: JsonValues;

	/** @param rows Where the cells go. */
	constructor(
		private readonly rows: CellBatch,
		private readonly columns: JsonColumns,
	) {
		this.values = new JsonValues(rows.machine);
	}

	/** Begins with these bytes of the machine's memory, and with empty rows. */
	take(base: number, length: number): void {
		this.rows.begin(base, length);
		this.values.take(base, length);
	}

	/**
	 * Puts the members of the object at `start` into the next row, as far as it can be read.
	 * @returns Behind its closing brace, or `notWhole`, or `faulty`.
	 */
	record(start: number): number {
		const { values, columns, rows } = this;
		rows.clearRow();
		let index = spaceEnd(values.bytes, start + 1);
		if (values.bytes[index] === closeBrace) {
			return index + 1;
		}
		for (let expected = 0; ; index = spaceEnd(values.bytes, index + 1)) {
			if (values.bytes[index] !== quote) {
				return values.fault(index);
			}
			let column: number | undefined = expected;
			let nameEnd = columns.endOf(expected, values.bytes, index);
			if (nameEnd === 0) {
				nameEnd = values.string(index);
				if (nameEnd < 0) {
					return nameEnd;
				}
				column = columns.columnOf(values.bytes, index, nameEnd);
				this.makeRoom();
			}
			index = spaceEnd(values.bytes, nameEnd);
			if (values.bytes[index] !== colon) {
				return values.fault(index);
			}
			index = spaceEnd(values.bytes, index + 1);
			const end = values.value(index, 0);
			if (end < 0) {
				return end;
			}
			if (column !== undefined) {
				this.keep(column, index, end);
				expected = column + 1 < columns.names.length ? column + 1 : 0;
			}
			index = spaceEnd(values.bytes, end);
			if (values.bytes[index] === closeBrace) {
				return index + 1;
			}
			if (values.bytes[index] !== comma) {
				return values.fault(index);
			}
		}
	}

	private keep(column: number, start: number, end: number): void {
		const { words } = this.rows.machine;
		const bound = this.rows.row / 4 + 2 * column;
		const first = this.values.bytes[start];
		if (first === quote) {
			words[bound] = start + 1;
			words[bound + 1] = this.values.escaped ? ~(end - 1) : end - 1;
		} else if (first === firstOfNull) {
			words[bound] = 0;
			words[bound + 1] = 0;
		} else {
			words[bound] = start;
			words[bound + 1] = end;
		}
	}

	/** A name came up for the first time: the rows may be too short for it. */
	private makeRoom(): void {
		const { rows, values } = this;
		if (this.columns.names.length > rows.stride) {
			rows.widen(2 * rows.stride);
			values.take(rows.base, rows.length);
		}
	}
}

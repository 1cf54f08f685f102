import { closeBrace, colon, comma, quote } from '../common/ascii';
import { spaceEnd } from '../common/jsonSpace';
import type { CellBatch } from './cellBatch';
import type { JsonColumns } from './jsonColumns';
import { nameOf, notWhole } from './jsonSkip';
import { JsonValues } from './jsonValues';

const firstOfNull = 0x6e;

/** Why the compiled scanner stopped; see `wasm/jsonRecords.ts`. */
const stops = { between: 0, atLast: 1, cut: 2, unusual: 3 };

/**
 * Finds the members of records. A member's value is a cell: a string's text, a number's digits as they stand, nested
 * values as their JSON, null as nothing. Of members with the same name the last one counts.
 *
 * Almost all records are found by the compiled scanner. What is read here is what that one leaves: records with names that
 * have not come up, or not in this way, and those that are broken, of which the place of the fault and the values before it
 * are wanted.
 */
export class JsonCells {
	readonly values: JsonValues;

	/** @param rows Where the cells go. */
	constructor(
		private rows: CellBatch,
		private readonly columns: JsonColumns,
	) {
		this.values = new JsonValues(rows.machine);
	}

	/** Begins with these bytes of the machine's memory, and with empty rows. */
	take(base: number, length: number, rows = this.rows): void {
		this.rows = rows;
		this.rows.begin(base, length);
		this.values.take(base, length);
	}

	/**
	 * Adds the objects that stand from `start` on, one behind another, as far as they are sound and nothing about them is
	 * unusual.
	 * @returns Behind the last of them; `start` when there is none.
	 */
	soundRecords(start: number): number {
		const { base, length, stride, bounds, places, faults, capacity, records, machine } = this.rows;
		const { table } = this.columns;
		const { scanner } = machine;
		const end = scanner.scanJson(base, start, length, table, stride, bounds, places, faults, records, capacity);
		this.rows.records += scanner.jsonRecords.value;
		return end;
	}

	/**
	 * Puts the members of the object at `start`, where `soundRecords` has stopped, into the next row, as far as it can be
	 * read.
	 * @param last No more bytes follow.
	 * @returns Behind its closing brace, or `notWhole`, or `faulty`.
	 */
	record(start: number, last: boolean): number {
		const { jsonStop, jsonAt, jsonEnd } = this.rows.machine.scanner;
		if (jsonAt.value === start && jsonStop.value === stops.atLast) {
			return jsonEnd.value;
		}
		if (jsonAt.value === start && jsonStop.value === stops.cut && !last) {
			return notWhole;
		}
		return this.unusualRecord(start);
	}

	private unusualRecord(start: number): number {
		const { values, rows } = this;
		rows.clearRow();
		let index = spaceEnd(values.bytes, start + 1);
		if (values.bytes[index] === closeBrace) {
			return index + 1;
		}
		for (; ; index = spaceEnd(values.bytes, index + 1)) {
			if (values.bytes[index] !== quote) {
				return values.fault(index);
			}
			const nameEnd = values.string(index);
			if (nameEnd < 0) {
				return nameEnd;
			}
			const column = this.columnOf(index, nameEnd);
			index = spaceEnd(values.bytes, nameEnd);
			if (values.bytes[index] !== colon) {
				return values.fault(index);
			}
			index = spaceEnd(values.bytes, index + 1);
			const end = values.value(index, 0);
			if (end < 0) {
				return end;
			}
			if (column !== undefined && column < rows.stride) {
				this.keep(column, index, end);
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
			// Empty, but not where nothing is: the member is there.
			words[bound] = start;
			words[bound + 1] = start;
		} else {
			words[bound] = start;
			words[bound + 1] = end;
		}
	}

	/** Of the name between these places, quotes included, which was scanned last. */
	private columnOf(start: number, end: number): number | undefined {
		const { columns, rows, values } = this;
		const { bytes, escaped } = values;
		const name = escaped ? nameOf(bytes, start, end) : bytes.toString('utf8', start + 1, end - 1);
		const known = columns.columnOf(name);
		if (known !== undefined) {
			return known;
		}
		const column = columns.add(name, bytes.subarray(start + 1, end - 1));
		// Unless no cells are wanted, the rows may be too short for it.
		if (rows.stride > 0 && columns.names.length > rows.stride) {
			rows.widen(2 * rows.stride);
		}
		values.take(rows.base, rows.length);
		return column;
	}
}

import { closeBrace, colon, comma, quote } from '../common/ascii';
import type { CellBatch } from './cellBatch';
import type { JsonColumns } from './jsonColumns';
import { getName, notWhole } from './jsonSkip';
import { JsonValues } from './jsonValues';

const firstOfNull = 0x6e;
const lengthOfNull = 4;

/** Reasons why the compiled scanner stopped; see `wasm/jsonRecords.ts`. */
const stops = { between: 0, atLast: 1, cut: 2, unusual: 3 };

/**
 * Locates the values of members in records. Each value is a cell: the decoded text of a string, the raw digits of a
 * number, the JSON text of an object or array, or an empty cell for null. If a name occurs several times, the last
 * member counts.
 *
 * The compiled scanner handles almost all records. This class handles broken records and new names or spellings.
 */
export class JsonCells {
	readonly values: JsonValues;
	/** Number of bytes to scan, starting at the base address of the rows. */
	private length = 0;

	constructor(
		private rows: CellBatch,
		private readonly columns: JsonColumns,
	) {
		this.values = new JsonValues(rows.instance);
	}

	take(base: number, length: number, rows = this.rows): void {
		this.rows = rows;
		this.rows.begin(base, length);
		this.limit(length);
	}

	/** Adds consecutive objects from `start` up to the first broken or unusual object. Returns the end offset. */
	soundRecords(start: number): number {
		const { base, length, stride, bounds, places, faults, capacity, records, instance } = this.rows;
		const { table } = this.columns;
		const { scanner } = instance;
		const end = scanner.scanJson(base, start, length, table, stride, bounds, places, faults, records, capacity);
		this.rows.records += scanner.jsonRecords.value;
		return end;
	}

	/**
	 * Adds the readable members of the object at `start`, where `soundRecords` stopped, to the next row.
	 * @param last Whether no more bytes follow.
	 * @returns the offset after the closing brace, `notWhole` or `faulty`
	 */
	record(start: number, last: boolean): number {
		const { jsonStop, jsonAt, jsonEnd } = this.rows.instance.scanner;
		if (jsonAt.value === start && jsonStop.value === stops.atLast) {
			return jsonEnd.value;
		}
		if (jsonAt.value === start && jsonStop.value === stops.cut && !last) {
			return notWhole;
		}
		return this.unusualRecord(start);
	}

	/** Adds all readable members of a broken object, including those after invalid text. */
	brokenRecord(start: number, end: number): void {
		const { values, rows } = this;
		values.lenient = true;
		this.limit(end);
		this.unusualRecord(start);
		values.lenient = false;
		this.limit(rows.length);
	}

	private limit(length: number): void {
		this.length = length;
		this.values.take(this.rows.base, length);
	}

	private unusualRecord(start: number): number {
		const { values, rows } = this;
		rows.clearRow();
		let index = values.gapEnd(start + 1);
		if (values.bytes[index] === closeBrace) {
			return index + 1;
		}
		for (; ; index = values.gapEnd(index + 1)) {
			if (values.bytes[index] !== quote) {
				return values.fault(index);
			}
			const nameEnd = values.string(index);
			if (nameEnd < 0) {
				return nameEnd;
			}
			const column = this.getColumn(index, nameEnd);
			index = values.gapEnd(nameEnd);
			if (values.bytes[index] !== colon) {
				return values.fault(index);
			}
			index = values.gapEnd(index + 1);
			const end = values.value(index, 0);
			if (end < 0) {
				return end;
			}
			if (column !== undefined && column < rows.stride) {
				this.keep(column, index, end);
			}
			index = values.gapEnd(end);
			if (values.bytes[index] === closeBrace) {
				return index + 1;
			}
			if (values.bytes[index] !== comma) {
				return values.fault(index);
			}
		}
	}

	private keep(column: number, start: number, end: number): void {
		const { words } = this.rows.instance;
		const bound = this.rows.row / 4 + 2 * column;
		const first = this.values.bytes[start];
		if (first === quote) {
			words[bound] = start + 1;
			words[bound + 1] = this.values.escaped ? ~(end - 1) : end - 1;
		} else if (first === firstOfNull && (!this.values.lenient || end - start === lengthOfNull)) {
			// The position is stored even if the value is empty, because 0 means that the member is missing.
			words[bound] = start;
			words[bound + 1] = start;
		} else {
			words[bound] = start;
			words[bound + 1] = end;
		}
	}

	/** Returns the column of the name that was scanned last. The name starts with its quote. */
	private getColumn(start: number, end: number): number | undefined {
		const { columns, rows, values } = this;
		const { bytes, escaped } = values;
		const name = escaped ? getName(bytes, start, end) : bytes.toString('utf8', start + 1, end - 1);
		const known = columns.getColumn(name);
		if (known !== undefined) {
			return known;
		}
		const column = columns.add(name, bytes.subarray(start + 1, end - 1));
		// While cells are being located, the rows may be too short for the new column.
		if (rows.stride > 0 && columns.names.length > rows.stride) {
			rows.widen(2 * rows.stride);
		}
		values.take(rows.base, this.length);
		return column;
	}
}

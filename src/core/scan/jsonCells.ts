import { backslash, quote } from '../../shared/ascii';
import { type JsonEvent, type JsonLeniency, JsonScanner } from '../../shared/jsonScanner';
import { maxDepth } from '../common/jsonTokens';
import type { CellBatch } from './cellBatch';
import type { JsonColumns } from './jsonColumns';
import { notWhole, wholeGapEnd } from './jsonGaps';
import { faulty, getName } from './jsonSkip';

const firstOfNull = 0x6e;
const lengthOfNull = 4;

/** Reasons why the compiled scanner stopped (see `wasm/jsonRecords.ts`). */
const stops = { between: 0, atLast: 1, cut: 2, unusual: 3 };

/** Accepts invalid text whose meaning is clear, so that a broken record shows as many values as possible. */
const lenient: JsonLeniency = { strings: 'controls', words: true, gapEnd: wholeGapEnd, maxDepth };

/**
 * Locates the values of members in records: the decoded text of a string, the raw digits of a number, the JSON text of
 * an object or array, or an empty cell for null. If a name occurs several times, the last member is used. The compiled
 * scanner processes almost all records. This class processes broken records and names that are new or spelled
 * differently.
 */
export class JsonCells {
	bytes: Buffer = Buffer.alloc(0);
	/** Offset of the first byte that could not be parsed in the last unusual record or value. */
	faultAt = 0;
	private leniency: JsonLeniency = { maxDepth };
	private length = 0;

	constructor(
		private rows: CellBatch,
		private readonly columns: JsonColumns,
	) {}

	take(base: number, length: number, rows = this.rows): void {
		this.rows = rows;
		this.rows.begin(base, length);
		this.limit(length);
	}

	/**
	 * Adds consecutive objects from `start` up to the first broken or unusual object. Returns the end offset of the last
	 * added object.
	 */
	soundRecords(start: number): number {
		const { base, length, stride, bounds, places, faults, capacity, records, instance } = this.rows;
		const { table } = this.columns;
		const { scanner } = instance;
		const end = scanner.scanJson(base, start, length, table, stride, bounds, places, faults, records, capacity);
		this.rows.records += scanner.jsonRecords.value;
		return end;
	}

	/** @returns the offset after the closing brace, `notWhole`, or `faulty` */
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

	brokenRecord(start: number, end: number): void {
		const { leniency, rows } = this;
		this.leniency = lenient;
		this.limit(end);
		this.unusualRecord(start);
		this.leniency = leniency;
		this.limit(rows.length);
	}

	private limit(length: number): void {
		const { base, instance } = this.rows;
		this.length = length;
		this.bytes = instance.bytes.subarray(base, base + length);
	}

	/** @returns the offset after the valid value at `start`, `notWhole`, or `faulty` */
	valueEnd(start: number): number {
		return this.scan(start, () => {});
	}

	private unusualRecord(start: number): number {
		const { rows } = this;
		rows.clearRow();
		let column: number | undefined;
		return this.scan(start, (scanner, event) => {
			if (event === 'key') {
				column = this.getColumn(scanner.start, scanner.end);
				// Passes the bytes again, because the scanner's memory may have moved.
				scanner.push(this.bytes, 0);
			} else if (event !== 'open' && column !== undefined && column < rows.stride) {
				this.keep(column, scanner.start, scanner.end);
			}
		});
	}

	private scan(start: number, visit: (scanner: JsonScanner, event: JsonEvent) => void): number {
		const scanner = new JsonScanner(this.leniency);
		scanner.push(this.bytes, 0);
		scanner.at = start;
		for (;;) {
			const event = scanner.next();
			if (event === 'more' || event === 'fault') {
				this.faultAt = scanner.at;
				return event === 'more' ? notWhole : faulty;
			}
			if (scanner.isComplete) {
				return scanner.end;
			}
			if (scanner.depth === 1) {
				visit(scanner, event);
			}
		}
	}

	private keep(column: number, start: number, end: number): void {
		const { words } = this.rows.instance;
		const bound = this.rows.row / 4 + 2 * column;
		const first = this.bytes[start];
		if (first === quote) {
			words[bound] = start + 1;
			words[bound + 1] = this.bytes.subarray(start, end).includes(backslash) ? ~(end - 1) : end - 1;
		} else if (first === firstOfNull && (this.leniency !== lenient || end - start === lengthOfNull)) {
			// Stores the position of an empty value too, because 0 means that the member is missing.
			words[bound] = start;
			words[bound + 1] = start;
		} else {
			words[bound] = start;
			words[bound + 1] = end;
		}
	}

	private getColumn(start: number, end: number): number | undefined {
		const { bytes, columns, rows } = this;
		const name = getName(bytes, start, end);
		const known = columns.getColumn(name);
		if (known !== undefined) {
			return known;
		}
		const column = columns.add(name, bytes.subarray(start + 1, end - 1));
		// The rows may be too short for the new column. If no cells are located, there are no rows and `stride` is 0.
		if (rows.stride > 0 && columns.names.length > rows.stride) {
			rows.widen(2 * rows.stride);
		}
		this.limit(this.length);
		return column;
	}
}

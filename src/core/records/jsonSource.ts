import { CellRows } from './cellBatch';
import { faulty, JsonCells, notWhole, spaceEnd } from './jsonCells';
import { brokenElementEnd, brokenLineEnd } from './jsonRecovery';
import { resolveJson } from './jsonText';
import type { CellPlace, RecordDecoder, RecordSource } from './recordSource';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The member of the answer that holds the records (service document, section 4.2). */
const recordsMember = 'data';

/** Columns there is room for at first: all fields of the service. */
const firstColumns = 32;

/**
 * `outside` any brackets; among the `elements` of a list of records; among the `members` of the object that holds the
 * list; behind something that nobody can read on from.
 */
type Place = 'outside' | 'elements' | 'members' | 'lost';

/**
 * Cuts `{"data":[…]}`, a bare array, or one record after another into records. Each record stands for itself: a broken
 * one is kept as such and reading goes on behind it, so a text that JSON.parse refuses as a whole still opens.
 */
export class JsonSource implements RecordSource {
	readonly found = new CellRows(firstColumns);
	closed = false;
	readonly resolve = resolveJson;
	private readonly cells = new JsonCells();
	private place: Place = 'outside';
	/** The list stands in an object. */
	private wrapped = false;
	/** Objects outside of brackets are records: the first one was no answer. */
	private lines = false;

	get names(): readonly string[] {
		return this.cells.names;
	}

	scan(bytes: Buffer, from: number, last: boolean): number {
		this.found.begin(bytes);
		let index = from;
		while (!this.found.full) {
			const before = spaceEnd(bytes, index);
			if (before === bytes.length) {
				this.closed = this.place === 'outside';
				return before;
			}
			const next = this.step(bytes, before, last);
			if (next === notWhole) {
				this.closed = false;
				return index;
			}
			index = next;
		}
		return index;
	}

	decoder(): RecordDecoder {
		return new JsonDecoder(this.cells);
	}

	/** @returns Where to go on, or `notWhole`. */
	private step(bytes: Buffer, at: number, last: boolean): number {
		const byte = bytes[at];
		switch (this.place) {
			case 'outside':
				if (byte === comma) {
					return at + 1;
				}
				if (byte === openBracket && !this.lines) {
					this.place = 'elements';
					this.wrapped = false;
					return at + 1;
				}
				if (byte === openBrace && !this.lines) {
					return this.firstObject(bytes, at);
				}
				return this.record(bytes, at, last);
			case 'elements':
				if (byte === closeBracket) {
					this.place = this.wrapped ? 'members' : 'outside';
					return at + 1;
				}
				return byte === comma ? at + 1 : this.record(bytes, at, last);
			case 'members':
				if (byte === closeBrace) {
					this.place = 'outside';
					return at + 1;
				}
				return byte === comma ? at + 1 : this.member(bytes, at);
			case 'lost':
				return notWhole;
		}
	}

	private record(bytes: Buffer, at: number, last: boolean): number {
		const end = bytes[at] === openBrace ? this.cells.record(this.found, at) : this.other(bytes, at);
		if (end === notWhole) {
			return notWhole;
		}
		const whole = end !== faulty;
		const stop = whole ? end : this.recover(bytes, at, last);
		if (stop !== notWhole) {
			this.found.add(at, stop, !whole || bytes[at] !== openBrace);
		}
		return stop;
	}

	/** Something that is no record in a record's place. */
	private other(bytes: Buffer, at: number): number {
		this.found.bounds.fill(0, this.found.row, this.found.row + 2 * this.found.stride);
		return this.cells.value(bytes, at, 0);
	}

	private recover(bytes: Buffer, at: number, last: boolean): number {
		const find = this.place === 'elements' ? brokenElementEnd : brokenLineEnd;
		const end = find(bytes, at, this.cells.faultAt);
		return end === notWhole && last ? bytes.length : end;
	}

	/** Tells the object around the list of records from a record. */
	private firstObject(bytes: Buffer, at: number): number {
		let index = at;
		do {
			index = spaceEnd(bytes, index + 1);
			const list = this.listAt(bytes, index);
			if (list !== undefined) {
				this.place = 'elements';
				this.wrapped = true;
				return list;
			}
			index = bytes[index] === quote ? this.behindMember(bytes, index) : index < bytes.length ? faulty : notWhole;
			if (index === notWhole) {
				return notWhole;
			}
		} while (index !== faulty && bytes[index] === comma);
		this.lines = true;
		return at;
	}

	/** A member of the object around the list, before or behind it. */
	private member(bytes: Buffer, at: number): number {
		const list = this.listAt(bytes, at);
		if (list !== undefined) {
			this.place = 'elements';
			return list;
		}
		const end = bytes[at] === quote ? this.behindMember(bytes, at) : faulty;
		if (end === faulty) {
			this.place = 'lost';
			return notWhole;
		}
		return end;
	}

	/** Behind the opening bracket, if the member that begins here is the list of records. */
	private listAt(bytes: Buffer, at: number): number | undefined {
		const nameEnd = bytes[at] === quote ? this.cells.string(bytes, at) : faulty;
		if (nameEnd < 0 || resolveJson(bytes, at + 1, nameEnd - 1).toString() !== recordsMember) {
			return undefined;
		}
		const separator = spaceEnd(bytes, nameEnd);
		const value = spaceEnd(bytes, separator + 1);
		if (bytes[separator] !== colon || bytes[value] !== openBracket) {
			return undefined;
		}
		const first = bytes[spaceEnd(bytes, value + 1)];
		return first === openBrace || first === closeBracket ? value + 1 : undefined;
	}

	/** At the comma or brace behind the member that begins here, or `notWhole`, or `faulty`. */
	private behindMember(bytes: Buffer, at: number): number {
		const nameEnd = this.cells.string(bytes, at);
		if (nameEnd < 0) {
			return nameEnd;
		}
		const separator = spaceEnd(bytes, nameEnd);
		if (separator < bytes.length && bytes[separator] !== colon) {
			return faulty;
		}
		const end = this.cells.value(bytes, spaceEnd(bytes, separator + 1), 0);
		const behind = end < 0 ? end : spaceEnd(bytes, end);
		return behind === bytes.length ? notWhole : behind;
	}
}

class JsonDecoder implements RecordDecoder {
	found = 0;
	private readonly columns: number;
	private readonly rows: CellRows;
	private readonly cells: JsonCells;

	constructor(cells: JsonCells) {
		// Apart, so that a name which only comes up here does not become a column.
		this.cells = cells.copy();
		this.columns = cells.names.length;
		this.rows = new CellRows(Math.max(firstColumns, this.columns), 1);
	}

	decode(bytes: Buffer, start: number, end: number): string[] {
		this.find(bytes, start, end);
		return Array.from({ length: this.columns }, (_, column) => {
			const cell = this.place(bytes, column);
			return cell.bytes.toString('utf8', cell.start, cell.end);
		});
	}

	cell(bytes: Buffer, start: number, end: number, column: number): CellPlace {
		this.find(bytes, start, end);
		return this.place(bytes, column);
	}

	private find(bytes: Buffer, start: number, end: number): void {
		this.rows.begin(bytes.length === end ? bytes : bytes.subarray(0, end));
		this.found = 0;
		if (bytes[start] !== openBrace) {
			this.rows.bounds.fill(0);
			return;
		}
		const stop = this.cells.record(this.rows, start);
		this.found = (stop < 0 ? this.cells.faultAt : stop) - start;
	}

	private place(bytes: Buffer, column: number): CellPlace {
		const start = this.rows.bounds[2 * column] ?? 0;
		const end = this.rows.bounds[2 * column + 1] ?? 0;
		if (end >= 0) {
			return { bytes, start, end };
		}
		const value = resolveJson(bytes, start, ~end);
		return { bytes: value, start: 0, end: value.length };
	}
}

import { closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from '../ascii';
import { spaceEnd } from '../jsonSpace';
import { CellBatch } from './cellBatch';
import { JsonCells } from './jsonCells';
import { JsonColumns } from './jsonColumns';
import { brokenElementEnd, brokenLineEnd } from './jsonRecovery';
import { faulty, notWhole } from './jsonValues';
import { Machine } from './machine';
import type { CellPlace, RecordDecoder, RecordSource } from './recordSource';
import { WorkSpace } from './workSpace';

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
	readonly found: CellBatch;
	closed = false;
	private readonly columns = new JsonColumns();
	private readonly cells: JsonCells;
	private place: Place = 'outside';
	/** The list stands in an object. */
	private wrapped = false;
	/** Objects outside of brackets are records: the first one was no answer. */
	private lines = false;

	constructor(machine: Machine) {
		this.found = new CellBatch(machine, firstColumns, true);
		this.cells = new JsonCells(this.found, this.columns);
	}

	get names(): readonly string[] {
		return this.columns.names;
	}

	get moreColumns(): boolean {
		return this.columns.more;
	}

	scan(work: WorkSpace, from: number, last: boolean): number {
		this.cells.take(work.base, work.length);
		let index = from;
		while (!this.found.full) {
			const at = spaceEnd(this.cells.values.bytes, index);
			if (at === work.length) {
				this.closed = this.place === 'outside';
				return at;
			}
			const next = this.step(at, last);
			if (next === notWhole) {
				this.closed = false;
				return index;
			}
			index = next;
		}
		return index;
	}

	decoders(): () => RecordDecoder {
		const { columns } = this;
		return () => new JsonDecoder(columns);
	}

	/** @returns Where to go on, or `notWhole`. */
	private step(at: number, last: boolean): number {
		const { bytes } = this.cells.values;
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
					return this.firstObject(at);
				}
				return this.record(at, last);
			case 'elements':
				if (byte === closeBracket) {
					this.place = this.wrapped ? 'members' : 'outside';
					return at + 1;
				}
				return byte === comma ? at + 1 : this.record(at, last);
			case 'members':
				if (byte === closeBrace) {
					this.place = 'outside';
					return at + 1;
				}
				return byte === comma ? at + 1 : this.member(at);
			case 'lost':
				return notWhole;
		}
	}

	private record(at: number, last: boolean): number {
		const isObject = this.cells.values.bytes[at] === openBrace;
		const end = isObject ? this.cells.record(at) : this.other(at);
		if (end === notWhole) {
			return notWhole;
		}
		const whole = end !== faulty;
		const stop = whole ? end : this.recover(at, last);
		if (stop !== notWhole) {
			this.found.add(at, stop, !whole || !isObject);
		}
		return stop;
	}

	/** Something that is no record in a record's place. */
	private other(at: number): number {
		this.found.clearRow();
		return this.cells.values.value(at, 0);
	}

	private recover(at: number, last: boolean): number {
		const { bytes } = this.cells.values;
		const find = this.place === 'elements' ? brokenElementEnd : brokenLineEnd;
		const end = find(bytes, at, this.cells.values.faultAt);
		return end === notWhole && last ? bytes.length : end;
	}

	/** Tells the object around the list of records from a record. */
	private firstObject(at: number): number {
		const { bytes } = this.cells.values;
		let index = at;
		do {
			index = spaceEnd(bytes, index + 1);
			const list = this.listAt(index);
			if (list !== undefined) {
				this.place = 'elements';
				this.wrapped = true;
				return list;
			}
			index = bytes[index] === quote ? this.behindMember(index) : index < bytes.length ? faulty : notWhole;
			if (index === notWhole) {
				return notWhole;
			}
		} while (index !== faulty && bytes[index] === comma);
		this.lines = true;
		return at;
	}

	/** A member of the object around the list, before or behind it. */
	private member(at: number): number {
		const { bytes } = this.cells.values;
		const list = this.listAt(at);
		if (list !== undefined) {
			this.place = 'elements';
			return list;
		}
		const end = bytes[at] === quote ? this.behindMember(at) : faulty;
		if (end === faulty) {
			this.place = 'lost';
			return notWhole;
		}
		return end;
	}

	/** Behind the opening bracket, if the member that begins here is the list of records. */
	private listAt(at: number): number | undefined {
		const { bytes } = this.cells.values;
		const nameEnd = bytes[at] === quote ? this.cells.values.string(at) : faulty;
		if (nameEnd < 0 || JSON.parse(bytes.toString('utf8', at, nameEnd)) !== recordsMember) {
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
	private behindMember(at: number): number {
		const { bytes } = this.cells.values;
		const nameEnd = this.cells.values.string(at);
		if (nameEnd < 0) {
			return nameEnd;
		}
		const separator = spaceEnd(bytes, nameEnd);
		if (separator < bytes.length && bytes[separator] !== colon) {
			return faulty;
		}
		const end = this.cells.values.value(spaceEnd(bytes, separator + 1), 0);
		const behind = end < 0 ? end : spaceEnd(bytes, end);
		return behind === bytes.length ? notWhole : behind;
	}
}

/** Most records are shorter. */
const firstRoom = 32 * 1024;

class JsonDecoder implements RecordDecoder {
	found = 0;
	private readonly columns: number;
	private readonly row: CellBatch;
	private readonly bytes: WorkSpace;
	private readonly cells: JsonCells;

	constructor(columns: JsonColumns) {
		const machine = new Machine();
		this.columns = columns.names.length;
		this.row = new CellBatch(machine, Math.max(firstColumns, this.columns), true, 1);
		this.bytes = new WorkSpace(machine, firstRoom);
		// A copy, so that a name which only comes up here does not become a column.
		this.cells = new JsonCells(this.row, columns.copy());
	}

	take(bytes: Uint8Array): void {
		this.bytes.replace(bytes);
	}

	decode(start: number, end: number): string[] {
		this.find(start, end);
		return Array.from({ length: this.columns }, (_, column) => this.row.text(0, column));
	}

	cell(start: number, end: number, column: number): CellPlace {
		this.find(start, end);
		const place = this.row.locate(0, column);
		return { bytes: this.row.machine.bytes, start: place.start, end: place.end };
	}

	private find(start: number, end: number): void {
		this.cells.take(this.bytes.base, end);
		this.found = 0;
		if (this.cells.values.bytes[start] !== openBrace) {
			this.row.clearRow();
			return;
		}
		const stop = this.cells.record(start);
		this.found = (stop < 0 ? this.cells.values.faultAt : stop) - start;
	}
}

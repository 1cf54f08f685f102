import { closeBrace, closeBracket, comma, lineFeed, openBrace, openBracket, quote } from '../common/ascii';
import { spaceEnd } from '../common/jsonSpace';
import { CellBatch, type cellFaults } from './cellBatch';
import { JsonCells } from './jsonCells';
import { JsonColumns, type NameCount } from './jsonColumns';
import { listAt, listWithin, memberEnd } from './jsonFrame';
import {
	answerEnds,
	brokenEnd,
	listEnds,
	mayEnd,
	nextInList,
	type RecoveredPiece,
	type Surroundings,
} from './jsonRecovery';
import { faulty, nameOf, notWhole } from './jsonSkip';
import { Machine } from './machine';
import type { CellPlace, RecordDecoder, RecordSource } from './recordSource';
import { WorkSpace } from './workSpace';

/** One that can tell values as they stand in the file. */
export interface WrittenDecoder extends RecordDecoder {
	/** By column: the JSON of its value, and undefined where the record has no such member. */
	written(start: number, end: number): (string | undefined)[];
}

/** Columns there is room for at first: all fields of the service. */
const firstColumns = 32;

/**
 * `outside` any brackets; among the `elements` of a list of records; among the `members` of the object that holds the
 * list; behind something that nobody can read on from.
 */
type Place = 'outside' | 'elements' | 'members' | 'lost';

export interface JsonSourceOptions {
	/** Whether the cells are wanted; otherwise records have ends and faults only. */
	readonly cells?: boolean;
	/** The bytes begin among the records of a bare list. */
	readonly withinList?: boolean;
}

/**
 * The one reader of JSON as bytes: cuts `{"data":[…]}`, a bare array, or one record after another into records. Each
 * record stands for itself: a broken one is kept as such and reading goes on behind it, so a text that JSON.parse refuses
 * as a whole still opens. What it found sound it vouches for; what stands between records it does not, so a check reads
 * that more strictly.
 */
export class JsonSource implements RecordSource {
	found: CellBatch;
	closed = false;
	/** After a scan: where a record begins that is sound as far as the bytes go. */
	openRecord: number | undefined;
	private readonly columns: JsonColumns;
	private readonly cells: JsonCells;
	private place: Place = 'outside';
	/** The list stands in an object. */
	private wrapped = false;
	/** Objects outside of brackets are records: the first one was no answer. */
	private lines = false;
	/** There is a line end before what comes next, and no record between. */
	private startsLine = false;

	constructor(
		private readonly machine: Machine,
		{ cells = true, withinList = false }: JsonSourceOptions = {},
	) {
		this.columns = new JsonColumns(machine);
		this.found = new CellBatch(machine, cells ? firstColumns : 0, true);
		this.cells = new JsonCells(this.found, this.columns);
		if (withinList) {
			this.place = 'elements';
		}
	}

	get names(): readonly string[] {
		return this.columns.names;
	}

	get moreColumns(): boolean {
		return this.columns.more;
	}

	/** Of records that are sound and not unusual. */
	get nameCounts(): readonly NameCount[] {
		return this.columns.counts;
	}

	withoutCells(): void {
		this.found = new CellBatch(this.machine, 0, true);
	}

	scan(work: WorkSpace, from: number, last: boolean): number {
		this.cells.take(work.base, work.length, this.found);
		this.openRecord = undefined;
		let index = from;
		while (!this.found.full) {
			const { bytes } = this.cells.values;
			const at = spaceEnd(bytes, index);
			this.startsLine ||= at > index && bytes.subarray(index, at).includes(lineFeed);
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

	/** What a record is taken for depends on all of it. */
	letGo(): undefined {}

	decoders(): () => WrittenDecoder {
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
				return this.records(at, last);
			case 'elements':
				if (byte === closeBracket) {
					return this.close(at, last, this.wrapped ? 'members' : 'outside', listEnds(at, this.surroundings(last)));
				}
				return byte === comma ? at + 1 : this.records(at, last);
			case 'members':
				if (byte === closeBrace) {
					return this.close(at, last, 'outside', answerEnds(at, this.surroundings(last)));
				}
				return byte === comma ? at + 1 : this.member(at, last);
			case 'lost':
				return notWhole;
		}
	}

	private records(at: number, last: boolean): number {
		const isObject = this.cells.values.bytes[at] === openBrace;
		const behind = isObject ? this.cells.soundRecords(at) : at;
		if (behind > at) {
			this.startsLine = false;
			return behind;
		}
		const end = isObject ? this.cells.record(at, last) : this.other(at);
		const follows = end >= 0 && this.mayEnd(end, last);
		if (follows === 'unknown' || (end === notWhole && !last)) {
			this.openRecord = isObject ? at : undefined;
			return notWhole;
		}
		if (follows) {
			return this.add(at, end, isObject ? 'unusual' : 'broken');
		}
		const broken = brokenEnd(at, this.surroundings(last));
		return this.add(at, broken.end, broken.guessed ? 'guessed' : 'broken');
	}

	/** Something that is no record in a record's place. */
	private other(at: number): number {
		this.found.clearRow();
		return this.cells.values.value(at, 0);
	}

	private mayEnd(end: number, last: boolean): RecoveredPiece {
		const { bytes } = this.cells.values;
		const byte = bytes[spaceEnd(bytes, end)];
		return byte === comma || byte === openBrace || mayEnd(end, this.surroundings(last));
	}

	private add(at: number, end: number, state: keyof typeof cellFaults): number {
		if (end !== notWhole) {
			this.found.add(at, end, state);
			this.startsLine = false;
		}
		return end;
	}

	/** Closes the list or the answer, unless what follows shows that this is still within a broken record. */
	private close(at: number, last: boolean, place: Place, ends: RecoveredPiece): number {
		const hidden = ends === false ? this.hiddenBehind(at, last) : notWhole;
		if (hidden !== notWhole) {
			return hidden;
		}
		if (ends === 'unknown' || (!ends && !last)) {
			return notWhole;
		}
		this.place = place;
		return at + 1;
	}

	/** Something stands where only the end could: if records follow, it is a piece of a broken one. */
	private hiddenBehind(at: number, last: boolean): number {
		const end = nextInList(at, at, at, this.surroundings(last));
		if (end !== notWhole) {
			this.place = 'elements';
			this.found.clearRow();
		}
		return this.add(at, end, 'guessed');
	}

	private surroundings(last: boolean): Surroundings {
		const { bytes } = this.cells.values;
		const { columns, startsLine } = this;
		const within = this.wrapped ? 'wrapped' : 'bare';
		return {
			bytes,
			last,
			startsLine,
			list: this.place === 'outside' ? undefined : within,
			isName: (start, end) => columns.columnOf(nameOf(bytes, start, end)) !== undefined,
			nameless: columns.names.length === 0,
		};
	}

	/** Tells the object around the list of records from a record. */
	private firstObject(at: number): number {
		const list = listWithin(this.cells.values.bytes, at);
		if (list === faulty) {
			this.lines = true;
			return at;
		}
		if (list !== notWhole) {
			this.place = 'elements';
			this.wrapped = true;
		}
		return list;
	}

	/** A member of the object around the list, behind it. */
	private member(at: number, last: boolean): number {
		const { bytes } = this.cells.values;
		const list = listAt(bytes, at);
		if (list !== undefined) {
			this.place = 'elements';
			return list;
		}
		const end = memberEnd(bytes, at);
		if (end !== faulty) {
			return end;
		}
		const hidden = this.hiddenBehind(at, last);
		if (hidden === notWhole && last) {
			this.place = 'lost';
		}
		return hidden;
	}
}

/** Most records are shorter. */
const firstRoom = 32 * 1024;

/** Finds the cells of single records of a file with these columns, which need not be scanned for it. */
export function jsonDecoder(names: readonly string[]): WrittenDecoder {
	const columns = new JsonColumns(new Machine());
	for (const name of names) {
		columns.add(name, Buffer.from(JSON.stringify(name).slice(1, -1)));
	}
	return new JsonDecoder(columns);
}

class JsonDecoder implements WrittenDecoder {
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
		this.cells = new JsonCells(this.row, columns.copy(machine));
	}

	take(bytes: Uint8Array): void {
		this.bytes.replace(bytes);
	}

	decode(start: number, end: number): string[] {
		this.find(start, end);
		return Array.from({ length: this.columns }, (_, column) => this.row.text(0, column));
	}

	written(start: number, end: number): (string | undefined)[] {
		this.find(start, end);
		const { words, bytes } = this.row.machine;
		const first = this.row.bounds / 4;
		return Array.from({ length: this.columns }, (_, column) => {
			const from = words[first + 2 * column] ?? 0;
			const bound = words[first + 2 * column + 1] ?? 0;
			const to = bound >> 31 === 0 ? bound : ~bound;
			if (from === 0) {
				return undefined;
			}
			if (bytes[this.bytes.base + from - 1] === quote) {
				return bytes.toString('utf8', this.bytes.base + from - 1, this.bytes.base + to + 1);
			}
			return from === to ? 'null' : bytes.toString('utf8', this.bytes.base + from, this.bytes.base + to);
		});
	}

	cell(start: number, end: number, column: number): CellPlace {
		this.find(start, end);
		const place = this.row.locate(0, column);
		return { bytes: this.row.machine.bytes, start: place.start, end: place.end };
	}

	private find(start: number, end: number): void {
		this.cells.take(this.bytes.base, Math.min(end, this.bytes.length));
		this.found = 0;
		if (this.cells.values.bytes[start] !== openBrace) {
			this.row.clearRow();
			return;
		}
		const behind = this.cells.soundRecords(start);
		const stop = behind > start ? behind : this.cells.record(start, true);
		this.found = (stop < 0 ? this.cells.values.faultAt : stop) - start;
	}
}

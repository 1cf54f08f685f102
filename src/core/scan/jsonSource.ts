import { closeBrace, closeBracket, comma, lineFeed, openBrace, openBracket, quote } from '../../shared/ascii';
import { recordsMember } from '../common/jsonTokens';
import { parseJson } from '../common/parseJson';
import { byteOrderMark } from '../files/byteOrderMark';
import { CellBatch, type cellFaults } from './cellBatch';
import { JsonCells } from './jsonCells';
import { JsonColumns, type NameCount } from './jsonColumns';
import { ListSearch, listAt, memberEnd } from './jsonFrame';
import { gapEnd, isGapCut, notWhole, recordSeparator, spaceEnd } from './jsonGaps';
import {
	answerEnds,
	brokenEnd,
	listEnds,
	mayEnd,
	nextInList,
	type RecoveredPiece,
	type Surroundings,
} from './jsonRecovery';
import { faulty, getName } from './jsonSkip';
import { LongRecord } from './longRecord';
import type { CellPlace, RecordDecoder, RecordSource } from './recordSource';
import { ScannerInstance } from './scannerInstance';
import { WorkSpace } from './workSpace';

export interface WrittenDecoder extends RecordDecoder {
	/** Returns the raw JSON of each column's value, or undefined if the record has no such member. */
	written(start: number, end: number): (string | undefined)[];
}

const firstColumns = 32;

const pauseBytes = 128 * 1024;

/**
 * Position of the scan. `elements` is in the record list, `members` is in the object around the list, and `lost` is
 * after unreadable text.
 */
type JsonPosition = 'outside' | 'elements' | 'members' | 'lost';

export interface JsonSourceOptions {
	/** If false, the scan finds only the end and the state of each record, without locating cells. */
	readonly cells?: boolean;
	readonly withinList?: boolean;
	readonly listPath?: readonly string[];
	readonly pauses?: boolean;
	/** If true, a record that is too long to buffer is skipped. Otherwise, the scan ends at such a record. */
	readonly skipsLong?: boolean;
}

/**
 * Splits `{"data":[…]}`, a list at another path, a bare array, or consecutive objects into records. The scan continues
 * after a broken record, so files that JSON.parse rejects can be opened. A record that is reported as intact is valid
 * JSON.
 */
export class JsonSource implements RecordSource {
	found: CellBatch;
	closed = false;
	/** Start of the incomplete record at the end of the last scan, provided that it is intact so far. */
	openRecord: number | undefined;
	tooLong = 0;
	private long: LongRecord | undefined;
	/** Start of the first object while it is incomplete. It may be a record or contain the record list. */
	private firstAt: number | undefined;
	private readonly skipsLong: boolean;
	private readonly columns: JsonColumns;
	private readonly cells: JsonCells;
	private search: ListSearch;
	private readonly pauseBytes: number;
	joins = 0;
	private place: JsonPosition = 'outside';
	private wrapped = false;
	/** Number of open objects around the record list. */
	private depth = 0;
	private documents = 0;
	private readonly listPath: readonly string[];
	/** True if objects outside brackets are records, because the first object was a record. */
	private lines = false;
	private startsLine = false;

	constructor(
		private readonly instance: ScannerInstance,
		{
			cells = true,
			withinList = false,
			listPath = [recordsMember],
			pauses = false,
			skipsLong = false,
		}: JsonSourceOptions = {},
	) {
		this.listPath = listPath;
		this.skipsLong = skipsLong;
		this.columns = new JsonColumns(instance);
		this.found = new CellBatch(instance, cells ? firstColumns : 0, true);
		this.cells = new JsonCells(this.found, this.columns);
		this.pauseBytes = pauses ? pauseBytes : Number.POSITIVE_INFINITY;
		this.search = this.newSearch();
		if (withinList) {
			this.place = 'elements';
		}
	}

	get paused(): boolean {
		return this.search.isPaused;
	}

	get names(): readonly string[] {
		return this.columns.names;
	}

	get moreColumns(): boolean {
		return this.columns.more;
	}

	get nameCounts(): readonly NameCount[] {
		return this.columns.counts;
	}

	withoutCells(): void {
		this.found = new CellBatch(this.instance, 0, true);
	}

	expectColumns(names: readonly string[]): void {
		for (const name of names) {
			this.columns.add(name, Buffer.from(JSON.stringify(name).slice(1, -1)));
		}
		if (names.length > this.found.stride) {
			this.found.widen(this.columns.names.length);
		}
	}

	scan(work: WorkSpace, from: number, last: boolean): number {
		this.cells.take(work.base, work.length, this.found);
		this.openRecord = undefined;
		this.firstAt = undefined;
		let index = this.long ? this.skip(this.long, from) : from;
		while (!this.long && !this.found.full) {
			const { bytes } = this.cells;
			const at = this.gapEnd(index, last);
			this.startsLine ||= at > index && bytes.subarray(index, at).includes(lineFeed);
			if (at === work.length) {
				this.closed = this.place === 'outside';
				return at;
			}
			const next = !last && isGapCut(bytes, at) ? notWhole : this.step(at, last);
			if (next === notWhole) {
				this.closed = false;
				return index;
			}
			index = next;
		}
		return index;
	}

	/**
	 * Discards the start of an overlong record if such records are skipped. Otherwise returns undefined, because an
	 * incomplete record can't be classified.
	 */
	letGo(): number | undefined {
		const { bytes } = this.cells;
		const first = this.place === 'outside' && !this.lines ? this.firstAt : undefined;
		const start = this.openRecord ?? first;
		if (!this.skipsLong || start === undefined || bytes[start] !== openBrace) {
			return undefined;
		}
		this.long = new LongRecord(first === undefined || this.listPath.length > 1 ? undefined : this.listPath[0]);
		return this.skip(this.long, start);
	}

	private skip(long: LongRecord, from: number): number {
		const { bytes } = this.cells;
		const { end, isAroundList } = long.take(bytes, from);
		if (end === notWhole) {
			this.closed = false;
			return bytes.length;
		}
		this.long = undefined;
		this.search = this.newSearch();
		if (isAroundList) {
			this.begin(1);
			return end;
		}
		this.lines ||= this.place === 'outside';
		this.tooLong++;
		return end;
	}

	decoders(): () => WrittenDecoder {
		const { columns } = this;
		return () => new JsonDecoder(columns);
	}

	private gapEnd(start: number, last: boolean): number {
		const { bytes } = this.cells;
		const at = spaceEnd(bytes, start);
		const end = gapEnd(bytes, at, last);
		if (end > at && this.lines && bytes.subarray(at, end).includes(byteOrderMark)) {
			this.joins++;
		}
		return end;
	}

	private begin(depth: number): void {
		this.place = 'elements';
		this.wrapped = depth > 0;
		this.depth = depth;
		this.documents++;
		this.joins = this.documents - 1;
	}

	/** @returns the offset at which to continue, or `notWhole` */
	private step(at: number, last: boolean): number {
		const { bytes } = this.cells;
		const byte = bytes[at];
		switch (this.place) {
			case 'outside':
				if (byte === comma) {
					return at + 1;
				}
				if (byte === openBracket && !this.lines) {
					this.begin(0);
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
					return this.closeObject(at, last);
				}
				return byte === comma ? at + 1 : this.member(at, last);
			case 'lost':
				return notWhole;
		}
	}

	private records(at: number, last: boolean): number {
		const isObject = this.cells.bytes[at] === openBrace;
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
		if (isObject && broken.end >= 0) {
			this.cells.brokenRecord(at, broken.end);
		}
		return this.add(at, broken.end, broken.guessed ? 'guessed' : 'broken');
	}

	private other(at: number): number {
		this.found.clearRow();
		return this.cells.valueEnd(at);
	}

	private mayEnd(end: number, last: boolean): RecoveredPiece {
		const { bytes } = this.cells;
		const byte = bytes[spaceEnd(bytes, end)];
		return byte === comma || byte === recordSeparator || byte === openBrace || mayEnd(end, this.surroundings(last));
	}

	private add(at: number, end: number, state: keyof typeof cellFaults): number {
		if (end !== notWhole) {
			this.found.add(at, end, state);
			this.startsLine = false;
		}
		return end;
	}

	/**
	 * Changes the scan position to `place` unless the text after the bracket shows that the bracket is inside a broken
	 * record.
	 */
	private close(at: number, last: boolean, place: JsonPosition, ends: RecoveredPiece): number {
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

	private closeObject(at: number, last: boolean): number {
		const end = this.close(at, last, this.depth > 1 ? 'members' : 'outside', answerEnds(at, this.surroundings(last)));
		if (end === at + 1) {
			this.depth--;
		}
		return end;
	}

	/** Processes text after the end of the record list. If more records follow, the text belongs to a broken record. */
	private hiddenBehind(at: number, last: boolean): number {
		const end = nextInList(at, at, at, this.surroundings(last));
		if (end !== notWhole) {
			this.place = 'elements';
			this.found.clearRow();
		}
		return this.add(at, end, 'guessed');
	}

	private surroundings(last: boolean): Surroundings {
		const { bytes } = this.cells;
		const { columns, startsLine } = this;
		const within = this.wrapped ? 'wrapped' : 'bare';
		return {
			bytes,
			last,
			startsLine,
			list: this.place === 'outside' ? undefined : within,
			depth: this.depth,
			isName: (start, end) => columns.getColumn(getName(bytes, start, end)) !== undefined,
			nameless: columns.names.length === 0,
		};
	}

	private firstObject(at: number): number {
		const list = this.search.take(this.cells.bytes, at);
		if (list === notWhole) {
			this.firstAt = at;
			return notWhole;
		}
		this.search = this.newSearch();
		if (list === faulty) {
			this.lines = true;
			return at;
		}
		this.begin(this.listPath.length);
		return list;
	}

	private newSearch(): ListSearch {
		return new ListSearch(this.listPath, this.pauseBytes);
	}

	private member(at: number, last: boolean): number {
		const { bytes } = this.cells;
		const { depth, listPath } = this;
		const list = depth === listPath.length ? listAt(bytes, at, listPath.at(-1)) : undefined;
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

const firstRoom = 32 * 1024;

export function jsonDecoder(names: readonly string[]): WrittenDecoder {
	const columns = new JsonColumns(new ScannerInstance());
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
	private isSound = true;

	constructor(columns: JsonColumns) {
		const instance = new ScannerInstance();
		this.columns = columns.names.length;
		this.row = new CellBatch(instance, Math.max(firstColumns, this.columns), true, 1);
		this.bytes = new WorkSpace(instance, firstRoom);
		// The decoder gets a copy of the columns, so that a name that occurs only in this record doesn't become a column
		// of the file.
		this.cells = new JsonCells(this.row, columns.copy(instance));
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
		const { words, bytes } = this.row.instance;
		const first = this.row.bounds / 4;
		return Array.from({ length: this.columns }, (_, column) => {
			const from = words[first + 2 * column] ?? 0;
			const bound = words[first + 2 * column + 1] ?? 0;
			const to = bound >> 31 === 0 ? bound : ~bound;
			if (from === 0) {
				return undefined;
			}
			const quotes = bytes[this.bytes.base + from - 1] === quote ? 1 : 0;
			const text = bytes.toString('utf8', this.bytes.base + from - quotes, this.bytes.base + to + quotes);
			if (text === '') {
				return 'null';
			}
			// In a malformed record, a value can be invalid JSON, such as NaN.
			return this.isSound || parseJson(text) !== undefined ? text : JSON.stringify(this.row.text(0, column));
		});
	}

	cell(start: number, end: number, column: number): CellPlace {
		this.find(start, end);
		const place = this.row.locate(0, column);
		return { bytes: this.row.instance.bytes, start: place.start, end: place.end };
	}

	private find(start: number, end: number): void {
		this.cells.take(this.bytes.base, Math.min(end, this.bytes.length));
		this.found = 0;
		if (this.cells.bytes[start] !== openBrace) {
			this.row.clearRow();
			return;
		}
		const behind = this.cells.soundRecords(start);
		const stop = behind > start ? behind : this.cells.record(start, true);
		this.found = (stop < 0 ? this.cells.faultAt : stop) - start;
		this.isSound = stop >= 0;
		if (stop < 0) {
			this.cells.brokenRecord(start, Math.min(end, this.bytes.length));
		}
	}
}

import { AppError } from '../../common/errors';
import { Machine } from '../../scan/machine';
import type { AnswerRemarks } from '../model/answerRemarks';
import { BesideRecords } from './besideRecords';
import { JsonScan } from './jsonScan';
import { RecordNames } from './recordNames';
import type { AnswerScan, ScanEnd } from './recordScan';

/** Bytes that are gathered before they are looked at; calls of the compiled scanner pay for themselves by then. */
const minBytes = 64 * 1024;

/** A record that is longer goes the slow way. */
const room = 4 * 1024 * 1024;

/** Names are told apart by a byte, and each is kept in room that is loaded whole. */
const maxNames = 255;
const nameRoom = 256;

/**
 * Counts what `JsonScan` counts, several times as fast, and finds out what else the answer says: the compiled scanner takes
 * whole records one after another, and counts their names. `JsonScan` reads what stands around them, the first of them, what
 * is not whole or odd, and so decides what is wrong.
 */
export class QuickJsonScan implements AnswerScan {
	private readonly names: RecordNames;
	private readonly beside: BesideRecords;
	private readonly careful: JsonScan;
	private quick: QuickRecords | undefined;
	private bytes = 0;

	/** @param fields Those asked for. */
	constructor(fields: readonly string[]) {
		this.names = new RecordNames(fields);
		this.beside = new BesideRecords(fields);
		this.careful = new JsonScan(undefined, {
			onMember: (name, text) => this.beside.note(name, text),
			onRecords: () => this.beside.errors.length === 0,
			onName: (name) => this.names.add(name),
			onRecordEnd: () => this.names.endRecord(),
		});
	}

	get rows(): number {
		return this.careful.rows;
	}

	get malformed(): boolean {
		return this.careful.malformed;
	}

	get errorWords(): string {
		return this.beside.errors.join('; ');
	}

	remarks(): AnswerRemarks {
		const { missing, unasked, strange } = this.names.difference;
		if (strange) {
			throw new AppError({ kind: 'wrongHeader', missing, unexpected: unasked });
		}
		return { saidPartial: this.beside.hints(this.rows), fieldsMissing: missing, fieldsUnasked: unasked };
	}

	push(chunk: Uint8Array): void {
		for (let start = 0; start < chunk.length && !this.malformed; ) {
			const piece = chunk.subarray(start);
			const quick = this.quick ?? this.beginQuickly();
			const taken =
				quick && this.careful.betweenRecords ? this.pushQuickly(quick, piece) : this.careful.pushToRecordEnd(piece);
			start += taken;
			this.bytes += taken;
		}
	}

	end(): ScanEnd {
		if (this.quick) {
			this.careful.push(this.quick.takeHeld());
			this.quick.addCounts(this.names);
		}
		const end = this.careful.end();
		return end === 'whole' && this.beside.errors.length > 0 ? 'errorTold' : end;
	}

	private pushQuickly(quick: QuickRecords, piece: Uint8Array): number {
		const taken = quick.hold(piece);
		if (quick.isWorthwhile) {
			const { records, bytes, odd } = quick.scan(this.careful.betweenRecords === 'behindRecord');
			this.names.addRecords(records);
			this.careful.skip(records, bytes);
			if (odd || quick.isFull) {
				// All of it, so that bytes are gone over twice at most however many records are odd.
				this.careful.push(quick.takeHeld());
			}
		}
		return taken;
	}

	/** Once the first record has told its names, and only for answers that are large enough. */
	private beginQuickly(): QuickRecords | undefined {
		if (this.rows > 0 && this.bytes >= minBytes) {
			this.quick = new QuickRecords(this.names.followed);
		}
		return this.quick;
	}
}

/** Bytes that begin with a record or the comma before one, and the compiled scanner that goes over them. */
class QuickRecords {
	private readonly machine = new Machine();
	private readonly at = this.machine.allocate(room);
	private readonly names: readonly string[];
	private readonly table: number;
	private readonly matched: number;
	private held = 0;
	/** How many there are when it is worth looking at them: a record that is not whole yet is not read over and over. */
	private worthwhile = minBytes;

	/** @param names Those whose records are counted. */
	constructor(names: readonly string[]) {
		const { machine } = this;
		const { nameBytes, maxMatched } = machine.scanner;
		const plain = names.filter(
			(name) => JSON.stringify(name) === `"${name}"` && Buffer.byteLength(name) < nameRoom / 2,
		);
		this.names = plain.slice(0, maxNames);
		this.table = machine.allocate(this.names.length * nameBytes.value);
		this.matched = machine.allocate(maxMatched.value);
		machine.bytes.fill(0, this.table, this.table + this.names.length * nameBytes.value);
		for (const [index, name] of this.names.entries()) {
			const at = machine.allocate(nameRoom);
			const entry = (this.table + index * nameBytes.value) / 4;
			machine.words.set([at, machine.bytes.write(name, at)], entry);
		}
	}

	get isWorthwhile(): boolean {
		return this.held >= this.worthwhile;
	}

	get isFull(): boolean {
		return this.held === room;
	}

	/** @returns how many of the bytes it holds now */
	hold(bytes: Uint8Array): number {
		const piece = bytes.subarray(0, room - this.held);
		this.machine.bytes.set(piece, this.at + this.held);
		this.held += piece.length;
		return piece.length;
	}

	/** Goes over the whole records that are held, and keeps the rest. @param follows They begin behind a record. */
	scan(follows: boolean): { readonly records: number; readonly bytes: number; readonly odd: boolean } {
		const { scanner, bytes: memory } = this.machine;
		const bytes = scanner.scanJson(this.at, 0, this.held, follows, this.table, this.names.length, this.matched);
		memory.copyWithin(this.at, this.at + bytes, this.at + this.held);
		this.held -= bytes;
		this.worthwhile = Math.min(room, Math.max(minBytes, 2 * this.held));
		return { records: scanner.jsonRecords.value, bytes, odd: scanner.jsonOdd.value !== 0 };
	}

	/** What is held, which is no longer; good until more is held. */
	takeHeld(): Uint8Array {
		const { held } = this;
		this.held = 0;
		this.worthwhile = minBytes;
		return this.machine.bytes.subarray(this.at, this.at + held);
	}

	addCounts(names: RecordNames): void {
		const { words, scanner } = this.machine;
		for (const [index, name] of this.names.entries()) {
			const [, , records = 0, , twice] = words.subarray((this.table + index * scanner.nameBytes.value) / 4);
			names.addCount(name, { records, twice: twice === 1 });
		}
	}
}

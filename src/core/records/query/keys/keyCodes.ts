import type { Bitset } from '../../../common/bitset';
import { grown } from '../../../common/growth';
import type { Hash } from '../../../common/hash64';
import type { Scheduler } from '../../../common/scheduler';
import type { OwnFrames } from '../../../stack/grouping/ownFrames';
import type { HashedKeys, RecordSites } from '../../table/keyPart';
import { recordBatches } from '../execution/recordBatches';
import type { Snapshot } from '../execution/snapshot';
import { KeyCoder } from './keyCoder';
import type { Outcomes } from './outcomes';

/** Returns a part of a key that groups records more coarsely, or '' if the key has no such part. */
export type PartOfKey = (key: string) => string;

export class PartCoder {
	private readonly coder = new KeyCoder();
	private known = 1;
	private codes = new Uint32Array(1024);

	constructor(readonly part: PartOfKey) {}

	get size(): number {
		return this.coder.size;
	}

	get bytes(): number {
		return this.coder.bytes + this.codes.byteLength;
	}

	/**
	 * Hashes of the key parts, as arrays of low and high 32-bit halves. The array index is the key code. If a key has no
	 * such part, both halves are 0.
	 */
	get hashes(): Pick<HashedKeys, 'topLows' | 'topHighs'> {
		const { lows, highs } = this.coder.hashes;
		const ofKeys = (halves: Uint32Array) => this.codes.slice(0, this.known).map((code) => halves[code] ?? 0);
		return { topLows: ofKeys(lows), topHighs: ofKeys(highs) };
	}

	/** @param code An existing code or the next unused code. */
	add(code: number, key: string): void {
		if (code >= this.known) {
			this.set(code, this.coder.codeOfText(this.part(key), 0));
		}
	}

	addHash(code: number, low: number, high: number): void {
		if (code >= this.known) {
			this.set(code, low === 0 && high === 0 ? 0 : this.coder.codeOfHash(low, high, 0));
		}
	}

	codeOf(code: number): number {
		return this.codes[code] ?? 0;
	}

	hashOf(code: number, into: Hash): void {
		this.coder.hashOf(code, into);
	}

	findText(text: string): number | undefined {
		return this.coder.findText(text);
	}

	private set(code: number, part: number): void {
		if (code >= this.codes.length) {
			this.codes = grown(this.codes, 2 * code, (length) => new Uint32Array(length));
		}
		this.codes[code] = part;
		this.known = code + 1;
	}
}

export async function partCodes(
	{ codes: keys, texts, parts, cutShort, outcomes }: KeyCodes,
	scheduler: Scheduler,
): Promise<KeyCodes> {
	if (texts.kind === 'held' || !parts) {
		throw new TypeError('The keys were made without their parts');
	}
	const codes = new Uint32Array(keys.length);
	await scheduler.forEachBatch(codes.length, (from, to) => {
		for (let record = from; record < to; record++) {
			codes[record] = parts.codeOf(keys[record] ?? 0);
		}
	});
	const records = await firstRecords(codes, parts.size, scheduler);
	const { columns, make } = texts;
	return {
		codes,
		size: parts.size,
		texts: {
			kind: 'read',
			records,
			columns,
			hashOf: (code, into) => parts.hashOf(code, into),
			make: async (row, record, scheduler) => parts.part(await make(row, record, scheduler)),
		},
		// The size doesn't include the full keys, because the cache has already counted their memory.
		bytes: codes.byteLength + records.byteLength,
		codeOf: (value) => parts.findText(value),
		cutShort,
		outcomes,
	};
}

/** Integer codes for a property of records, such as the group key. Equal values have equal codes. */
export interface KeyCodes {
	/** The code of each record, or 0 if the record has no key. */
	readonly codes: Uint8Array | Uint16Array | Uint32Array;
	readonly size: number;
	readonly texts: KeyTexts;
	readonly bytes: number;
	codeOf(value: string): number | undefined;
	/**
	 * Records that have a fallback key because their text takes too long to parse. Undefined if there are no such
	 * records.
	 */
	readonly cutShort?: Bitset | undefined;
	readonly outcomes?: Outcomes | undefined;
	readonly parts?: PartCoder | undefined;
	readonly sites?: ReadSites | undefined;
}

export interface ReadSites extends RecordSites {
	readonly columns: readonly number[];
	/** Returns the frames in the user's code from the trace of a record, or undefined if the record has no trace. */
	framesOf(texts: readonly string[], record: number, scheduler: Scheduler): Promise<OwnFrames | undefined>;
}

type KeyTexts =
	| { readonly kind: 'held'; value(code: number): string }
	/** `records` contains a sample record for each code from 1 on. The key is computed from the sample's cells. */
	| {
			readonly kind: 'read';
			readonly records: Uint32Array;
			readonly columns: readonly number[];
			/** Writes the hash of a key to `into`. Equal keys have equal hashes in all tables. Codes begin at 1. */
			hashOf(code: number, into: Hash): void;
			make(texts: readonly string[], record: number, scheduler: Scheduler): string | Promise<string>;
	  };

async function firstRecords(codes: Uint32Array, size: number, scheduler: Scheduler): Promise<Uint32Array> {
	const found = new Uint32Array(size);
	await scheduler.forEachBatch(codes.length, (from, to) => {
		for (let record = codes.length - 1 - from; record >= codes.length - to; record--) {
			found[codes[record] ?? 0] = record;
		}
	});
	return found;
}

export async function textsOfCodes(
	snapshot: Snapshot,
	texts: KeyTexts,
	codes: ArrayLike<number>,
	scheduler: Scheduler,
): Promise<string[]> {
	if (texts.kind === 'held') {
		return Array.from(codes, (code) => texts.value(code));
	}
	const { records, columns, make } = texts;
	const numbers = Uint32Array.from(
		Array.from(codes).filter((code) => code !== 0),
		(code) => records[code] ?? 0,
	);
	const made: string[] = [];
	for (const batch of recordBatches(numbers, snapshot.table)) {
		const rows = await snapshot.table.cells(batch, columns, scheduler.signal);
		for (const [index, row] of rows.entries()) {
			made.push(await make(row, batch[index] ?? 0, scheduler));
		}
	}
	const read = made.values();
	return Array.from(codes, (code) => (code === 0 ? '' : (read.next().value ?? '')));
}

export async function versionNames(
	snapshot: Snapshot,
	versions: KeyCodes | undefined,
	codes: readonly number[],
	scheduler: Scheduler,
): Promise<ReadonlyMap<number, string>> {
	const wanted = [...new Set(codes)];
	const texts = versions ? await textsOfCodes(snapshot, versions.texts, wanted, scheduler) : [];
	return new Map(wanted.map((code, index) => [code, texts[index] ?? '']));
}

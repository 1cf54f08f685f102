import { grown } from '../../../common/growth';
import type { Hash } from '../../../common/hash64';
import type { Scheduler } from '../../../common/scheduler';
import type { HashedKeys } from '../../table/keyPart';
import { firstRecords } from './firstRecords';
import { KeyCoder } from './keyCoder';
import type { KeyCodes } from './keyCodes';

/** Returns a coarser key derived from a key, or '' if the key yields none. */
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

	/** Hash of the part by key code. Both halves are 0 for keys without such a part. */
	get hashes(): Pick<HashedKeys, 'topLows' | 'topHighs'> {
		const { lows, highs } = this.coder.hashes;
		const ofKeys = (halves: Uint32Array) => this.codes.slice(0, this.known).map((code) => halves[code] ?? 0);
		return { topLows: ofKeys(lows), topHighs: ofKeys(highs) };
	}

	/** @param code Code of the key, which is either known or the next unused code. */
	add(code: number, key: string): void {
		if (code >= this.known) {
			this.set(code, this.coder.codeOfText(this.part(key), 0));
		}
	}

	/** Same as `add`, but takes the hash of the part instead of the key. */
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

/** Groups records by a part of their keys without reading their texts again. */
export async function partCodes(
	{ codes: keys, texts, parts, cutShort, outcomes }: KeyCodes,
	pace: Scheduler,
): Promise<KeyCodes> {
	if (texts.kind === 'held' || !parts) {
		throw new TypeError('The keys were made without their parts');
	}
	const codes = new Uint32Array(keys.length);
	await pace.forEachBatch(codes.length, (from, to) => {
		for (let record = from; record < to; record++) {
			codes[record] = parts.codeOf(keys[record] ?? 0);
		}
	});
	const records = await firstRecords(codes, parts.size, pace);
	const { columns, make } = texts;
	return {
		codes,
		size: parts.size,
		texts: {
			kind: 'read',
			records,
			columns,
			hashOf: (code, into) => parts.hashOf(code, into),
			make: async (row, record, pace) => parts.part(await make(row, record, pace)),
		},
		// The cache already accounts for the memory of the keys.
		bytes: codes.byteLength + records.byteLength,
		codeOf: (value) => parts.findText(value),
		cutShort,
		outcomes,
	};
}

import { grown } from '../../../common/growth';
import type { Hash } from '../../../common/hash64';
import type { Pace } from '../../../common/pace';
import type { HashedKeys } from '../../table/keyPart';
import { firstRecords } from './firstRecords';
import { KeyCoder } from './keyCoder';
import type { KeyCodes } from './keyCodes';

/** What is made of a key, and is a key by itself; '' of keys that give none. */
export type PartOfKey = (key: string) => string;

/** Codes of a part of each key, given when the key gets its own. */
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

	/** By code of the key: the hash of its part, 0 in both halves where it has none. */
	get hashes(): Pick<HashedKeys, 'topLows' | 'topHighs'> {
		const { lows, highs } = this.coder.hashes;
		const ofKeys = (halves: Uint32Array) => this.codes.slice(0, this.known).map((code) => halves[code] ?? 0);
		return { topLows: ofKeys(lows), topHighs: ofKeys(highs) };
	}

	/** @param code Of the key: the next one, or one that is known. */
	add(code: number, key: string): void {
		if (code >= this.known) {
			this.set(code, this.coder.codeOfText(this.part(key), 0));
		}
	}

	/** The same with the hash of the part. */
	addHash(code: number, low: number, high: number): void {
		if (code >= this.known) {
			this.set(code, low === 0 && high === 0 ? 0 : this.coder.codeOfHash(low, high, 0));
		}
	}

	/** @param code Of the key. */
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

/** Records by a part of their keys, for which no text is read again. */
export async function partCodes(
	{ codes: keys, texts, parts, cutShort, outcomes }: KeyCodes,
	pace: Pace,
): Promise<KeyCodes> {
	if (texts.kind === 'held' || !parts) {
		throw new TypeError('The keys were made without their parts');
	}
	const codes = new Uint32Array(keys.length);
	await pace.walk(codes.length, (from, to) => {
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
		// What the keys take is counted with them.
		bytes: codes.byteLength + records.byteLength,
		codeOf: (value) => parts.findText(value),
		cutShort,
		outcomes,
	};
}

import { grown } from '../../../common/growth';
import { CodesOf64Bits, type Hash, hashBytes } from '../../../common/hash64';

/** Assigns codes to keys, from 1 on in order of first use. Code 0 means that there is no key. */
export class KeyCoder {
	private readonly known = new CodesOf64Bits();
	private firsts = new Uint32Array(1024);
	private readonly hash: Hash = { low: 0, high: 0 };

	get size(): number {
		return this.known.size + 1;
	}

	/** For each code, the `origin` that was given when its key was first added, for example a record number. */
	get origins(): Uint32Array {
		return this.firsts;
	}

	get bytes(): number {
		return this.known.bytes + this.firsts.byteLength;
	}

	get hashes(): { readonly lows: Uint32Array; readonly highs: Uint32Array } {
		const { lows, highs } = this.known.halves;
		const byCode = (halves: Uint32Array) => {
			const all = new Uint32Array(this.size);
			all.set(halves, 1);
			return all;
		};
		return { lows: byCode(lows), highs: byCode(highs) };
	}

	codeOfBytes(bytes: Uint8Array, start: number, end: number, origin: number): number {
		if (start === end) {
			return 0;
		}
		hashBytes(bytes, start, end, this.hash);
		return this.codeOfHash(this.hash.low, this.hash.high, origin);
	}

	codeOfText(text: string, origin: number): number {
		const bytes = Buffer.from(text);
		return this.codeOfBytes(bytes, 0, bytes.length, origin);
	}

	/** Writes the hash of a key to `into`. Equal keys have equal hashes in all tables. Codes begin at 1. */
	hashOf(code: number, into: Hash): void {
		this.known.valueOf(code - 1, into);
	}

	findText(text: string): number | undefined {
		if (text === '') {
			return 0;
		}
		const bytes = Buffer.from(text);
		hashBytes(bytes, 0, bytes.length, this.hash);
		const index = this.known.find(this.hash.low, this.hash.high);
		return index === undefined ? undefined : index + 1;
	}

	codeOfHash(low: number, high: number, origin: number): number {
		const before = this.known.size;
		const code = this.known.add(low, high) + 1;
		if (this.known.size > before) {
			if (code >= this.firsts.length) {
				this.firsts = grown(this.firsts, 2 * code, (length) => new Uint32Array(length));
			}
			this.firsts[code] = origin;
		}
		return code;
	}
}

/**
 * Assigns a number (unit) to each distinct input for computing a key. If traces are deobfuscated, the input is a text
 * with its origin, because minified names differ between builds. Otherwise, the input is the text. Unit 0 is the empty
 * text.
 */
export class TextUnits {
	private readonly pairs = new CodesOf64Bits();
	/** Units of texts whose origin doesn't affect the key, by text code. */
	private readonly plain: number[] = [];

	constructor(private readonly origin: ((record: number) => number) | undefined) {}

	of(text: number, record: number): number {
		if (!this.origin || text === 0) {
			return text;
		}
		return this.plain[text] ?? this.pairs.add(text, this.origin(record)) + 1;
	}

	originOf(record: number): number {
		return this.origin?.(record) ?? 0;
	}

	setPlain(text: number, unit: number): void {
		if (this.origin) {
			this.plain[text] ??= unit;
		}
	}

	/** Returns the unit of a text if the origin of the text doesn't affect the key, otherwise 0. */
	plainOf(text: number): number {
		return this.plain[text] ?? 0;
	}
}

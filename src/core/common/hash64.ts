import { grown } from './growth';

/** A 64-bit hash as two 32-bit halves. Callers reuse the object to avoid allocations. */
export interface Hash {
	low: number;
	high: number;
}

/**
 * Computes the hash of a UTF-8 string. Strings with the same hash are treated as equal: even among a million strings,
 * the probability of a collision is only 1 in 37,000,000.
 */
export function hashBytes(bytes: Uint8Array, start: number, end: number, into: Hash): void {
	let low = 0x9747b28c ^ (end - start);
	let high = 0x3c6ef372;
	let index = start;
	for (; index + 4 <= end; index += 4) {
		const word =
			(bytes[index] ?? 0) |
			((bytes[index + 1] ?? 0) << 8) |
			((bytes[index + 2] ?? 0) << 16) |
			((bytes[index + 3] ?? 0) << 24);
		low = Math.imul(low ^ word, 0x9e3779b1);
		low ^= low >>> 15;
		high = Math.imul((high << 13) | (high >>> 19), 5) + Math.imul(word, 0xcc9e2d51);
	}
	for (; index < end; index++) {
		const byte = bytes[index] ?? 0;
		low = Math.imul(low ^ byte, 0x9e3779b1);
		low ^= low >>> 15;
		high = Math.imul((high << 13) | (high >>> 19), 5) + Math.imul(byte + 1, 0xcc9e2d51);
	}
	into.low = finish(low) >>> 0;
	into.high = finish(high ^ low) >>> 0;
}

export function hashName(text: string): string {
	const bytes = new TextEncoder().encode(text);
	const hash = { low: 0, high: 0 };
	hashBytes(bytes, 0, bytes.length, hash);
	return `${hash.high}.${hash.low}`;
}

export class PiecesHash implements Hash {
	low = 0;
	high = 0;

	begin(): void {
		this.low = 0x9747b28c;
		this.high = 0x3c6ef372;
	}

	addNumber(number: number): void {
		let low = Math.imul(this.low ^ number, 0x9e3779b1);
		low ^= low >>> 15;
		this.low = low;
		this.high = Math.imul((this.high << 13) | (this.high >>> 19), 5) + Math.imul(number + 1, 0xcc9e2d51);
	}

	/** Adds a string and its length to the hash. The length is required to distinguish `ab` + `c` from `a` + `bc`. */
	addText(text: string): void {
		let { low, high } = this;
		// Each step processes two code units. If the length is odd, 0 replaces the missing code unit.
		for (let index = 0; index < text.length; index += 2) {
			const pair = text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16);
			low = Math.imul(low ^ pair, 0x9e3779b1);
			low ^= low >>> 15;
			high = Math.imul((high << 13) | (high >>> 19), 5) + Math.imul(pair + 1, 0xcc9e2d51);
		}
		this.low = low;
		this.high = high;
		this.addNumber(-1 - text.length);
	}

	addCodes(codes: Uint8Array, start: number, end: number): void {
		let { low, high } = this;
		for (let index = start; index < end; index += 2) {
			const pair = (codes[index] ?? 0) | (index + 1 < end ? (codes[index + 1] ?? 0) << 16 : 0);
			low = Math.imul(low ^ pair, 0x9e3779b1);
			low ^= low >>> 15;
			high = Math.imul((high << 13) | (high >>> 19), 5) + Math.imul(pair + 1, 0xcc9e2d51);
		}
		this.low = low;
		this.high = high;
		this.addNumber(-1 - (end - start));
	}

	end(): void {
		const { low, high } = this;
		this.low = finish(low) >>> 0;
		this.high = finish(high ^ low) >>> 0;
	}
}

function finish(hash: number): number {
	let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return mixed ^ (mixed >>> 16);
}

export class CodesOf64Bits {
	private lows = new Uint32Array(1024);
	private highs = new Uint32Array(1024);
	/** Hash table with open addressing. A slot contains 0 if it is empty, or otherwise the code of a value plus 1. */
	private slots = new Uint32Array(4096);
	private codes = 0;

	get size(): number {
		return this.codes;
	}

	add(low: number, high: number): number {
		const slot = this.slotOf(low, high);
		const taken = this.slots[slot] ?? 0;
		if (taken !== 0) {
			return taken - 1;
		}
		const code = this.codes++;
		if (code === this.lows.length) {
			this.lows = grown(this.lows, 2 * code, (length) => new Uint32Array(length));
			this.highs = grown(this.highs, 2 * code, (length) => new Uint32Array(length));
		}
		this.lows[code] = low;
		this.highs[code] = high;
		this.slots[slot] = code + 1;
		if (2 * this.codes > this.slots.length) {
			this.spread();
		}
		return code;
	}

	valueOf(code: number, into: Hash): void {
		into.low = this.lows[code] ?? 0;
		into.high = this.highs[code] ?? 0;
	}

	find(low: number, high: number): number | undefined {
		const taken = this.slots[this.slotOf(low, high)] ?? 0;
		return taken === 0 ? undefined : taken - 1;
	}

	get halves(): { readonly lows: Uint32Array; readonly highs: Uint32Array } {
		return { lows: this.lows.subarray(0, this.codes), highs: this.highs.subarray(0, this.codes) };
	}

	get bytes(): number {
		return 4 * (this.slots.length + this.lows.length + this.highs.length);
	}

	private slotOf(low: number, high: number): number {
		const { slots, lows, highs } = this;
		const mask = slots.length - 1;
		let slot = slotFor(low, high) & mask;
		for (;;) {
			const taken = slots[slot] ?? 0;
			if (taken === 0 || (lows[taken - 1] === low && highs[taken - 1] === high)) {
				return slot;
			}
			slot = (slot + 1) & mask;
		}
	}

	private spread(): void {
		const slots = new Uint32Array(4 * this.slots.length);
		const mask = slots.length - 1;
		for (let code = 0; code < this.codes; code++) {
			let slot = slotFor(this.lows[code] ?? 0, this.highs[code] ?? 0) & mask;
			while (slots[slot] !== 0) {
				slot = (slot + 1) & mask;
			}
			slots[slot] = code + 1;
		}
		this.slots = slots;
	}
}

/** Returns the first slot to probe. The bits are mixed so that similar values get slots that are far apart. */
function slotFor(low: number, high: number): number {
	const mixed = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
	return mixed ^ (mixed >>> 15);
}

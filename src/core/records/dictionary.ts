import { isUtf8 } from 'node:buffer';

/** What a dictionary may hold before its column is better read back from the file. */
const maxCodes = 65_536;
const maxBytes = 4 * 1024 * 1024;

/** Longer values are hashed by samples of their words. */
const hashedWhole = 256;
const samples = 64;

/** So many values in a row that share a place mean that somebody chose them to: the dictionary gives up. */
const maxProbes = 512;

/** In place of a code: there are too many values, or too long ones. */
export const overflow = -1;

/** The different values of a column as UTF-8, and their codes in the order of first use. Code 0 is the empty value. */
export class Dictionary {
	private codes = 1;
	/** Pairs of hash and code; code 0 where there is none. Open addressing. */
	private slots = new Int32Array(2 * 1024);
	private mask = 1023;
	/** By code, and the end of the last one. */
	private offsets = new Uint32Array(1024);
	private text: Buffer = Buffer.alloc(16 * 1024);
	private view = viewOf(this.text);
	private readonly strings: string[] = [];

	get size(): number {
		return this.codes;
	}

	value(code: number): string {
		this.strings[code] ??= this.text.toString('utf8', this.offsets[code], this.offsets[code + 1]);
		return this.strings[code];
	}

	/** Undefined for a value without a code. */
	find(value: string): number | undefined {
		const bytes = Buffer.from(value);
		const slot = this.slotOf(bytes, viewOf(bytes), 0, bytes.length);
		const code = slot === overflow ? 0 : (this.slots[2 * slot + 1] ?? 0);
		return code === 0 && bytes.length > 0 ? undefined : code;
	}

	/** The value's code, given now if it has none, or `overflow`. */
	add(bytes: Buffer, view: DataView, start: number, end: number): number {
		if (start === end) {
			return 0;
		}
		const slot = this.slotOf(bytes, view, start, end);
		if (slot === overflow) {
			return overflow;
		}
		const code = this.slots[2 * slot + 1] ?? 0;
		return code === 0 ? this.insert(bytes, view, start, end, slot) : code;
	}

	/** Where the value is, or where it would be. */
	private slotOf(bytes: Buffer, view: DataView, start: number, end: number): number {
		const { slots, mask, offsets } = this;
		const hash = hashOf(view, start, end);
		const length = end - start;
		let slot = hash & mask;
		for (let probe = 0; probe < maxProbes; probe++) {
			const code = slots[2 * slot + 1] ?? 0;
			if (code === 0) {
				return slot;
			}
			if (slots[2 * slot] === hash) {
				const at = offsets[code] ?? 0;
				if ((offsets[code + 1] ?? 0) - at === length && this.holds(at, bytes, view, start, end)) {
					return slot;
				}
			}
			slot = (slot + 1) & mask;
		}
		return overflow;
	}

	private holds(at: number, bytes: Buffer, view: DataView, start: number, end: number): boolean {
		if (end - start > hashedWhole) {
			return this.text.compare(bytes, start, end, at, at + end - start) === 0;
		}
		const mine = this.view;
		let here = start;
		let there = at;
		for (; here + 4 <= end; here += 4, there += 4) {
			if (view.getInt32(here, true) !== mine.getInt32(there, true)) {
				return false;
			}
		}
		for (; here < end; here++, there++) {
			if (bytes[here] !== this.text[there]) {
				return false;
			}
		}
		return true;
	}

	private insert(bytes: Buffer, view: DataView, start: number, end: number, slot: number): number {
		const code = this.codes;
		const at = this.offsets[code] ?? 0;
		const next = at + end - start;
		if (code === maxCodes || next > maxBytes) {
			return overflow;
		}
		if (next > this.text.length) {
			const larger = Buffer.alloc(Math.max(next, 2 * this.text.length));
			this.text.copy(larger, 0, 0, at);
			this.text = larger;
			this.view = viewOf(larger);
		}
		let ascii = 0;
		for (let from = start, to = at; from < end; from++, to++) {
			const byte = bytes[from] ?? 0;
			this.text[to] = byte;
			ascii |= byte;
		}
		if (ascii > 0x7f && !isUtf8(bytes.subarray(start, end))) {
			// Whoever asks for the value knows it by its text, in which bytes that are no UTF-8 have become U+FFFD.
			const readable = Buffer.from(bytes.toString('utf8', start, end));
			return this.add(readable, viewOf(readable), 0, readable.length);
		}
		this.slots[2 * slot] = hashOf(view, start, end);
		this.slots[2 * slot + 1] = code;
		this.codes++;
		if (this.codes === this.offsets.length) {
			const larger = new Uint32Array(4 * this.offsets.length + 1);
			larger.set(this.offsets);
			this.offsets = larger;
		}
		this.offsets[this.codes] = next;
		if (2 * this.codes > this.mask) {
			this.spread();
		}
		return code;
	}

	private spread(): void {
		const { slots } = this;
		const mask = 4 * this.mask + 3;
		const wider = new Int32Array(2 * (mask + 1));
		for (let index = 0; index < slots.length; index += 2) {
			const code = slots[index + 1] ?? 0;
			if (code !== 0) {
				const hash = slots[index] ?? 0;
				let slot = hash & mask;
				while (wider[2 * slot + 1] !== 0) {
					slot = (slot + 1) & mask;
				}
				wider[2 * slot] = hash;
				wider[2 * slot + 1] = code;
			}
		}
		this.slots = wider;
		this.mask = mask;
	}
}

export function viewOf(bytes: Buffer): DataView {
	return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Multiplies and folds four bytes at a time; `Math.imul` keeps the low half, so the high bits are mixed down after it. */
function hashOf(view: DataView, start: number, end: number): number {
	const length = end - start;
	let hash = length;
	if (length < 4) {
		for (let index = start; index < end; index++) {
			hash = (hash << 8) | view.getUint8(index);
		}
	} else {
		const lastWord = end - 4;
		const step = length <= hashedWhole ? 4 : Math.floor(length / samples);
		for (let index = start; index < lastWord; index += step) {
			hash = Math.imul(hash ^ view.getInt32(index, true), 0x9e3779b1);
			hash ^= hash >>> 15;
		}
		hash ^= view.getInt32(lastWord, true);
	}
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	return hash ^ (hash >>> 13);
}

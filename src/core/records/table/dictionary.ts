import { isUtf8 } from 'node:buffer';
import type { CellBatch } from '../../scan/cellBatch';
import type { Machine } from '../../scan/machine';

/** How many codes a dictionary gives, `wasm/dictionary.ts` has the same. */
export const maxCodes = 65_536;

/** How much text a dictionary may hold before its column is better read back from the file. */
const maxBytes = 4 * 1024 * 1024;

/** Where the parts of a dictionary are told in the machine's memory, in words; see `wasm/dictionary.ts`. */
const field = { codes: 0, mask: 1, slots: 2, offsets: 3, text: 4, textRoom: 5, codeRoom: 6, entries: 7 };
const headBytes = 32;
const slotBytes = 4;
const entryBytes = 24;

/** Little at first: a file may have thousands of columns. */
const firstCodes = 16;
const firstText = 128;

/** Why the machine stopped; see `wasm/dictionary.ts`. */
const stops = { done: 0, needsRoom: 1, needsCheck: 2, needsWidth: 3, isFull: 4 };

type EncodeEnd = 'done' | 'needsWidth' | 'isFull';

/**
 * The different values of a column as UTF-8, and their codes in the order of first use. Code 0 is the empty value. While
 * it grows it is in the machine's memory.
 */
export class Dictionary {
	/** Cells so far that were not empty. */
	filled = 0;
	private readonly head: number;

	constructor(
		private readonly machine: Machine,
		private readonly json: boolean,
	) {
		this.head = machine.allocate(headBytes);
		const offsets = machine.allocate(4 * (firstCodes + 1));
		const slots = machine.allocate(2 * firstCodes * slotBytes);
		const text = machine.allocate(firstText);
		this.set(field.codes, 1);
		this.set(field.offsets, offsets);
		this.set(field.codeRoom, firstCodes);
		this.set(field.entries, machine.allocate(entryBytes * firstCodes));
		this.set(field.text, text);
		this.set(field.textRoom, firstText);
		machine.words.fill(0, offsets / 4, offsets / 4 + 2);
		this.setSlots(slots, 2 * firstCodes);
	}

	/** Number of codes. */
	get size(): number {
		return this.get(field.codes);
	}

	/** The texts of all values, one after another, and where each begins. The memory is the machine's. */
	get texts(): { readonly text: Buffer; readonly offsets: Uint32Array } {
		const offsets = this.get(field.offsets) / 4;
		const { words, bytes } = this.machine;
		const ends = words.subarray(offsets, offsets + this.size + 1);
		const text = this.get(field.text);
		return { text: bytes.subarray(text, text + (ends.at(-1) ?? 0)), offsets: ends };
	}

	/**
	 * Writes the codes of a column's cells to `codes`, an address, from row `row` on.
	 * @param width Bytes of a code.
	 * @returns Up to which row, and why no further.
	 */
	encode(
		batch: CellBatch,
		column: number,
		row: number,
		codes: number,
		width: 1 | 2,
	): { readonly row: number; readonly end: EncodeEnd } {
		const bounds = batch.bounds + 8 * column;
		for (let at = row, checked = false; ; ) {
			const from = at;
			at = this.run(batch.base, bounds, batch.rowBytes, from, batch.records, codes, width, checked);
			checked = false;
			this.filled += at - from - this.machine.scanner.encodedEmpty.value;
			switch (this.machine.scanner.encodeStop.value) {
				case stops.needsRoom:
					if (!this.grow(this.lengthOf(batch, at, column))) {
						return { row: at, end: 'isFull' };
					}
					break;
				case stops.needsCheck: {
					const { start, end } = batch.locate(at, column);
					const bytes = this.machine.bytes.subarray(start, end);
					checked = isUtf8(bytes);
					if (!checked) {
						// Whoever looks for the value knows its text, in which bytes that are no UTF-8 have become U+FFFD.
						const code = this.add(Buffer.from(bytes.toString()), width);
						if (typeof code === 'string') {
							return { row: at, end: code };
						}
						this.write(codes, at, width, code);
						this.filled++;
						at++;
					}
					break;
				}
				case stops.needsWidth:
					return { row: at, end: 'needsWidth' };
				case stops.isFull:
					return { row: at, end: 'isFull' };
				default:
					return { row: at, end: 'done' };
			}
		}
	}

	/**
	 * All values as numbers, by code, if all of them are written in this form; see `wasm/numbers.ts`.
	 */
	numbers(dates: boolean): { readonly low: Uint32Array; readonly high: Uint32Array } | undefined {
		const { machine, size } = this;
		const bounds = machine.allocate(8 * size);
		const low = machine.allocate(4 * size);
		const high = machine.allocate(4 * size);
		const present = machine.allocate(size);
		try {
			const { offsets } = this.texts;
			const { words } = machine;
			offsets.subarray(0, -1).forEach((start, code) => {
				words[bounds / 4 + 2 * code] = start;
				words[bounds / 4 + 2 * code + 1] = offsets[code + 1] ?? start;
			});
			const base = this.get(field.text);
			const read = machine.scanner.readNumbers(dates, base, bounds, 8, 0, size, low, high, present, false);
			if (read < size) {
				return undefined;
			}
			return { low: words.slice(low / 4, low / 4 + size), high: words.slice(high / 4, high / 4 + size) };
		} finally {
			machine.release(bounds, 8 * size);
			machine.release(low, 4 * size);
			machine.release(high, 4 * size);
			machine.release(present, size);
		}
	}

	/** Gives its memory back; it can no more be used. */
	release(): void {
		const { machine } = this;
		machine.release(this.get(field.slots), (this.get(field.mask) + 1) * slotBytes);
		machine.release(this.get(field.offsets), 4 * (this.get(field.codeRoom) + 1));
		machine.release(this.get(field.entries), entryBytes * this.get(field.codeRoom));
		machine.release(this.get(field.text), this.get(field.textRoom));
		machine.release(this.head, headBytes);
	}

	/** The code of one value that is known to be UTF-8. */
	private add(value: Buffer, width: 1 | 2): number | EncodeEnd {
		const { machine } = this;
		const bytes = machine.allocate(value.length);
		// Bounds of the one cell, and its code.
		const cell = machine.allocate(16);
		machine.bytes.set(value, bytes);
		try {
			for (;;) {
				machine.words.set([0, value.length, 0], cell / 4);
				this.run(bytes, cell, 8, 0, 1, cell + 8, width, true);
				switch (machine.scanner.encodeStop.value) {
					case stops.needsRoom:
						if (!this.grow(value.length)) {
							return 'isFull';
						}
						break;
					case stops.done:
						return machine.words[cell / 4 + 2] ?? 0;
					default:
						return machine.scanner.encodeStop.value === stops.isFull ? 'isFull' : 'needsWidth';
				}
			}
		} finally {
			machine.release(bytes, value.length);
			machine.release(cell, 16);
		}
	}

	private run(
		base: number,
		bounds: number,
		rowBytes: number,
		row: number,
		rows: number,
		codes: number,
		width: 1 | 2,
		checked: boolean,
	): number {
		const { scanner } = this.machine;
		return scanner.encode(this.head, base, bounds, rowBytes, row, rows, codes, width, this.json, checked);
	}

	private write(codes: number, row: number, width: 1 | 2, code: number): void {
		if (width === 1) {
			this.machine.bytes[codes + row] = code;
		} else {
			this.machine.bytes.writeUInt16LE(code, codes + 2 * row);
		}
	}

	private lengthOf(batch: CellBatch, row: number, column: number): number {
		const { start, end } = batch.locate(row, column);
		return end - start;
	}

	/** Makes room for another code and so many bytes; false when there may be no more. */
	private grow(length: number): boolean {
		const { machine } = this;
		const codes = this.size;
		const used = machine.words[this.get(field.offsets) / 4 + codes] ?? 0;
		if (used + length > maxBytes) {
			return false;
		}
		const room = this.get(field.textRoom);
		if (used + length > room) {
			const larger = Math.max(used + length, Math.min(4 * room, maxBytes));
			this.move(field.text, used, room, larger);
			this.set(field.textRoom, larger);
		}
		const codeRoom = this.get(field.codeRoom);
		if (codes + 1 >= codeRoom) {
			const larger = Math.min(4 * codeRoom, maxCodes + 1);
			this.move(field.offsets, 4 * (codes + 1), 4 * (codeRoom + 1), 4 * (larger + 1));
			this.move(field.entries, entryBytes * codes, entryBytes * codeRoom, entryBytes * larger);
			this.set(field.codeRoom, larger);
		}
		const slots = this.get(field.slots);
		const count = this.get(field.mask) + 1;
		if (2 * Math.min(this.get(field.codeRoom), maxCodes) > count) {
			machine.release(slots, count * slotBytes);
			this.setSlots(machine.allocate(4 * count * slotBytes), 4 * count);
			machine.scanner.placeAll(this.head);
		}
		return true;
	}

	/** Gives a part other memory, with what is used of it. */
	private move(part: number, used: number, room: number, larger: number): void {
		const { machine } = this;
		const from = this.get(part);
		const to = machine.allocate(larger);
		machine.bytes.copyWithin(to, from, from + used);
		machine.release(from, room);
		this.set(part, to);
	}

	private setSlots(at: number, count: number): void {
		this.machine.words.fill(0, at / 4, (at + count * slotBytes) / 4);
		this.set(field.slots, at);
		this.set(field.mask, count - 1);
	}

	private get(name: number): number {
		return this.machine.words[this.head / 4 + name] ?? 0;
	}

	private set(name: number, value: number): void {
		this.machine.words[this.head / 4 + name] = value;
	}
}

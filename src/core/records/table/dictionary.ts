import { isUtf8 } from 'node:buffer';
import type { CellBatch } from '../../scan/cellBatch';
import type { ScannerInstance } from '../../scan/scannerInstance';

/** Maximum number of codes. It must be the same as in `wasm/dictionary.ts`. */
export const maxCodes = 65_536;

/** Maximum total size of the distinct values, in bytes. Larger columns are read from the file. */
const maxBytes = 4 * 1024 * 1024;

/** Positions of the fields in a dictionary's header, in words. They must be the same as in `wasm/dictionary.ts`. */
const field = { codes: 0, mask: 1, slots: 2, offsets: 3, text: 4, textRoom: 5, codeRoom: 6, entries: 7 };
const headBytes = 32;
const slotBytes = 4;
const entryBytes = 24;

/** Initial capacity in codes. It is small, because a file may have thousands of columns. */
const firstCodes = 16;
const firstText = 128;

/** Reasons why the WebAssembly module stops encoding. The values must be the same as in `wasm/dictionary.ts`. */
const stops = { done: 0, needsRoom: 1, needsCheck: 2, needsWidth: 3, isFull: 4 };

type EncodeEnd = 'done' | 'needsWidth' | 'isFull';

/** Distinct values as UTF-8 in WebAssembly memory. Codes are in order of first use. Code 0 is the empty value. */
export class Dictionary {
	filled = 0;
	private readonly head: number;

	constructor(
		private readonly instance: ScannerInstance,
		private readonly json: boolean,
	) {
		this.head = instance.allocate(headBytes);
		const offsets = instance.allocate(4 * (firstCodes + 1));
		const slots = instance.allocate(2 * firstCodes * slotBytes);
		const text = instance.allocate(firstText);
		this.set(field.codes, 1);
		this.set(field.offsets, offsets);
		this.set(field.codeRoom, firstCodes);
		this.set(field.entries, instance.allocate(entryBytes * firstCodes));
		this.set(field.text, text);
		this.set(field.textRoom, firstText);
		instance.words.fill(0, offsets / 4, offsets / 4 + 2);
		this.setSlots(slots, 2 * firstCodes);
	}

	get size(): number {
		return this.get(field.codes);
	}

	get texts(): { readonly text: Buffer; readonly offsets: Uint32Array } {
		const offsets = this.get(field.offsets) / 4;
		const { words, bytes } = this.instance;
		const ends = words.subarray(offsets, offsets + this.size + 1);
		const text = this.get(field.text);
		return { text: bytes.subarray(text, text + (ends.at(-1) ?? 0)), offsets: ends };
	}

	/** Encodes cells, starting with the row `row`. Returns the row at which encoding stopped and the reason. */
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
			this.filled += at - from - this.instance.scanner.encodedEmpty.value;
			switch (this.instance.scanner.encodeStop.value) {
				case stops.needsRoom:
					if (!this.grow(this.lengthOf(batch, at, column))) {
						return { row: at, end: 'isFull' };
					}
					break;
				case stops.needsCheck: {
					const { start, end } = batch.locate(at, column);
					const bytes = this.instance.bytes.subarray(start, end);
					checked = isUtf8(bytes);
					if (!checked) {
						// Invalid UTF-8 becomes U+FFFD, because values are looked up by their decoded text.
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

	/** Returns the dates or integers by code, or undefined if a value isn't in canonical form (see `wasm/numbers.ts`). */
	numbers(dates: boolean): { readonly low: Uint32Array; readonly high: Uint32Array } | undefined {
		const { instance, size } = this;
		const bounds = instance.allocate(8 * size);
		const low = instance.allocate(4 * size);
		const high = instance.allocate(4 * size);
		const present = instance.allocate(size);
		try {
			const { offsets } = this.texts;
			const { words } = instance;
			offsets.subarray(0, -1).forEach((start, code) => {
				words[bounds / 4 + 2 * code] = start;
				words[bounds / 4 + 2 * code + 1] = offsets[code + 1] ?? start;
			});
			const base = this.get(field.text);
			const read = instance.scanner.readNumbers(dates, base, bounds, 8, 0, size, low, high, present, false);
			if (read < size) {
				return undefined;
			}
			return { low: words.slice(low / 4, low / 4 + size), high: words.slice(high / 4, high / 4 + size) };
		} finally {
			instance.release(bounds, 8 * size);
			instance.release(low, 4 * size);
			instance.release(high, 4 * size);
			instance.release(present, size);
		}
	}

	release(): void {
		const { instance } = this;
		instance.release(this.get(field.slots), (this.get(field.mask) + 1) * slotBytes);
		instance.release(this.get(field.offsets), 4 * (this.get(field.codeRoom) + 1));
		instance.release(this.get(field.entries), entryBytes * this.get(field.codeRoom));
		instance.release(this.get(field.text), this.get(field.textRoom));
		instance.release(this.head, headBytes);
	}

	private add(value: Buffer, width: 1 | 2): number | EncodeEnd {
		const { instance } = this;
		const bytes = instance.allocate(value.length);
		// Memory for the start offset, the end offset, and the code of a cell.
		const cell = instance.allocate(16);
		instance.bytes.set(value, bytes);
		try {
			for (;;) {
				instance.words.set([0, value.length, 0], cell / 4);
				this.run(bytes, cell, 8, 0, 1, cell + 8, width, true);
				switch (instance.scanner.encodeStop.value) {
					case stops.needsRoom:
						if (!this.grow(value.length)) {
							return 'isFull';
						}
						break;
					case stops.done:
						return instance.words[cell / 4 + 2] ?? 0;
					default:
						return instance.scanner.encodeStop.value === stops.isFull ? 'isFull' : 'needsWidth';
				}
			}
		} finally {
			instance.release(bytes, value.length);
			instance.release(cell, 16);
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
		const { scanner } = this.instance;
		return scanner.encode(this.head, base, bounds, rowBytes, row, rows, codes, width, this.json, checked);
	}

	private write(codes: number, row: number, width: 1 | 2, code: number): void {
		if (width === 1) {
			this.instance.bytes[codes + row] = code;
		} else {
			this.instance.bytes.writeUInt16LE(code, codes + 2 * row);
		}
	}

	private lengthOf(batch: CellBatch, row: number, column: number): number {
		const { start, end } = batch.locate(row, column);
		return end - start;
	}

	private grow(length: number): boolean {
		const { instance } = this;
		const codes = this.size;
		const used = instance.words[this.get(field.offsets) / 4 + codes] ?? 0;
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
			instance.release(slots, count * slotBytes);
			this.setSlots(instance.allocate(4 * count * slotBytes), 4 * count);
			instance.scanner.placeAll(this.head);
		}
		return true;
	}

	private move(part: number, used: number, room: number, larger: number): void {
		const { instance } = this;
		const from = this.get(part);
		const to = instance.allocate(larger);
		instance.bytes.copyWithin(to, from, from + used);
		instance.release(from, room);
		this.set(part, to);
	}

	private setSlots(at: number, count: number): void {
		this.instance.words.fill(0, at / 4, (at + count * slotBytes) / 4);
		this.set(field.slots, at);
		this.set(field.mask, count - 1);
	}

	private get(name: number): number {
		return this.instance.words[this.head / 4 + name] ?? 0;
	}

	private set(name: number, value: number): void {
		this.instance.words[this.head / 4 + name] = value;
	}
}

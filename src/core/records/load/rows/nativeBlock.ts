import type { Machine } from '../../../scan/machine';

/** What is so short is written here sooner than the runtime is asked (bytes, UTF-16 units). */
const shortText = 32;

/** Bytes before a text that tell its length. */
const maxMark = 5;

/**
 * Writes the values of some rows, in a machine's memory, in the format Native, which is column by column: how many columns
 * and rows there are, then of each column its name, its type and its values.
 * https://clickhouse.com/docs/interfaces/formats/Native
 */
export class NativeBlock implements Disposable {
	/** Address where the first value begins. */
	start: number;
	/** Where the next one does. */
	at: number;
	private size = 64 * 1024;

	constructor(readonly machine: Machine) {
		this.start = machine.allocate(this.size);
		this.at = this.start;
	}

	/** Of what was written (bytes). */
	get length(): number {
		return this.at - this.start;
	}

	/** What was written behind so many bytes; good until more is written. */
	since(length: number): Buffer {
		return this.machine.bytes.subarray(this.start + length, this.at);
	}

	begin(columns: number, rows: number): void {
		this.mark(columns);
		this.mark(rows);
	}

	/** Its values follow, one for each row. @param type As the server names it. */
	column(name: string, type: string): void {
		this.text(name);
		this.text(type);
	}

	/** What was written since the last time; good until more is written. */
	take(): Buffer {
		const taken = this.since(0);
		this.at = this.start;
		return taken;
	}

	/**
	 * Makes room for so many bytes more: for whoever writes them to the machine's memory and moves `at` on. Both may be
	 * elsewhere then.
	 */
	reserve(size: number): void {
		const { machine, start, length } = this;
		if (length + size > this.size) {
			const larger = 2 * (length + size);
			this.start = machine.allocate(larger);
			this.at = this.start + length;
			machine.bytes.copyWithin(this.start, start, start + length);
			machine.release(start, this.size);
			this.size = larger;
		}
	}

	[Symbol.dispose](): void {
		this.machine.release(this.start, this.size);
	}

	/** Numbers that are 0, empty texts. */
	zeros(count: number): void {
		this.reserve(count);
		this.machine.bytes.fill(0, this.at, this.at + count);
		this.at += count;
	}

	uint8(value: number): void {
		this.reserve(1);
		this.machine.bytes[this.at++] = value;
	}

	uint32(value: number): void {
		this.reserve(4);
		this.machine.view.setUint32(this.at, value, true);
		this.at += 4;
	}

	/** As they are: values of fixed length. */
	fixed(values: Uint8Array): void {
		this.reserve(values.length);
		this.machine.bytes.set(values, this.at);
		this.at += values.length;
	}

	/** @returns how long it is in UTF-8 (bytes) */
	text(value: string): number {
		const units = value.length;
		this.reserve(3 * units + maxMark);
		if (units <= shortText && this.shortAscii(value)) {
			return units;
		}
		// Of most texts the mark is as long as it would be for as many bytes.
		const { bytes } = this.machine;
		const room = markLength(units);
		const size = bytes.write(value, this.at + room);
		const needed = markLength(size);
		if (needed !== room) {
			bytes.copyWithin(this.at + needed, this.at + room, this.at + room + size);
		}
		this.mark(size);
		this.at += size;
		return size;
	}

	private shortAscii(value: string): boolean {
		const { at } = this;
		const { bytes } = this.machine;
		for (let index = 0; index < value.length; index++) {
			const unit = value.charCodeAt(index);
			if (unit >= 0x80) {
				return false;
			}
			bytes[at + 1 + index] = unit;
		}
		bytes[at] = value.length;
		this.at = at + 1 + value.length;
		return true;
	}

	/** A number, such as how long what follows is: seven bits a byte, the lowest first. */
	private mark(value: number): void {
		this.reserve(maxMark);
		const { bytes } = this.machine;
		let rest = value;
		for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
			bytes[this.at++] = (rest & 0x7f) | 0x80;
		}
		bytes[this.at++] = rest;
	}
}

function markLength(size: number): number {
	let length = 1;
	for (let rest = size; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
		length++;
	}
	return length;
}

import { grown } from '../../common/growth';

/** What is so short is written here sooner than the runtime is asked (bytes, UTF-16 units). */
const shortText = 32;

/** Bytes before a text that tell its length. */
const maxMark = 5;

/** Writes values in the format RowBinary, one behind the other. */
export class RowBinary {
	private bytes = Buffer.allocUnsafe(64 * 1024);
	length = 0;

	/** What was written since; the memory is used again. */
	take(): Buffer {
		const taken = Buffer.from(this.bytes.subarray(0, this.length));
		this.length = 0;
		return taken;
	}

	uint8(value: number): void {
		this.reserve(1);
		this.bytes[this.length++] = value;
	}

	uint16(value: number): void {
		this.reserve(2);
		this.length = this.bytes.writeUInt16LE(value, this.length);
	}

	uint32(value: number): void {
		this.reserve(4);
		this.bytes[this.length++] = value;
		this.bytes[this.length++] = value >>> 8;
		this.bytes[this.length++] = value >>> 16;
		this.bytes[this.length++] = value >>> 24;
	}

	/** @param low The lower 32 bits. @param high The upper ones. */
	uint64(low: number, high: number): void {
		this.uint32(low);
		this.uint32(high);
	}

	/** @param value An integer that a double has exactly. */
	int64(value: number): void {
		this.reserve(8);
		this.bytes.writeUInt32LE(value >>> 0, this.length);
		this.length = this.bytes.writeInt32LE(Math.floor(value / 2 ** 32), this.length + 4);
	}

	/** As they are: a value of fixed length. */
	fixed(value: Uint8Array): void {
		const { length } = value;
		this.reserve(length);
		if (length > shortText) {
			this.bytes.set(value, this.length);
			this.length += length;
			return;
		}
		const { bytes, length: start } = this;
		for (let index = 0; index < length; index++) {
			bytes[start + index] = value[index] ?? 0;
		}
		this.length = start + length;
	}

	/** @returns whether all of it is ASCII */
	text(value: string): boolean {
		const units = value.length;
		this.reserve(3 * units + maxMark);
		if (units <= shortText && this.shortAscii(value)) {
			return true;
		}
		// Of most texts the mark is as long as it would be for as many bytes.
		const room = markLength(units);
		const size = this.bytes.write(value, this.length + room);
		const needed = markLength(size);
		if (needed !== room) {
			this.bytes.copyWithin(this.length + needed, this.length + room, this.length + room + size);
		}
		this.mark(size);
		this.length += size;
		return size === units;
	}

	/** A copy of what was written from there on. */
	since(start: number): Uint8Array {
		return Uint8Array.prototype.slice.call(this.bytes, start, this.length);
	}

	private shortAscii(value: string): boolean {
		const { bytes, length: start } = this;
		for (let index = 0; index < value.length; index++) {
			const unit = value.charCodeAt(index);
			if (unit >= 0x80) {
				return false;
			}
			bytes[start + 1 + index] = unit;
		}
		bytes[start] = value.length;
		this.length = start + 1 + value.length;
		return true;
	}

	/** How long what follows is: seven bits a byte, the lowest first. */
	private mark(size: number): void {
		let rest = size;
		for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
			this.bytes[this.length++] = (rest & 0x7f) | 0x80;
		}
		this.bytes[this.length++] = rest;
	}

	private reserve(size: number): void {
		if (this.length + size > this.bytes.length) {
			this.bytes = grown(this.bytes, 2 * (this.length + size), (length) => Buffer.allocUnsafe(length));
		}
	}
}

function markLength(size: number): number {
	let length = 1;
	for (let rest = size; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
		length++;
	}
	return length;
}

import type { ScannerInstance } from '../../../scan/scannerInstance';

/** Maximum length, in UTF-16 code units, of text to copy character by character. Node.js copies longer text faster. */
const shortText = 32;

/** Maximum size, in bytes, of the varint that precedes each text. */
const maxMark = 5;

/** Encodes rows in ClickHouse's Native format (https://clickhouse.com/docs/interfaces/formats/Native). */
export class NativeBlock implements Disposable {
	start: number;
	at: number;
	private size = 64 * 1024;

	constructor(readonly instance: ScannerInstance) {
		this.start = instance.allocate(this.size);
		this.at = this.start;
	}

	get length(): number {
		return this.at - this.start;
	}

	/** Returns the bytes after the first `length` bytes of the block. The result is valid until the next write. */
	since(length: number): Buffer {
		return this.instance.bytes.subarray(this.start + length, this.at);
	}

	begin(columns: number, rows: number): void {
		this.mark(columns);
		this.mark(rows);
	}

	column(name: string, type: string): void {
		this.text(name);
		this.text(type);
	}

	/** Returns the written bytes and clears the block. The result is valid until the next write. */
	take(): Buffer {
		const taken = this.since(0);
		this.at = this.start;
		return taken;
	}

	/** Reserves space for bytes that the caller writes before it advances `at`. Can change `start` and `at`. */
	reserve(size: number): void {
		const { instance, start, length } = this;
		if (length + size > this.size) {
			const larger = 2 * (length + size);
			this.start = instance.allocate(larger);
			this.at = this.start + length;
			instance.bytes.copyWithin(this.start, start, start + length);
			instance.release(start, this.size);
			this.size = larger;
		}
	}

	[Symbol.dispose](): void {
		this.instance.release(this.start, this.size);
	}

	/** Writes zeros. A zero byte represents an empty string or the `UInt8` value 0. */
	zeros(count: number): void {
		this.reserve(count);
		this.instance.bytes.fill(0, this.at, this.at + count);
		this.at += count;
	}

	uint8(value: number): void {
		this.reserve(1);
		this.instance.bytes[this.at++] = value;
	}

	uint32(value: number): void {
		this.reserve(4);
		this.instance.view.setUint32(this.at, value, true);
		this.at += 4;
	}

	fixed(values: Uint8Array): void {
		this.reserve(values.length);
		this.instance.bytes.set(values, this.at);
		this.at += values.length;
	}

	text(value: string): number {
		const units = value.length;
		this.reserve(3 * units + maxMark);
		if (units <= shortText && this.shortAscii(value)) {
			return units;
		}
		// Reserves as many bytes for the length prefix as ASCII text needs. If the prefix needs more, the text is moved
		// afterwards.
		const { bytes } = this.instance;
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
		const { bytes } = this.instance;
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

	private mark(value: number): void {
		this.reserve(maxMark);
		const { bytes } = this.instance;
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

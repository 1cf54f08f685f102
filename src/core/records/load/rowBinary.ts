import { grown } from '../../common/growth';

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
		this.length = this.bytes.writeUInt8(value, this.length);
	}

	uint16(value: number): void {
		this.reserve(2);
		this.length = this.bytes.writeUInt16LE(value, this.length);
	}

	uint32(value: number): void {
		this.reserve(4);
		this.length = this.bytes.writeUInt32LE(value, this.length);
	}

	uint64(value: bigint): void {
		this.reserve(8);
		this.length = this.bytes.writeBigUInt64LE(value, this.length);
	}

	int64(value: bigint): void {
		this.reserve(8);
		this.length = this.bytes.writeBigInt64LE(value, this.length);
	}

	/** As they are: a value of fixed length. */
	fixed(value: Uint8Array): void {
		this.reserve(value.length);
		this.bytes.set(value, this.length);
		this.length += value.length;
	}

	text(value: string): void {
		const size = Buffer.byteLength(value);
		this.reserve(size + 5);
		let rest = size;
		for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
			this.bytes[this.length++] = (rest & 0x7f) | 0x80;
		}
		this.bytes[this.length++] = rest;
		this.length += this.bytes.write(value, this.length);
	}

	private reserve(size: number): void {
		if (this.length + size > this.bytes.length) {
			this.bytes = grown(this.bytes, 2 * (this.length + size), (length) => Buffer.allocUnsafe(length));
		}
	}
}

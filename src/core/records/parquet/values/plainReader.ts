import type { SchemaElement } from 'hyparquet';
import { damaged, unsupported } from '../format/fault';

export type RawValue = boolean | number | bigint | Uint8Array;

export type PhysicalType = Pick<SchemaElement, 'type' | 'type_length'>;

export interface ValueReader<V> {
	next(): V;
}

const lengthBytes = 4;

/** Returns the number of bytes in a value, or undefined if the size varies or isn't a number of whole bytes. */
export function valueBytes({ type, type_length: length = 0 }: PhysicalType): number | undefined {
	switch (type) {
		case 'INT32':
		case 'FLOAT':
			return 4;
		case 'INT64':
		case 'DOUBLE':
			return 8;
		case 'INT96':
			return 12;
		case 'FIXED_LEN_BYTE_ARRAY':
			if (!(length > 0)) {
				throw damaged('type length');
			}
			return length;
		default:
			return undefined;
	}
}

export class PlainReader implements ValueReader<RawValue> {
	private bit = 0;
	private readonly width: number | undefined;

	constructor(
		private readonly bytes: Buffer,
		private at: number,
		private readonly type: PhysicalType,
	) {
		this.width = valueBytes(type);
	}

	next(): RawValue {
		const { width, type } = this;
		if (width !== undefined) {
			return readFixed(this.bytes, this.advance(width), type, width);
		}
		if (type.type === 'BOOLEAN') {
			return this.flag();
		}
		return this.text();
	}

	private text(): Uint8Array {
		const length = this.bytes.readUInt32LE(this.advance(lengthBytes));
		const start = this.advance(length);
		return this.bytes.subarray(start, start + length);
	}

	private flag(): boolean {
		const at = this.bit === 0 ? this.advance(1) : this.at - 1;
		const value = (((this.bytes[at] ?? 0) >> this.bit) & 1) === 1;
		this.bit = (this.bit + 1) % 8;
		return value;
	}

	private advance(length: number): number {
		const { at } = this;
		if (at + length > this.bytes.length) {
			throw damaged('values');
		}
		this.at += length;
		return at;
	}
}

export function readFixed(bytes: Buffer, at: number, { type }: PhysicalType, width: number): RawValue {
	switch (type) {
		case 'INT32':
			return bytes.readInt32LE(at);
		case 'INT64':
			return bytes.readBigInt64LE(at);
		case 'FLOAT':
			return bytes.readFloatLE(at);
		case 'DOUBLE':
			return bytes.readDoubleLE(at);
		case 'INT96':
		case 'FIXED_LEN_BYTE_ARRAY':
			return bytes.subarray(at, at + width);
		default:
			throw unsupported(String(type));
	}
}

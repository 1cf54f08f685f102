import { damaged, unsupported } from './fault';

/** Type IDs in the Thrift compact protocol. */
const types = {
	stop: 0,
	true: 1,
	false: 2,
	byte: 3,
	i16: 4,
	i32: 5,
	i64: 6,
	double: 7,
	binary: 8,
	list: 9,
	struct: 12,
};

const maxDepth = 24;

/** Maximum number of bytes in a 64-bit variable-length integer. */
const maxVarintBytes = 10;

/** Number of values that are checked before yielding. */
const valuesPerYield = 16_384;

/**
 * Returns the end offset of a struct, or undefined if the struct is incomplete. Limits lengths and nesting, because
 * `hyparquet` doesn't.
 */
export function* thriftEnd(bytes: Buffer, maxValues: number): Generator<void, number | undefined> {
	const check = new ThriftCheck(bytes, maxValues);
	try {
		yield* check.struct(0);
	} catch (error) {
		if (error === check.missing) {
			return undefined;
		}
		throw error;
	}
	return check.at;
}

class ThriftCheck {
	readonly missing = new Error('more bytes needed');
	at = 0;
	private values = 0;

	constructor(
		private readonly bytes: Buffer,
		private readonly maxValues: number,
	) {}

	*struct(depth: number): Generator<void, void> {
		if (depth > maxDepth) {
			throw damaged('depth');
		}
		for (;;) {
			const head = this.byte();
			const type = head & 0x0f;
			if (type === types.stop) {
				return;
			}
			if (head >> 4 === 0) {
				this.varint();
			}
			yield* this.value(type, depth);
		}
	}

	private *value(type: number, depth: number): Generator<void, void> {
		if (++this.values > this.maxValues) {
			throw unsupported('metadata');
		}
		if (this.values % valuesPerYield === 0) {
			yield;
		}
		switch (type) {
			case types.true:
			case types.false:
				return;
			case types.byte:
				return this.skip(1);
			case types.i16:
			case types.i32:
			case types.i64:
				this.varint();
				return;
			case types.double:
				return this.skip(8);
			case types.binary:
				return this.skip(this.varint());
			case types.list:
				return yield* this.list(depth);
			case types.struct:
				return yield* this.struct(depth + 1);
			default:
				throw damaged('metadata');
		}
	}

	private *list(depth: number): Generator<void, void> {
		const head = this.byte();
		const type = head & 0x0f;
		const isFlag = type === types.true || type === types.false;
		const length = head >> 4 === 15 ? this.varint() : head >> 4;
		for (let index = 0; index < length; index++) {
			yield* this.value(isFlag ? types.byte : type, depth + 1);
		}
	}

	private varint(): number {
		let value = 0;
		for (let index = 0; index < maxVarintBytes; index++) {
			const byte = this.byte();
			value += (byte & 0x7f) * 2 ** (7 * index);
			if (byte < 0x80) {
				return value;
			}
		}
		throw damaged('metadata');
	}

	private byte(): number {
		const byte = this.bytes[this.at];
		if (byte === undefined) {
			throw this.missing;
		}
		this.at++;
		return byte;
	}

	private skip(length: number): void {
		if (this.at + length > this.bytes.length) {
			throw this.missing;
		}
		this.at += length;
	}
}

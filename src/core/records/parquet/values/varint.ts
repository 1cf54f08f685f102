import { damaged } from '../format/fault';

interface Position {
	at: number;
	readonly end: number;
}

const maxBytes = 10;

/** Reads an unsigned variable-length integer (ULEB128) and moves the position to its end. */
export function readVarint(bytes: Uint8Array, position: Position): bigint {
	let value = 0n;
	for (let index = 0; index < maxBytes; index++) {
		const byte = position.at < position.end ? bytes[position.at] : undefined;
		if (byte === undefined) {
			break;
		}
		position.at++;
		value |= BigInt(byte & 0x7f) << BigInt(7 * index);
		if (byte < 0x80) {
			return value;
		}
	}
	throw damaged('number');
}

export function readZigzag(bytes: Uint8Array, position: Position): bigint {
	const value = readVarint(bytes, position);
	return (value >> 1n) ^ -(value & 1n);
}

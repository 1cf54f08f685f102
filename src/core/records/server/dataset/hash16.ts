import { createHash } from 'node:crypto';

export const keyHashBytes = 16;

/** Returns a hash of 16 bytes, or 16 zero bytes for an empty string. */
export function hash16(text: string): Buffer {
	return text === '' ? Buffer.alloc(keyHashBytes) : createHash('md5').update(text).digest();
}

export function hashLiteral(hex: string): string {
	return `toFixedString(unhex('${hex}'), ${keyHashBytes})`;
}

import { createHash } from 'node:crypto';

/** Of what `hash16` makes. */
export const keyHashBytes = 16;

/** What stands for a text in 16 bytes; zeros for ''. */
export function hash16(text: string): Buffer {
	return text === '' ? Buffer.alloc(keyHashBytes) : createHash('md5').update(text).digest();
}

/** Such a hash in SQL. @param hex Its digits. */
export function hashLiteral(hex: string): string {
	return `toFixedString(unhex('${hex}'), ${keyHashBytes})`;
}

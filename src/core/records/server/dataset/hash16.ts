import { createHash } from 'node:crypto';

/** What stands for a text in 16 bytes; zeros for ''. */
export function hash16(text: string): Buffer {
	return text === '' ? Buffer.alloc(16) : createHash('md5').update(text).digest();
}

import { createReadStream } from 'node:fs';
import { crc32 } from 'node:zlib';
import { throwIfAborted } from '../common/cancellation';
import { onDisk } from './diskError';

const chunkBytes = 1024 * 1024;

/**
 * Returns the CRC-32 of a file in hexadecimal. It detects accidental changes.
 * @throws AppError `disk`, `cancelled`
 */
export function digestFile(path: string, signal: AbortSignal): Promise<string> {
	return onDisk(path, async () => {
		let sum = 0;
		for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
			throwIfAborted(signal);
			sum = crc32(chunk, sum);
		}
		return sum.toString(16).padStart(8, '0');
	});
}

import type { ReadableFile } from '../../../files/readableFile';

/** Maximum number of bytes above the header. */
const maxBytes = 1024 * 1024;

/**
 * Returns the byte offset of a line (starting with 1) in a UTF-8 file. If the line is beyond the limit, returns the
 * offset of line 1.
 */
export async function headerOffset(handle: Pick<ReadableFile, 'read'>, line = 1): Promise<number> {
	if (line === 1) {
		return 0;
	}
	const bytes = Buffer.alloc(maxBytes);
	const { bytesRead } = await handle.read(bytes, 0, maxBytes, 0);
	return offsetOfLine(bytes.subarray(0, bytesRead), line);
}

export function offsetOfLine(bytes: Buffer, line: number): number {
	const text = bytes.toString('latin1');
	const ends = /\r\n?|\n/g;
	for (let count = 1; count < line; count++) {
		if (!ends.exec(text)) {
			return 0;
		}
	}
	return ends.lastIndex;
}

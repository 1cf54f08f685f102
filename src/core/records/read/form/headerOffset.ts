import type { ReadableFile } from '../../../files/readableFile';

const maxBytes = 1024 * 1024;

/** Returns the offset of a one-based line in a UTF-8 file. Returns 0 if the line is beyond the limit. */
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

import type { ReadableFile } from '../../files/readableFile';

/** Maximum length of the header of a frame, including its magic number. */
const maxHeaderBytes = 18;
const blockHeaderBytes = 3;

/**
 * Returns true if the data between two offsets consists of complete Zstandard frames (RFC 8878, section 3.1). Older
 * versions of Node.js decompress truncated data without an error.
 */
export async function hasCompleteFrames(
	handle: Pick<ReadableFile, 'read'>,
	start: number,
	end: number,
): Promise<boolean> {
	const header = Buffer.alloc(maxHeaderBytes);
	const read = async (at: number) => (await handle.read(header, 0, Math.min(header.length, end - at), at)).bytesRead;
	let at = start;
	while (at < end) {
		if ((await read(at)) < 8) {
			return false;
		}
		if (header.readUInt32LE(0) >>> 4 === 0x184d2a5) {
			at += 8 + header.readUInt32LE(4);
			continue;
		}
		const descriptor = header.readUInt8(4);
		const hasChecksum = (descriptor & 4) !== 0;
		at += headerLength(descriptor);
		for (let isLast = false; !isLast; ) {
			if (at + blockHeaderBytes > end || (await read(at)) < blockHeaderBytes) {
				return false;
			}
			const block = header.readUIntLE(0, blockHeaderBytes);
			const isRepeatedByte = ((block >> 1) & 3) === 1;
			at += blockHeaderBytes + (isRepeatedByte ? 1 : block >> 3);
			isLast = (block & 1) !== 0;
		}
		at += hasChecksum ? 4 : 0;
	}
	return at === end;
}

function headerLength(descriptor: number): number {
	const isSingleSegment = (descriptor & 0x20) !== 0;
	const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
	const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
	return 5 + (isSingleSegment ? 0 : 1) + dictionaryBytes + sizeBytes;
}

import type { ReadableFile } from '../../files/readableFile';

/** Maximum length of the header of a frame, including its magic number. */
const maxHeaderBytes = 18;
const blockHeaderBytes = 3;
/** Magic number of skippable frames, shifted right by four bits. The lowest four bits can have any value. */
const skippable = 0x184d2a5;

export interface ZstdFrame {
	/** Offset of the frame's first byte in the file. */
	readonly start: number;
	/** Offset after the frame's last byte in the file. */
	readonly end: number;
	readonly isComplete: boolean;
}

/**
 * Yields the Zstandard frames between two offsets (RFC 8878, section 3.1). Complete skippable frames are omitted.
 * Frames are decompressed one by one, because Node.js stops after the first frame, and older versions accept truncated
 * data without an error.
 */
export async function* zstdFrames(
	handle: Pick<ReadableFile, 'read'>,
	start: number,
	end: number,
): AsyncGenerator<ZstdFrame> {
	const header = Buffer.alloc(maxHeaderBytes);
	const read = async (at: number) =>
		at < end ? (await handle.read(header, 0, Math.min(header.length, end - at), at)).bytesRead : 0;
	for (let at = start; at < end; ) {
		const frame = { start: at, end, isComplete: false };
		if ((await read(at)) < 8) {
			yield frame;
			return;
		}
		if (header.readUInt32LE(0) >>> 4 === skippable) {
			at += 8 + header.readUInt32LE(4);
			if (at > end) {
				yield { ...frame, start: end };
			}
			continue;
		}
		const descriptor = header.readUInt8(4);
		const hasChecksum = (descriptor & 4) !== 0;
		at += headerLength(descriptor);
		for (let isLast = false; !isLast; ) {
			if ((await read(at)) < blockHeaderBytes) {
				yield frame;
				return;
			}
			const block = header.readUIntLE(0, blockHeaderBytes);
			const isRepeatedByte = ((block >> 1) & 3) === 1;
			at += blockHeaderBytes + (isRepeatedByte ? 1 : block >> 3);
			isLast = (block & 1) !== 0;
		}
		at += hasChecksum ? 4 : 0;
		yield { start: frame.start, end: Math.min(at, end), isComplete: at <= end };
	}
}

function headerLength(descriptor: number): number {
	const isSingleSegment = (descriptor & 0x20) !== 0;
	const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
	const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
	return 5 + (isSingleSegment ? 0 : 1) + dictionaryBytes + sizeBytes;
}

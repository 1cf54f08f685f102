import type { BigIntStats } from 'node:fs';
import { crc32 } from 'node:zlib';
import { onDisk } from '../../files/diskError';

/** What tells a file of records from one that it was before, as far as a saved index asks. */
export interface Fingerprint {
	readonly size: number;
	/** Time of the last change (nanoseconds since 1970, in digits). */
	readonly modified: string;
	/**
	 * Checksum of pieces all over the file: tools that restore the time of a file they change seldom leave all of these as
	 * they were, and some drives tell times in steps of two seconds.
	 */
	readonly pieces: number;
}

/** What is asked of a file to tell it. */
interface FileToTell {
	read(into: Buffer, at: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
	stat(options: { bigint: true }): Promise<BigIntStats>;
}

const pieceBytes = 4096;
const pieces = 16;

/** @throws AppError `disk` */
export async function fingerprintOf(path: string, handle: FileToTell): Promise<Fingerprint> {
	return onDisk(path, async () => {
		const { size, mtimeNs } = await handle.stat({ bigint: true });
		const length = Number(size);
		const piece = Buffer.allocUnsafe(pieceBytes);
		let sum = 0;
		for (let index = 0; index < pieces; index++) {
			// The first one begins with the file, and the last one ends with it.
			const at = Math.floor((Math.max(0, length - pieceBytes) * index) / (pieces - 1));
			const { bytesRead } = await handle.read(piece, 0, pieceBytes, at);
			sum = crc32(piece.subarray(0, bytesRead), sum);
			if (length <= pieceBytes) {
				break;
			}
		}
		return { size: length, modified: String(mtimeNs), pieces: sum };
	});
}

export function isSameFile(one: Fingerprint, other: Fingerprint): boolean {
	return one.size === other.size && one.modified === other.modified && one.pieces === other.pieces;
}

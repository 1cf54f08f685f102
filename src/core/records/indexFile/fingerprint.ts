import type { BigIntStats } from 'node:fs';
import { crc32 } from 'node:zlib';
import { onDisk } from '../../files/diskError';

/** State of a record file. It shows whether a saved index is still valid. */
export interface Fingerprint {
	readonly size: number;
	/** Modification time in nanoseconds since 1970, as decimal digits. */
	readonly modified: string;
	/** Checksum of samples from the file. It reveals most changes that don't affect the modification time. */
	readonly pieces: number;
}

interface FileToTell {
	read(into: Buffer, at: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
	stat(options: { bigint: true }): Promise<BigIntStats>;
}

const pieceBytes = 4096;
const pieces = 16;

/** @throws AppError `disk` */
export async function getFingerprint(path: string, handle: FileToTell): Promise<Fingerprint> {
	return onDisk(path, async () => {
		const { size, mtimeNs } = await handle.stat({ bigint: true });
		const length = Number(size);
		const piece = Buffer.allocUnsafe(pieceBytes);
		let sum = 0;
		for (let index = 0; index < pieces; index++) {
			// The first sample is at the start of the file, and the last sample is at the end.
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

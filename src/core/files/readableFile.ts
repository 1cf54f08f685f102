import type { BigIntStats } from 'node:fs';

/** A file that is already open or is opened on each read. */
export interface ReadableFile {
	read(into: Buffer, at: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
	stat(options: { bigint: true }): Promise<BigIntStats>;
	close(): Promise<void>;
}

/**
 * Fills the buffer from a position in the file. Returns the bytes that were read. At the end of the file, these are
 * fewer bytes than requested.
 */
export async function readFully(file: Pick<ReadableFile, 'read'>, into: Buffer, position: number): Promise<Buffer> {
	let filled = 0;
	for (let read = -1; read !== 0 && filled < into.length; filled += read) {
		read = (await file.read(into, filled, into.length - filled, position + filled)).bytesRead;
	}
	return into.subarray(0, filled);
}

import type { BigIntStats } from 'node:fs';

export interface ReadableFile {
	read(into: Buffer, at: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
	stat(options: { bigint: true }): Promise<BigIntStats>;
	close(): Promise<void>;
}

/** Reads until the buffer is full or the file ends. Returns the bytes that were read. */
export async function readFully(file: Pick<ReadableFile, 'read'>, into: Buffer, position: number): Promise<Buffer> {
	let filled = 0;
	for (let read = -1; read !== 0 && filled < into.length; filled += read) {
		read = (await file.read(into, filled, into.length - filled, position + filled)).bytesRead;
	}
	return into.subarray(0, filled);
}

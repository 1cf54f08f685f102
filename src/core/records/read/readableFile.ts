import type { BigIntStats } from 'node:fs';

/** A file that is open, or is opened whenever it is read. */
export interface ReadableFile {
	read(into: Buffer, at: number, length: number, position: number): Promise<{ readonly bytesRead: number }>;
	stat(options: { bigint: true }): Promise<BigIntStats>;
	close(): Promise<void>;
}

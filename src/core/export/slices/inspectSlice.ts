import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import { onDisk } from '../../files/diskError';
import { RecordTimes } from './recordTimes';
import type { HeldSlice } from './slice';
import { type RecordShape, sliceRecords } from './sliceRecords';

/**
 * What the journal holds about a complete slice on disk.
 * @throws AppError `disk` or `cancelled`
 */
export async function inspectSlice(
	folder: string,
	file: string,
	shape: RecordShape,
	signal: AbortSignal,
): Promise<HeldSlice> {
	const digest = createHash('sha256');
	const { bytes, ...found } = await readThrough(join(folder, file), shape, signal, (chunk) => digest.update(chunk));
	return { file, bytes, sha256: digest.digest('hex'), ...found, largestAnswer: found.rows };
}

/**
 * What a file of records has, which is read for it.
 * @throws AppError `disk` or `cancelled`
 */
export async function readThrough(
	path: string,
	shape: RecordShape,
	signal: AbortSignal,
	onChunk: (chunk: Buffer) => void = () => undefined,
): Promise<Pick<HeldSlice, 'rows' | 'bytes' | 'times' | 'timeless'>> {
	const times = new RecordTimes();
	let bytes = 0;
	const take = (chunk: Buffer) => {
		onChunk(chunk);
		bytes += chunk.length;
	};
	for await (const records of sliceRecords(path, shape, take)) {
		throwIfAborted(signal);
		times.add(records);
	}
	return { bytes, ...times.found };
}

/** Whether a file still matches what the journal says of it. */
export async function isAsHeld(
	folder: string,
	{ file, bytes, sha256 }: HeldSlice,
	onBytes: (bytes: number) => void,
	signal: AbortSignal,
): Promise<boolean> {
	const path = join(folder, file);
	const digest = createHash('sha256');
	try {
		if ((await onDisk(path, () => stat(path))).size !== bytes) {
			return false;
		}
		for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
			throwIfAborted(signal);
			digest.update(chunk);
			onBytes(chunk.length);
		}
	} catch {
		// What cannot be read is fetched again.
		throwIfAborted(signal);
		return false;
	}
	return digest.digest('hex') === sha256;
}

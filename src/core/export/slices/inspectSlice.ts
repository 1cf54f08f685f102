import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import { onDisk } from '../../files/diskError';
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
	let [rows, bytes, timeless] = [0, 0, 0];
	let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	const onChunk = (chunk: Buffer) => {
		digest.update(chunk);
		bytes += chunk.length;
	};
	for await (const records of sliceRecords(join(folder, file), shape, onChunk)) {
		throwIfAborted(signal);
		rows += records.length;
		for (const { time } of records) {
			if (time === undefined) {
				timeless++;
			} else {
				first = Math.min(first, time);
				last = Math.max(last, time);
			}
		}
	}
	const times = first <= last ? { times: { first, last } } : {};
	return { file, rows, bytes, sha256: digest.digest('hex'), ...times, timeless, largestAnswer: rows };
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

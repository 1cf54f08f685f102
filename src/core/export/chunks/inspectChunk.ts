import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import { onDisk } from '../../files/diskError';
import type { StoredChunk } from './chunk';
import { type RecordShape, readChunkRecords } from './readChunkRecords';
import { RecordTimes } from './recordTimes';

export async function inspectChunk(
	folder: string,
	file: string,
	shape: RecordShape,
	signal: AbortSignal,
): Promise<StoredChunk> {
	const digest = createHash('sha256');
	const { bytes, ...found } = await readThrough(join(folder, file), shape, signal, (chunk) => digest.update(chunk));
	return { file, bytes, sha256: digest.digest('hex'), ...found, largestAnswer: found.rows };
}

export async function readThrough(
	path: string,
	shape: RecordShape,
	signal: AbortSignal,
	onChunk: (chunk: Buffer) => void = () => undefined,
): Promise<Pick<StoredChunk, 'rows' | 'bytes' | 'times' | 'timeless'>> {
	const times = new RecordTimes();
	let bytes = 0;
	const take = (chunk: Buffer) => {
		onChunk(chunk);
		bytes += chunk.length;
	};
	for await (const records of readChunkRecords(path, shape, take)) {
		throwIfAborted(signal);
		times.add(records);
	}
	return { bytes, ...times.found };
}

export async function isAsHeld(
	folder: string,
	{ file, bytes, sha256 }: StoredChunk,
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
		throwIfAborted(signal);
		return false;
	}
	return digest.digest('hex') === sha256;
}

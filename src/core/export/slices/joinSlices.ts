import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import type { Files } from '../../files/durableFile';
import type { Question } from '../../plan/plan';
import type { RecordsIndexer } from '../../records/read/recordsIndexer';
import type { WrittenRecords } from '../download/consumeBody';
import { FramedFile } from './framedFile';
import { formOfRecords, type RecordsForm } from './recordsForm';
import type { HeldSlice } from './slice';
import type { SliceRecord } from './sliceRecord';
import type { RecordShape } from './sliceRecords';
import { unionOfSlices } from './unionOfSlices';

export interface JoinOptions {
	readonly folder: string;
	/** In the order of time; one at least. */
	readonly slices: readonly HeldSlice[];
	readonly question: Question;
	readonly files: Files;
	readonly signal: AbortSignal;
	/** Told how many bytes of the slices were read, each time. */
	readonly onBytes: (bytes: number) => void;
	readonly indexer?: RecordsIndexer | undefined;
}

/**
 * Writes the file of an export from its slices, in one pass over each, in the form of the first one; see `formOfRecords`.
 *
 * At the most the disk holds everything twice: in the slices and in the file.
 * @throws AppError `disk` or `cancelled`
 */
export async function joinSlices(options: JoinOptions, path: string): Promise<WrittenRecords> {
	const { slices, question, files, signal, indexer } = options;
	const { frame, shape } = await formOf(options.folder, slices, question);
	const announced = slices.reduce((sum, slice) => sum + slice.bytes, 0);
	await using file = await FramedFile.create(path, frame, { question, files, announced, indexer });
	for await (const batch of kept(options, shape)) {
		throwIfAborted(signal);
		await file.write(batch);
	}
	throwIfAborted(signal);
	return await file.finish();
}

/**
 * How many records the slices hold together, or the limit if that is less.
 * @throws AppError `disk` or `cancelled`
 */
export async function countJoined(options: JoinOptions): Promise<number> {
	let rows = 0;
	for await (const batch of kept(options, await shapeOf(options.folder, options.slices, options.question))) {
		throwIfAborted(options.signal);
		rows += batch.length;
	}
	return rows;
}

/** How the records of an export's slices are to be read. */
export async function shapeOf(folder: string, slices: readonly HeldSlice[], question: Question): Promise<RecordShape> {
	return (await formOf(folder, slices, question)).shape;
}

async function* kept(
	{ folder, slices, question: { limit }, onBytes }: JoinOptions,
	shape: RecordShape,
): AsyncGenerator<readonly SliceRecord[], void, void> {
	let room = limit ?? Number.POSITIVE_INFINITY;
	for await (const batch of unionOfSlices(folder, slices, shape, onBytes)) {
		yield batch.slice(0, room);
		room -= batch.length;
		if (room <= 0) {
			return;
		}
	}
}

function formOf(folder: string, [first]: readonly HeldSlice[], question: Question): Promise<RecordsForm> {
	return formOfRecords(join(folder, first?.file ?? ''), question);
}

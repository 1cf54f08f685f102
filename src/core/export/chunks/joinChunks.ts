import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import type { Files } from '../../files/durableFile';
import type { Question } from '../../plan/plan';
import type { RecordsIndexer } from '../../records/read/recordsIndexer';
import type { WrittenRecords } from '../download/consumeBody';
import type { StoredChunk } from './chunk';
import type { ChunkRecord } from './chunkRecord';
import { FramedFile } from './framedFile';
import { mergeChunks } from './mergeChunks';
import type { RecordShape } from './readChunkRecords';
import { formOfRecords, type RecordsForm } from './recordsForm';

export interface JoinOptions {
	readonly folder: string;
	readonly chunks: readonly StoredChunk[];
	readonly question: Question;
	readonly files: Files;
	readonly signal: AbortSignal;
	/** Called with the number of bytes that were read since the previous call. */
	readonly onBytes: (bytes: number) => void;
	readonly indexer?: RecordsIndexer | undefined;
}

/** Merges the chunks into a file in the format of the first chunk. The chunks are not deleted. */
export async function joinChunks(options: JoinOptions, path: string): Promise<WrittenRecords> {
	const { chunks, question, files, signal, indexer } = options;
	const { frame, shape } = await formOf(options.folder, chunks, question);
	const announced = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
	await using file = await FramedFile.create(path, frame, { question, files, announced, indexer });
	for await (const batch of joinedRecords(options, shape)) {
		throwIfAborted(signal);
		await file.write(batch);
	}
	throwIfAborted(signal);
	return await file.finish();
}

export async function countJoined(options: JoinOptions): Promise<number> {
	let rows = 0;
	for await (const batch of joinedRecords(options, await getShape(options.folder, options.chunks, options.question))) {
		throwIfAborted(options.signal);
		rows += batch.length;
	}
	return rows;
}

export async function getShape(
	folder: string,
	chunks: readonly StoredChunk[],
	question: Question,
): Promise<RecordShape> {
	return (await formOf(folder, chunks, question)).shape;
}

async function* joinedRecords(
	{ folder, chunks, question: { limit }, onBytes }: JoinOptions,
	shape: RecordShape,
): AsyncGenerator<readonly ChunkRecord[], void, void> {
	let room = limit ?? Number.POSITIVE_INFINITY;
	for await (const batch of mergeChunks(folder, chunks, shape, onBytes)) {
		yield batch.slice(0, room);
		room -= batch.length;
		if (room <= 0) {
			return;
		}
	}
}

function formOf(folder: string, [first]: readonly StoredChunk[], question: Question): Promise<RecordsForm> {
	return formOfRecords(join(folder, first?.file ?? ''), question);
}

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getExtraFields } from '../chunks/chunk';
import type { ChunkRecord } from '../chunks/chunkRecord';
import { type ExportWork, getZone } from '../chunks/exportWork';
import { FramedFile } from '../chunks/framedFile';
import { Journal } from '../chunks/journal';
import { type RecordShape, readChunkRecords } from '../chunks/readChunkRecords';
import { formOfRecords } from '../chunks/recordsForm';
import { splitByCalendar } from '../chunks/splitRange';
import { writeOutcome } from '../library/entryFiles';
import { recordsFileName } from '../model/names';

/** Saves the received part of a stopped response as an incomplete export, which `resumeExport` can complete later. */
export async function keepBeginning(work: ExportWork): Promise<void> {
	const { folder, stored, files, indexer, now, started } = work;
	const { question } = stored;
	const name = recordsFileName(question);
	const path = join(folder, name);
	const { size } = await stat(path);
	const { frame, shape } = await formOfRecords(path, question);
	await using file = await FramedFile.create(path, frame, { question, files, announced: size, indexer });
	let rows = 0;
	for await (const records of withoutLast(path, shape)) {
		await file.write(records);
		rows += records.length;
	}
	if (rows === 0) {
		await files.rm(path, { force: true });
		return;
	}
	const { bytes } = await file.finish();
	await Journal.create(folder, remainingChunks(work), files);
	const outcome = {
		version: 1,
		file: name,
		rows,
		bytes,
		finishedAt: now().toISOString(),
		durationMs: Math.round(performance.now() - started),
		flags: question.skipUnavailableShards ? (['stopped', 'shardsSkipped'] as const) : (['stopped'] as const),
		proof: 'unproven',
		doubts: [],
	} as const;
	await writeOutcome(folder, outcome, files);
}

/** Yields all records except the last one, which may be incomplete even if it looks complete. */
async function* withoutLast(path: string, shape: RecordShape): AsyncGenerator<Pick<ChunkRecord, 'text'>[], void, void> {
	let last: Pick<ChunkRecord, 'text'> | undefined;
	for await (const batch of readChunkRecords(path, shape)) {
		const end = batch.at(-1);
		if (end) {
			yield [...(last ? [last] : []), ...batch.slice(0, -1)];
			// Copies the text, because a batch is valid only until the next one is read.
			last = { text: Buffer.from(end.text) };
		}
	}
}

function remainingChunks(work: ExportWork) {
	const { question } = work.stored;
	const byDay = splitByCalendar(question, 'day', getZone(work));
	const ranges = byDay.length > 1 ? byDay : splitByCalendar(question, 'hour', getZone(work));
	const extraFields = ranges.length === 1 ? [] : getExtraFields(question);
	return ranges.map(({ since, until }, index) => ({ id: String(index + 1), since, until, extraFields }));
}

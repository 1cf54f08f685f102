import { join } from 'node:path';
import type { StoredQuestion } from '../../export/model/entry';
import { readThrough } from '../../export/slices/inspectSlice';
import { formOfRecords } from '../../export/slices/recordsForm';
import type { Part } from '../model/keptSet';

/** A file of records, and what is known of it. */
export interface PartRecords extends Pick<Part, 'rows' | 'bytes' | 'times' | 'timeless' | 'fields'> {
	readonly path: string;
}

/**
 * Reads a file of records through.
 * @throws AppError `disk` or `cancelled`
 */
export async function inspectPart(
	folder: string,
	file: string,
	question: Pick<StoredQuestion['question'], 'format' | 'fields' | 'dateDimension'>,
	signal: AbortSignal,
): Promise<PartRecords> {
	const path = join(folder, file);
	const { shape } = await formOfRecords(path, question);
	return { path, ...(await readThrough(path, shape, signal)), fields: question.fields };
}

/** @param folder Of the set. */
export function fileOfPart(folder: string, part: Part): PartRecords {
	return { ...part, path: join(folder, part.folder, part.file) };
}

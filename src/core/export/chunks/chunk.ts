import { finishedName } from '../../files/unfinished';
import type { Format, Question } from '../../plan/plan';
import { getTimeField } from '../../plan/timeFields';
import type { AnswerWarnings } from '../model/responseWarnings';

export interface Chunk {
	/** Chunk ID. IDs are numbers in chronological order. The halves of chunk `2` are `2a` and `2b`. */
	readonly id: string;
	readonly since: string;
	readonly until: string;
	/** Fields that are requested in addition to the user's selection. The final file does not contain them. */
	readonly extraFields: readonly string[];
}

export interface StoredChunk extends AnswerWarnings {
	readonly file: string;
	readonly rows: number;
	readonly bytes: number;
	readonly sha256: string;
	/** Earliest and latest times of the records, in Unix seconds. Undefined if no record has a time. */
	readonly times?: { readonly first: number; readonly last: number };
	readonly timeless: number;
	/** Number of records in the largest response that the file contains. */
	readonly largestAnswer: number;
}

export function isPartOf(id: string, whole: string): boolean {
	return id.startsWith(whole) && /^[ab]+$/.test(id.slice(whole.length));
}

/** Returns the fields that must be requested in addition to the user's selection so that chunks can be merged. */
export function getExtraFields({
	dateDimension,
	fields,
}: Pick<Question, 'dateDimension' | 'fields'>): readonly string[] {
	const time = getTimeField(dateDimension);
	return fields.includes(time) ? [] : [time];
}

export function getQuestion(chunk: Chunk, question: Question): Question {
	const { since, until, extraFields } = chunk;
	return { ...question, since, until, fields: [...question.fields, ...extraFields] };
}

export function chunkFileName(id: string, format: Format): string {
	return `chunk-${id}.${format}`;
}

export function chunkIdOf(name: string): string | undefined {
	return /^chunk-([0-9a-z]+)\.(?:csv|json)$/.exec(name)?.[1];
}

export function isChunkFileName(name: string): boolean {
	return /^chunk-[0-9a-z]+(?:-again)?\.(?:csv|json)$/.test(finishedName(name));
}

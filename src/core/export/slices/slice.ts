import { finishedName } from '../../files/unfinished';
import type { Format, Question } from '../../plan/plan';
import { timeFieldOf } from '../../plan/timeFields';
import type { AnswerWarnings } from '../model/answerWarnings';

/** A part of a question's range that is asked for on its own. */
export interface Slice {
	/** `1`, `2`… in the order of time; the halves of `2` are `2a` and `2b`. */
	readonly id: string;
	/** In the long form of the service document, as `Question` has them. */
	readonly since: string;
	readonly until: string;
	/** Fields asked for beside the person's own, which the final file does not have. */
	readonly extraFields: readonly string[];
}

/** A complete slice on disk, and what is odd about its answer. */
export interface HeldSlice extends AnswerWarnings {
	/** File name, in the export's folder. */
	readonly file: string;
	readonly rows: number;
	readonly bytes: number;
	/** SHA-256 of the file, hexadecimal. */
	readonly sha256: string;
	/** Least and most of its records' times (Unix time, seconds); absent where no record tells one. */
	readonly times?: { readonly first: number; readonly last: number };
	/** Records that do not tell their time. */
	readonly timeless: number;
	/** Records in the largest answer that the file is from; it is of one answer unless slices were joined to it. */
	readonly largestAnswer: number;
}

/** Whether a slice came from halving another one. */
export function isPartOf(id: string, whole: string): boolean {
	return id.startsWith(whole) && /^[ab]+$/.test(id.slice(whole.length));
}

/** What has to be asked for beside the person's fields so that slices can be joined. */
export function extraFieldsOf({
	dateDimension,
	fields,
}: Pick<Question, 'dateDimension' | 'fields'>): readonly string[] {
	const time = timeFieldOf(dateDimension);
	return fields.includes(time) ? [] : [time];
}

/** What is sent for a slice: always the same for the same slice. */
export function questionOf(slice: Slice, question: Question): Question {
	const { since, until, extraFields } = slice;
	return { ...question, since, until, fields: [...question.fields, ...extraFields] };
}

export function sliceFileName(id: string, format: Format): string {
	return `slice-${id}.${format}`;
}

/** Also of one that was not finished. */
export function isSliceFileName(name: string): boolean {
	return /^slice-[0-9a-z]+(?:-again)?\.(?:csv|json)$/.test(finishedName(name));
}

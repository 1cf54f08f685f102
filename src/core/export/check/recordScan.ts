import type { AnswerWarnings } from '../model/answerWarnings';

/**
 * `noRecords`: well-formed, and without a list of records. `valuesForRecords`: something in the list is no object.
 * `errorTold`: an error stands beside the records. The others are what `brokenBody` tells.
 */
export type ScanEnd =
	| 'whole'
	| 'noRecords'
	| 'valuesForRecords'
	| 'errorTold'
	| 'quoteNotClosed'
	| 'recordNotFinished'
	| 'jsonNotClosed'
	| 'jsonMalformed';

/** Counts the records of a text that arrives as bytes in pieces of any size. */
export interface RecordScan {
	/** Whole records so far. */
	readonly rows: number;
	/** Nothing that may follow mends the text. */
	readonly malformed: boolean;
	push(chunk: Uint8Array): void;
	/** The text has ended; `rows` is final. */
	end(): ScanEnd;
}

/** Scans an answer, and finds out what else there is to tell about it. */
export interface AnswerScan extends RecordScan {
	/** Where the end is `errorTold`: what is told, in the service's words. */
	readonly errorWords: string;
	/**
	 * Of a whole answer.
	 * @throws AppError `wrongHeader`
	 */
	warnings(): AnswerWarnings;
}

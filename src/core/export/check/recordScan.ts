import type { AnswerWarnings } from '../model/responseWarnings';

/** `valuesForRecords`: a list with values other than objects. `errorReported`: an error message next to the records. */
export type ScanEnd =
	| 'whole'
	| 'noRecords'
	| 'valuesForRecords'
	| 'errorReported'
	| 'quoteNotClosed'
	| 'recordNotFinished'
	| 'jsonNotClosed'
	| 'jsonMalformed';

export interface RecordScan {
	readonly rows: number;
	/** Whether the text is already invalid, regardless of the bytes that follow. */
	readonly malformed: boolean;
	push(chunk: Uint8Array): void;
	/** Must be called at the end of the text. Afterwards, `rows` is final. */
	end(): ScanEnd;
}

export interface AnswerScan extends RecordScan {
	readonly errorWords: string;
	/** Returns the warnings about a complete response. Throws `wrongHeader`. */
	warnings(): AnswerWarnings;
}

import type { AnswerWarnings } from '../model/responseWarnings';

/**
 * `valuesForRecords` means that the record list contains values other than objects. `errorReported` means that an error
 * message appears next to the records.
 */
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
	/** True if the text is invalid and no further bytes can make it valid. */
	readonly malformed: boolean;
	push(chunk: Uint8Array): void;
	/** Must be called at the end of the text. After the call, `rows` is final. */
	end(): ScanEnd;
}

export interface AnswerScan extends RecordScan {
	readonly errorWords: string;
	/**
	 * Returns warnings about a complete response.
	 * @throws AppError `wrongHeader` if JSON records contain no requested field
	 */
	warnings(): AnswerWarnings;
}

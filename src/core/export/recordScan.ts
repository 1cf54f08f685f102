/** `noRecords`: well-formed, and without a list of records. The others are what `brokenBody` tells. */
export type ScanEnd =
	| 'whole'
	| 'noRecords'
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

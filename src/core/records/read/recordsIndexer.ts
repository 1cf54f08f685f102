import type { Steps } from '../../common/steps';
import type { Format } from '../../plan/plan';
import type { RecordFeed } from '../../scan/recordFeed';
import type { RecordSource } from '../../scan/recordSource';

/** Makes what records are opened with while they are written, so that their file need not be read again. */
export interface RecordsIndexer {
	/** @param announced Bytes that the file will have, as far as somebody says so. */
	begin(format: Format, announced?: number): RecordsIndex;
}

/**
 * Of a file that is being written: is given the records that somebody finds in it anyhow. One that is given up is simply
 * forgotten.
 */
export interface RecordsIndex {
	/**
	 * The next records of the file: those that the source found last.
	 * @param offset Where its bytes begin in the file. @returns whether more records are wanted
	 */
	append(source: RecordSource, offset: number): Steps<boolean>;
	/** All records were appended. @param feed That of the source, which has ended. */
	finish(source: RecordSource, feed: RecordFeed): Steps<void>;
	/** The file is at this path, with the records that were appended if there was an end to them. Nothing is thrown: without an index the file is read when it is opened. */
	keep(path: string): Promise<void>;
}

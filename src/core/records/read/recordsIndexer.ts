import type { CooperativeTask } from '../../common/cooperativeTask';
import type { Format } from '../../plan/plan';
import type { RecordFeed } from '../../scan/recordFeed';
import type { RecordSource } from '../../scan/recordSource';

export interface RecordsIndexer {
	begin(format: Format, announced?: number): RecordsIndex;
}

/** Index of a file that is being written, built from records that the writer has already parsed. */
export interface RecordsIndex {
	/** Adds the batch that begins at this offset in the file. Returns whether more records are wanted. */
	append(source: RecordSource, offset: number): CooperativeTask<boolean>;
	/** Finishes the index after all records were appended and the feed has ended. */
	finish(source: RecordSource, feed: RecordFeed): CooperativeTask<void>;
	/** Registers the finished index. Never throws: without an index, the file is read when it is opened. */
	keep(path: string): Promise<void>;
}

import type { CooperativeTask } from '../../common/cooperativeTask';
import type { Format } from '../../plan/plan';
import type { RecordFeed } from '../../scan/recordFeed';
import type { RecordSource } from '../../scan/recordSource';

export interface RecordsIndexer {
	begin(format: Format, announced?: number): RecordsIndex;
}

/** Index of a file that is being written. It is built from records that the writer has already parsed. */
export interface RecordsIndex {
	/** Adds records that begin at this offset in the file. Returns false if no more records are needed. */
	append(source: RecordSource, offset: number): CooperativeTask<boolean>;
	/** Finishes the index. All records must have been appended, and the feed must have ended. */
	finish(source: RecordSource, feed: RecordFeed): CooperativeTask<void>;
	/** Makes the finished index available to `take`. Never throws, because the index can be built again. */
	keep(path: string): Promise<void>;
}

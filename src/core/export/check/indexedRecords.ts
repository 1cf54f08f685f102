import { atOnce, type Steps } from '../../common/steps';
import type { RecordsIndex } from '../../records/read/recordsIndexer';
import type { RecordFeed } from '../../scan/recordFeed';
import type { RecordSource } from '../../scan/recordSource';

/**
 * Bytes that are gathered before they are looked at. Calls of the compiled scanner pay for themselves by then; those for
 * each column of an index need more.
 */
const minCountedBytes = 64 * 1024;
const minIndexedBytes = 256 * 1024;

/** Bytes of a record that are kept: for the count of records few are needed, and an index takes what a table does. */
const maxCountedLength = 4 * 1024 * 1024;
const maxIndexedLength = 64 * 1024 * 1024;

/** Has the records that a check finds indexed on the way, as long as that is wanted. */
export class IndexedRecords {
	/** Bytes that are gathered before they are looked at, and bytes of a record that are kept at most. */
	readonly least: number;
	readonly longest: number;

	constructor(private index: RecordsIndex | undefined) {
		this.least = index ? minIndexedBytes : minCountedBytes;
		this.longest = index ? maxIndexedLength : maxCountedLength;
	}

	get wanted(): boolean {
		return this.index !== undefined;
	}

	/** Those that the source found last. @param offset Where its bytes begin in the text. */
	*append(source: RecordSource, feed: RecordFeed, offset: number): Steps<void> {
		// Behind a record that never ends a table has no more records.
		if (this.index && !feed.neverEnds && !(yield* this.index.append(source, offset))) {
			this.index = undefined;
			source.withoutCells();
		}
	}

	/** The text is whole. */
	finish(source: RecordSource, feed: RecordFeed): void {
		if (this.index) {
			atOnce(this.index.finish(source, feed));
		}
	}
}

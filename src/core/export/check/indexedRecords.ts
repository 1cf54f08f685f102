import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import type { RecordsIndex } from '../../records/read/recordsIndexer';
import type { RecordFeed } from '../../scan/recordFeed';
import type { RecordSource } from '../../scan/recordSource';

/** Minimum number of bytes to scan at once. Smaller chunks would make the overhead of WebAssembly calls noticeable. */
const minCountedBytes = 64 * 1024;
const minIndexedBytes = 256 * 1024;

/**
 * Maximum number of bytes to buffer for one record. Counting requires only the start of a record, but indexing requires
 * all bytes.
 */
const maxCountedLength = 4 * 1024 * 1024;
const maxIndexedLength = 64 * 1024 * 1024;

export class IndexedRecords {
	readonly least: number;
	readonly longest: number;

	constructor(private index: RecordsIndex | undefined) {
		this.least = index ? minIndexedBytes : minCountedBytes;
		this.longest = index ? maxIndexedLength : maxCountedLength;
	}

	get wanted(): boolean {
		return this.index !== undefined;
	}

	/** @param offset File offset of the first byte in `source`. */
	*append(source: RecordSource, feed: RecordFeed, offset: number): CooperativeTask<void> {
		// If a record is too long to index, the index is discarded, and the file will be scanned when it is opened.
		if (this.index && (feed.neverEnds || !(yield* this.index.append(source, offset)))) {
			this.index = undefined;
			source.withoutCells();
		}
	}

	finish(source: RecordSource, feed: RecordFeed): void {
		if (this.index && !feed.neverEnds) {
			runSynchronously(this.index.finish(source, feed));
		}
	}
}

import { atOnce, type Steps } from '../../common/steps';
import type { RecordsIndex } from '../../records/read/recordsIndexer';
import { CsvSource } from '../../scan/csvSource';
import { Machine } from '../../scan/machine';
import { RecordFeed } from '../../scan/recordFeed';
import type { AnswerRemarks } from '../model/answerRemarks';
import type { AnswerScan, ScanEnd } from './recordScan';

/** Bytes that are gathered before they are looked at; calls of the compiled scanner pay for themselves by then. */
const minBytes = 64 * 1024;

/** Bytes of a record that are kept: for the count of records none are needed, and an index takes what a table does. */
const maxCountedLength = 4 * 1024 * 1024;
const maxIndexedLength = 64 * 1024 * 1024;

/** Counts the records of an answer in CSV, finds out what is odd about them, and has them indexed on the way. */
export class CsvCheck implements AnswerScan {
	/** Every text is a CSV of some kind. */
	readonly malformed = false;
	private readonly source: CsvSource;
	private readonly feed: RecordFeed;
	private count = 0;
	private ragged = 0;
	private headers = 0;

	/** @param index Is given the records, and the end when that is whole. */
	constructor(private index?: RecordsIndex) {
		this.source = new CsvSource(new Machine(), index !== undefined);
		this.feed = new RecordFeed(this.source, {
			longest: index ? maxIndexedLength : maxCountedLength,
			least: minBytes,
			onFound: (offset) => {
				this.look();
				return this.hand(offset);
			},
		});
	}

	get rows(): number {
		return this.count;
	}

	/** An error told in CSV is a row like others; `remarks` counts those that are not. */
	get errorWords(): string {
		return '';
	}

	remarks(): AnswerRemarks {
		return { raggedRows: this.ragged, headersRepeated: this.headers };
	}

	push(chunk: Uint8Array): void {
		atOnce(this.feed.push(chunk));
	}

	end(): ScanEnd {
		const { source, feed } = this;
		atOnce(feed.end());
		if (source.closed) {
			if (this.index) {
				atOnce(this.index.finish(source, feed));
			}
			return 'whole';
		}
		return source.inQuotes ? 'quoteNotClosed' : 'recordNotFinished';
	}

	/** At the records found last. */
	private look(): void {
		const { found, header, columns } = this.source;
		const { records, base, machine } = found;
		const { bytes, words } = machine;
		this.count += records;
		const faults = bytes.subarray(found.faults, found.faults + records);
		// Searched natively, since there are hardly any.
		for (let index = faults.indexOf(1); index !== -1; index = faults.indexOf(1, index + 1)) {
			this.ragged++;
		}
		if (columns === 1) {
			return;
		}
		const { length } = header;
		const first = found.places / 4;
		for (let place = first; place < first + 2 * records; place += 2) {
			const start = words[place] ?? 0;
			const end = words[place + 1] ?? 0;
			if (end - start === length && header.compare(bytes, base + start, base + end) === 0) {
				this.headers++;
			}
		}
	}

	private *hand(offset: number): Steps<boolean> {
		const { source, feed, index } = this;
		// Behind a record that never ends a table has no more records.
		if (index && !feed.neverEnds && !(yield* index.append(source, offset))) {
			this.index = undefined;
			source.withoutCells();
		}
		return true;
	}
}

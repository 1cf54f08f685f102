import { atOnce, type Steps } from '../../common/steps';
import type { RecordsIndex } from '../../records/read/recordsIndexer';
import { CsvSource } from '../../scan/csvSource';
import { Machine } from '../../scan/machine';
import { RecordFeed } from '../../scan/recordFeed';
import type { AnswerWarnings } from '../model/answerWarnings';
import { IndexedRecords } from './indexedRecords';
import type { AnswerScan, ScanEnd } from './recordScan';

/** Counts the records of an answer in CSV, finds out what is odd about them, and has them indexed on the way. */
export class CsvCheck implements AnswerScan {
	/** Every text is a CSV of some kind. */
	readonly malformed = false;
	private readonly source: CsvSource;
	private readonly feed: RecordFeed;
	private readonly indexed: IndexedRecords;
	private count = 0;
	private ragged = 0;
	private headers = 0;

	/** @param index Is given the records, and the end when that is whole. */
	constructor(index?: RecordsIndex) {
		this.indexed = new IndexedRecords(index);
		this.source = new CsvSource(new Machine(), this.indexed.wanted);
		this.feed = new RecordFeed(this.source, {
			longest: this.indexed.longest,
			least: this.indexed.least,
			onFound: (offset) => this.take(offset),
		});
	}

	get rows(): number {
		return this.count;
	}

	/** An error told in CSV is a row like others; `warnings` counts those that are not. */
	get errorWords(): string {
		return '';
	}

	warnings(): AnswerWarnings {
		return { raggedRows: this.ragged, headersRepeated: this.headers };
	}

	push(chunk: Uint8Array): void {
		atOnce(this.feed.push(chunk));
	}

	end(): ScanEnd {
		const { source, feed } = this;
		atOnce(feed.end());
		if (source.closed) {
			this.indexed.finish(source, feed);
			return 'whole';
		}
		return source.inQuotes ? 'quoteNotClosed' : 'recordNotFinished';
	}

	private *take(offset: number): Steps<boolean> {
		this.look();
		yield* this.indexed.append(this.source, this.feed, offset);
		return true;
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
}

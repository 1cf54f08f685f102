import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import type { RecordsIndex } from '../../records/read/recordsIndexer';
import { cellFaults } from '../../scan/cellBatch';
import { CsvSource } from '../../scan/csvSource';
import { RecordFeed } from '../../scan/recordFeed';
import { ScannerInstance } from '../../scan/scannerInstance';
import type { AnswerWarnings } from '../model/responseWarnings';
import { IndexedRecords } from './indexedRecords';
import type { AnswerScan, ScanEnd } from './recordScan';

export class CsvCheck implements AnswerScan {
	/** Always false, because any text can be parsed as CSV. */
	readonly malformed = false;
	private readonly source: CsvSource;
	private readonly feed: RecordFeed;
	private readonly indexed: IndexedRecords;
	private count = 0;
	private ragged = 0;
	private headers = 0;

	constructor(index?: RecordsIndex) {
		this.indexed = new IndexedRecords(index);
		this.source = new CsvSource(new ScannerInstance(), { cells: this.indexed.wanted });
		this.feed = new RecordFeed(this.source, {
			longest: this.indexed.longest,
			least: this.indexed.least,
			onFound: (offset) => this.take(offset),
		});
	}

	get rows(): number {
		return this.count;
	}

	/**
	 * Always empty, because an error message in CSV looks like a row. `warnings` reports rows with the wrong number of
	 * cells.
	 */
	get errorWords(): string {
		return '';
	}

	warnings(): AnswerWarnings {
		return { raggedRows: this.ragged, headersRepeated: this.headers };
	}

	push(chunk: Uint8Array): void {
		runSynchronously(this.feed.push(chunk));
	}

	end(): ScanEnd {
		const { source, feed } = this;
		runSynchronously(feed.end());
		if (source.closed) {
			this.indexed.finish(source, feed);
			return 'whole';
		}
		return source.inQuotes ? 'quoteNotClosed' : 'recordNotFinished';
	}

	private *take(offset: number): CooperativeTask<boolean> {
		this.checkRecords();
		yield* this.indexed.append(this.source, this.feed, offset);
		return true;
	}

	private checkRecords(): void {
		const { found, header, columns } = this.source;
		const { records, base, instance } = found;
		const { bytes, words } = instance;
		this.count += records;
		const faults = bytes.subarray(found.faults, found.faults + records);
		for (const fault of [cellFaults.broken, cellFaults.extended]) {
			for (let index = faults.indexOf(fault); index !== -1; index = faults.indexOf(fault, index + 1)) {
				this.ragged++;
			}
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

import { comma } from '../../../shared/ascii';
import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import { AppError } from '../../common/errors';
import type { RecordsIndex } from '../../records/read/recordsIndexer';
import { cellFaults } from '../../scan/cellBatch';
import { spaceEnd } from '../../scan/jsonGaps';
import { JsonSource, type JsonSourceOptions } from '../../scan/jsonSource';
import { RecordFeed } from '../../scan/recordFeed';
import { ScannerInstance } from '../../scan/scannerInstance';
import type { AnswerWarnings } from '../model/responseWarnings';
import { EnvelopeMembers } from './envelopeMembers';
import { IndexedRecords } from './indexedRecords';
import { JsonScan } from './jsonScan';
import { RecordNames } from './recordNames';
import type { AnswerScan, ScanEnd } from './recordScan';

interface Finding {
	readonly source: JsonSource;
	readonly feed: RecordFeed;
}

/** Counts and indexes valid records with the compiled scanner. `JsonScan` checks all other text and reports errors. */
export class JsonCheck implements AnswerScan {
	private readonly names: RecordNames;
	private readonly beside: EnvelopeMembers;
	private readonly careful: JsonScan;
	private readonly indexed: IndexedRecords;
	private finding: Finding;
	/** End offset, in the response, of the text that `JsonScan` has checked. */
	private checked = 0;
	private offset = 0;

	/** @param index Receives the records. The index is valid only if the response is complete. */
	constructor(fields: readonly string[], index?: RecordsIndex) {
		this.names = new RecordNames(fields);
		this.beside = new EnvelopeMembers(fields);
		this.careful = new JsonScan(undefined, {
			onMember: (name, text) => this.beside.note(name, text),
			onRecords: () => this.beside.errors.length === 0,
			onName: (name) => this.names.add(name),
			onRecordEnd: () => this.names.endRecord(),
		});
		this.indexed = new IndexedRecords(index);
		this.finding = this.begin({ cells: this.indexed.wanted });
	}

	get rows(): number {
		return this.careful.rows;
	}

	get malformed(): boolean {
		return this.careful.malformed;
	}

	get errorWords(): string {
		return this.beside.errors.join('; ');
	}

	warnings(): AnswerWarnings {
		const { missing, unrequested, strange } = this.names.difference;
		if (strange) {
			throw new AppError({ kind: 'wrongHeader', missing, unexpected: unrequested });
		}
		return { saidPartial: this.beside.hints(this.rows), fieldsMissing: missing, unrequestedFields: unrequested };
	}

	push(chunk: Uint8Array): void {
		for (let rest = chunk; rest.length > 0 && !this.malformed; ) {
			const { feed } = this.finding;
			if (!feed.neverEnds) {
				runSynchronously(feed.push(rest));
				if (feed.neverEnds) {
					this.check(this.finding.source.found.length);
				}
				return;
			}
			const taken = this.careful.pushToRecordEnd(rest);
			// The scanner doesn't yield here, because counting records is fast.
			runSynchronously(feed.push(rest.subarray(0, taken)));
			rest = rest.subarray(taken);
			if (!this.indexed.wanted && this.careful.betweenRecords) {
				this.addCounts();
				this.finding = this.begin({ cells: false, withinList: true });
			}
		}
	}

	end(): ScanEnd {
		const { source, feed } = this.finding;
		if (!this.malformed) {
			runSynchronously(feed.end());
		}
		this.addCounts();
		const end = this.careful.end();
		if (end !== 'whole') {
			return end;
		}
		if (this.beside.errors.length > 0) {
			return 'errorReported';
		}
		this.indexed.finish(source, feed);
		return 'whole';
	}

	private begin(options: JsonSourceOptions): Finding {
		const source = new JsonSource(new ScannerInstance(), options);
		const feed = new RecordFeed(source, {
			longest: this.indexed.longest,
			least: this.indexed.least,
			onFound: (offset) => this.take(offset),
		});
		this.checked = 0;
		this.offset = 0;
		return { source, feed };
	}

	private *take(offset: number): CooperativeTask<boolean> {
		const { source, feed } = this.finding;
		this.offset = offset;
		this.checkRecords(source);
		if (!this.malformed) {
			yield* this.indexed.append(source, feed, offset);
		}
		return !this.malformed;
	}

	private checkRecords({ found, openRecord }: JsonSource): void {
		const { bytes, words } = found.instance;
		const places = found.places / 4;
		let end = 0;
		for (let record = 0; record < found.records; record++) {
			const start = words[places + 2 * record] ?? 0;
			end = words[places + 2 * record + 1] ?? 0;
			// Invalid records are checked later together with the text around them.
			if (bytes[found.faults + record] === cellFaults.sound && this.reaches(start)) {
				this.names.addRecords(1);
				this.careful.skipRecord(this.offset + end - this.checked);
				this.checked = this.offset + end;
			}
		}
		this.check(found.full ? end : (openRecord ?? found.length));
	}

	private reaches(start: number): boolean {
		const { found } = this.finding.source;
		const from = this.checked - this.offset;
		const { betweenRecords } = this.careful;
		if (betweenRecords === 'behindRecord' && isSeparator(found.instance.bytes, found.base + from, found.base + start)) {
			return true;
		}
		this.check(start);
		return from <= start && this.careful.betweenRecords === 'beforeRecord';
	}

	private check(end: number): void {
		const { base, instance } = this.finding.source.found;
		const from = this.checked - this.offset;
		if (end > from) {
			this.careful.push(instance.bytes.subarray(base + from, base + end));
			this.checked = this.offset + end;
		}
	}

	private addCounts(): void {
		for (const count of this.finding.source.nameCounts) {
			this.names.addCount(count);
		}
	}
}

function isSeparator(bytes: Buffer, start: number, end: number): boolean {
	const separator = spaceEnd(bytes, start);
	return bytes[separator] === comma && spaceEnd(bytes, separator + 1) === end;
}

import { comma } from '../../common/ascii';
import { AppError } from '../../common/errors';
import { isJsonSpace } from '../../common/jsonSpace';
import { atOnce, type Steps } from '../../common/steps';
import type { RecordsIndex } from '../../records/read/recordsIndexer';
import { cellFaults } from '../../scan/cellBatch';
import { JsonSource, type JsonSourceOptions } from '../../scan/jsonSource';
import { Machine } from '../../scan/machine';
import { RecordFeed } from '../../scan/recordFeed';
import type { AnswerWarnings } from '../model/answerWarnings';
import { BesideRecords } from './besideRecords';
import { IndexedRecords } from './indexedRecords';
import { JsonScan } from './jsonScan';
import { RecordNames } from './recordNames';
import type { AnswerScan, ScanEnd } from './recordScan';

interface Finding {
	readonly source: JsonSource;
	readonly feed: RecordFeed;
}

/**
 * Counts what `JsonScan` counts, many times as fast, finds out what else the answer says, and has the records indexed on
 * the way. Sound records are found as a table finds them. `JsonScan` reads all that stands between and around them, and the
 * records that are not sound or are unusual, and so decides what is wrong.
 */
export class JsonCheck implements AnswerScan {
	private readonly names: RecordNames;
	private readonly beside: BesideRecords;
	private readonly careful: JsonScan;
	private readonly indexed: IndexedRecords;
	private finding: Finding;
	/** Offset, as that of the feed, of the first byte that the verdict is still to be told of. */
	private checked = 0;
	/** Where the bytes begin that the source looked at last. */
	private offset = 0;

	/**
	 * @param fields Those asked for.
	 * @param index Is given the records, and the end when that is whole.
	 */
	constructor(fields: readonly string[], index?: RecordsIndex) {
		this.names = new RecordNames(fields);
		this.beside = new BesideRecords(fields);
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
		const { missing, unasked, strange } = this.names.difference;
		if (strange) {
			throw new AppError({ kind: 'wrongHeader', missing, unexpected: unasked });
		}
		return { saidPartial: this.beside.hints(this.rows), fieldsMissing: missing, fieldsUnasked: unasked };
	}

	push(chunk: Uint8Array): void {
		for (let rest = chunk; rest.length > 0 && !this.malformed; ) {
			const { feed } = this.finding;
			if (!feed.neverEnds) {
				atOnce(feed.push(rest));
				if (feed.neverEnds) {
					this.check(this.finding.source.found.length);
				}
				return;
			}
			const taken = this.careful.pushToRecordEnd(rest);
			// It only counts the bytes.
			atOnce(feed.push(rest.subarray(0, taken)));
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
			atOnce(feed.end());
		}
		this.addCounts();
		const end = this.careful.end();
		if (end !== 'whole') {
			return end;
		}
		if (this.beside.errors.length > 0) {
			return 'errorTold';
		}
		this.indexed.finish(source, feed);
		return 'whole';
	}

	private begin(options: JsonSourceOptions): Finding {
		const source = new JsonSource(new Machine(), options);
		const feed = new RecordFeed(source, {
			longest: this.indexed.longest,
			least: this.indexed.least,
			onFound: (offset) => this.take(offset),
		});
		this.checked = 0;
		this.offset = 0;
		return { source, feed };
	}

	private *take(offset: number): Steps<boolean> {
		const { source, feed } = this.finding;
		this.offset = offset;
		this.look(source);
		if (!this.malformed) {
			yield* this.indexed.append(source, feed, offset);
		}
		return !this.malformed;
	}

	/** At the records found last, and at all else that is not the beginning of a sound one. */
	private look({ found, openRecord }: JsonSource): void {
		const { bytes, words } = found.machine;
		const places = found.places / 4;
		let end = 0;
		for (let record = 0; record < found.records; record++) {
			const start = words[places + 2 * record] ?? 0;
			end = words[places + 2 * record + 1] ?? 0;
			// Others are read together with what is between them.
			if (bytes[found.faults + record] === cellFaults.sound && this.reaches(start)) {
				this.names.addRecords(1);
				this.careful.skip(1, this.offset + end - this.checked);
				this.checked = this.offset + end;
			}
		}
		this.check(found.full ? end : (openRecord ?? found.length));
	}

	/** Whether a record may begin at this place of the source's bytes, and nothing before it is left to be checked. */
	private reaches(start: number): boolean {
		const { found } = this.finding.source;
		const from = this.checked - this.offset;
		const { betweenRecords } = this.careful;
		if (betweenRecords === 'behindRecord' && isSeparator(found.machine.bytes, found.base + from, found.base + start)) {
			return true;
		}
		this.check(start);
		return from <= start && this.careful.betweenRecords === 'beforeRecord';
	}

	/** Has all that was not looked at read carefully, up to this place of the source's bytes. */
	private check(end: number): void {
		const { base, machine } = this.finding.source.found;
		const from = this.checked - this.offset;
		if (end > from) {
			this.careful.push(machine.bytes.subarray(base + from, base + end));
			this.checked = this.offset + end;
		}
	}

	private addCounts(): void {
		for (const count of this.finding.source.nameCounts) {
			this.names.addCount(count);
		}
	}
}

/** Whether there is one comma between these places, and nothing else but white space. */
function isSeparator(bytes: Buffer, start: number, end: number): boolean {
	let commas = 0;
	for (let index = start; index < end; index++) {
		const byte = bytes[index] ?? 0;
		if (byte === comma) {
			commas++;
		} else if (!isJsonSpace(byte)) {
			return false;
		}
	}
	return commas === 1;
}

import type { Delimiter } from '../../../shared/results';
import type { Steps } from '../../common/steps';
import type { FieldTable } from '../../plan/fields';
import { CsvSource } from '../../scan/csvSource';
import { JsonSource } from '../../scan/jsonSource';
import { Machine } from '../../scan/machine';
import { RecordFeed } from '../../scan/recordFeed';
import type { RecordDecoder, RecordSource } from '../../scan/recordSource';
import { TableIndex } from '../table/tableIndex';

/** A longer record is held to be one that never ends: the table stops before it and is `truncated`. */
const maxRecordBytes = 64 * 1024 * 1024;

/** What scanning needs; it goes, with its memory, when the file has ended. */
interface Scanning {
	readonly source: RecordSource;
	readonly feed: RecordFeed;
}

/**
 * Builds a table's index: either from the bytes of its file, which are pushed in pieces of any size, or from the records
 * that somebody else finds in them, which are appended.
 */
export class TableBuilder {
	readonly index: TableIndex;
	/**
	 * Makes something that finds the cells of single records of the file, with the columns that are known by now. Until
	 * JSON brings new ones it may be used for every record.
	 */
	decoder: () => RecordDecoder;
	private scanning: Scanning | undefined;

	/** @param bytes Length of the file, 0 when it is not known. @param announced What it will be, if it is true. */
	constructor(
		readonly format: 'csv' | 'json',
		private readonly bytes: number,
		fields: FieldTable,
		announced = bytes,
		private readonly delimiter: Delimiter = ',',
	) {
		this.index = new TableIndex(format, bytes, fields, announced);
		this.decoder = () => this.scan().source.decoders()();
	}

	/**
	 * Why what else is pushed changes nothing: the record that has begun is too long to be one, or there are too many
	 * columns for so many records.
	 */
	get stopped(): 'neverEnds' | 'tooWide' | undefined {
		return this.index.tooWide ? 'tooWide' : this.scanning?.feed.neverEnds ? 'neverEnds' : undefined;
	}

	/** The chunk is used up with the first step. */
	*push(chunk: Uint8Array): Steps<void> {
		yield* this.scan().feed.push(chunk);
	}

	/** Takes the records that the source found last. @param offset Where its bytes begin in the file. */
	*append(source: RecordSource, offset: number): Steps<void> {
		yield* this.index.append(source.found, source.names, offset);
		this.index.moreColumns = source.moreColumns;
	}

	/** All bytes were pushed; the index is complete. */
	*end(): Steps<void> {
		const { source, feed } = this.scan();
		yield* feed.end();
		yield* this.finish(source, feed);
	}

	/** All records were appended; the index is complete. @param feed That of the source, which has ended. */
	*finish(source: RecordSource, { neverEnds, bytes }: RecordFeed): Steps<void> {
		yield* this.index.finish(neverEnds || !source.closed, this.bytes || bytes);
		this.decoder = source.decoders();
		this.scanning = undefined;
	}

	private *take(source: RecordSource, offset: number): Steps<boolean> {
		// A CSV is read on behind a record that never ends, for whoever only counts.
		if (!this.stopped) {
			yield* this.append(source, offset);
		}
		return !this.stopped;
	}

	private scan(): Scanning {
		if (!this.scanning) {
			const source =
				this.format === 'csv' ? new CsvSource(new Machine(), true, this.delimiter) : new JsonSource(new Machine());
			const feed = new RecordFeed(source, {
				longest: maxRecordBytes,
				onFound: (offset) => this.take(source, offset),
			});
			this.scanning = { source, feed };
		}
		return this.scanning;
	}
}

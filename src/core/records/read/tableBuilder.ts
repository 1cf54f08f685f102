import type { CooperativeTask } from '../../common/cooperativeTask';
import type { FieldTable } from '../../plan/fields';
import { CsvSource, type CsvSourceOptions } from '../../scan/csvSource';
import { JsonSource } from '../../scan/jsonSource';
import { RecordFeed } from '../../scan/recordFeed';
import type { RecordDecoder, RecordSource } from '../../scan/recordSource';
import { ScannerInstance } from '../../scan/scannerInstance';
import { TableIndex } from '../table/tableIndex';

/** Maximum length of a record in bytes. Longer records are counted but not indexed. */
const maxRecordBytes = 64 * 1024 * 1024;

/** Objects that use a lot of memory and are released at the end of the file. */
interface Scanning {
	readonly source: RecordSource;
	readonly feed: RecordFeed;
}

export interface TextLayout extends Omit<CsvSourceOptions, 'cells'> {
	/** Offset of the header if other text precedes it. */
	readonly start?: number;
	readonly listPath?: readonly string[];
	readonly isCut?: boolean;
}

/** Builds the index of a table from parsed records or from the bytes of the file, in chunks of any size. */
export class TableBuilder {
	readonly index: TableIndex;
	/** Creates a decoder for single records. The decoder becomes invalid when a JSON file gets new columns. */
	decoder: () => RecordDecoder;
	private scanning: Scanning | undefined;

	/** @param bytes Length of the file, or 0 if it is unknown. `announced` is untrusted and can be wrong. */
	constructor(
		readonly format: 'csv' | 'json',
		private readonly bytes: number,
		fields: FieldTable,
		announced = bytes,
		private readonly layout: TextLayout = {},
	) {
		this.index = new TableIndex(format, bytes, fields, announced);
		this.decoder = () => this.scan().source.decoders()();
	}

	/**
	 * Reason why further input is ignored: a record is too long, or there are too many columns for the number of records.
	 * Undefined if all input is read.
	 */
	get stopped(): 'neverEnds' | 'tooWide' | undefined {
		return this.index.tooWide ? 'tooWide' : this.scanning?.feed.isStopped ? 'neverEnds' : undefined;
	}

	/** Adds columns that may not occur in any record. Call this before `push`. */
	expectColumns(names: readonly string[]): void {
		const { source } = this.scan();
		if (source instanceof JsonSource) {
			source.expectColumns(names);
		}
	}

	*push(chunk: Uint8Array): CooperativeTask<void> {
		yield* this.scan().feed.push(chunk);
	}

	*append(source: RecordSource, offset: number): CooperativeTask<void> {
		yield* this.index.append(source.found, source.names, offset);
		this.index.moreColumns = source.moreColumns;
		this.index.joins = source.joins;
		this.index.tooLong = source.tooLong;
	}

	*end(): CooperativeTask<void> {
		const { source, feed } = this.scan();
		yield* feed.end();
		yield* this.finish(source, feed);
	}

	*finish(source: RecordSource, { isStopped, bytes }: RecordFeed): CooperativeTask<void> {
		this.index.tooLong = source.tooLong;
		const isTruncated = isStopped || !source.closed || this.layout.isCut === true;
		yield* this.index.finish(isTruncated, this.bytes || bytes);
		this.decoder = source.decoders();
		this.scanning = undefined;
	}

	private *take(source: RecordSource, offset: number): CooperativeTask<boolean> {
		yield* this.append(source, offset);
		return !this.stopped;
	}

	private scan(): Scanning {
		if (!this.scanning) {
			const { listPath } = this.layout;
			const source =
				this.format === 'csv'
					? new CsvSource(new ScannerInstance(), { ...this.layout, skipsLong: true })
					: new JsonSource(new ScannerInstance(), { ...(listPath && { listPath }), pauses: true, skipsLong: true });
			const feed = new RecordFeed(source, {
				longest: maxRecordBytes,
				start: this.layout.start ?? 0,
				onFound: (offset) => this.take(source, offset),
			});
			this.scanning = { source, feed };
		}
		return this.scanning;
	}
}

import type { Steps } from '../../common/steps';
import type { FieldTable } from '../../plan/fields';
import { Machine } from '../../scan/machine';
import { TableIndex } from '../table/tableIndex';
import { WorkSpace } from '../table/workSpace';
import { CsvSource } from './csvSource';
import { JsonSource } from './jsonSource';
import type { RecordDecoder, RecordSource } from './recordSource';

/** A longer record is held to be one that never ends: the table stops before it and is `truncated`. */
const maxRecordBytes = 64 * 1024 * 1024;

/** Bytes of a small file. Memory that is taken and not needed costs more than reading it. */
const firstRoom = 32 * 1024;

/** Room for so many chunks, so that unfinished records are seldom moved to the front; at most so many bytes ahead. */
const chunksOfRoom = 3;
const mostRoomAhead = 3 * 1024 * 1024;

const byteOrderMark = Buffer.from('\ufeff');

/** What scanning needs; it goes, with its memory, when the file has ended. */
interface Scanning {
	readonly source: RecordSource;
	readonly work: WorkSpace;
}

/** Builds a table's index from the bytes of its file, which may come in pieces of any size: from a disk or a network. */
export class TableBuilder {
	readonly index: TableIndex;
	/**
	 * Makes something that finds the cells of single records of the file, with the columns that are known by now. Until
	 * JSON brings new ones it may be used for every record.
	 */
	decoder: () => RecordDecoder;
	private scanning: Scanning | undefined;
	/** Bytes of the work space before this one are used up. */
	private used = 0;
	/** Where the work space begins in the file. */
	private offset = 0;
	/** Not before there are so many unused bytes is it worth looking again for the end of a long record. */
	private enough = byteOrderMark.length;
	private ended: 'neverEnds' | 'tooWide' | undefined;
	private pushed = 0;

	/** @param bytes Length of the file, 0 when it is not known. */
	constructor(
		readonly format: 'csv' | 'json',
		private readonly bytes: number,
		fields: FieldTable,
	) {
		const machine = new Machine();
		const source = format === 'csv' ? new CsvSource(machine) : new JsonSource(machine);
		this.index = new TableIndex(format, bytes, fields);
		this.scanning = { source, work: new WorkSpace(machine, firstRoom) };
		this.decoder = () => source.decoders()();
	}

	/**
	 * Why what else is pushed changes nothing: the record that has begun is too long to be one, or there are too many
	 * columns for so many records.
	 */
	get stopped(): 'neverEnds' | 'tooWide' | undefined {
		return this.ended;
	}

	/** The chunk is used up with the first step. */
	*push(chunk: Uint8Array): Steps<void> {
		const { scanning } = this;
		this.pushed += chunk.length;
		if (!scanning || this.ended) {
			return;
		}
		const { work } = scanning;
		if (!work.fits(chunk.length)) {
			work.drop(this.used);
			this.offset += this.used;
			this.used = 0;
			work.reserve(Math.min(chunksOfRoom * chunk.length, mostRoomAhead));
		}
		work.push(chunk);
		if (work.length - this.used >= this.enough) {
			yield* this.scan(scanning, false);
		}
	}

	/** The file has ended; the index is complete. */
	*end(): Steps<void> {
		const { scanning } = this;
		if (!scanning) {
			return;
		}
		if (!this.ended) {
			yield* this.scan(scanning, true);
		}
		yield* this.index.finish(this.ended !== undefined || !scanning.source.closed, this.bytes || this.pushed);
		this.decoder = scanning.source.decoders();
		this.scanning = undefined;
	}

	private *scan({ source, work }: Scanning, last: boolean): Steps<void> {
		const start = this.used;
		if (this.offset + start === 0 && work.begins(byteOrderMark)) {
			this.used = byteOrderMark.length;
		}
		for (let before = -1; this.used !== before; ) {
			before = this.used;
			this.used = source.scan(work, before, last);
			yield* this.index.append(source.found, source.names, this.offset);
			this.index.moreColumns = source.moreColumns;
			if (this.index.tooWide) {
				this.ended = 'tooWide';
				return;
			}
		}
		const rest = work.length - this.used;
		this.enough = this.used > start ? 1 : Math.min(2 * rest, maxRecordBytes + 1);
		this.ended = rest > maxRecordBytes ? 'neverEnds' : undefined;
	}
}

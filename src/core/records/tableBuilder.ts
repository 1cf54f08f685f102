import type { FieldTable } from '../service/fields';
import { CsvSource } from './csvSource';
import { JsonSource } from './jsonSource';
import { Machine } from './machine';
import type { RecordDecoder, RecordSource } from './recordSource';
import { TableIndex } from './tableIndex';
import { WorkSpace } from './workSpace';

/** A longer record is held to be one that never ends: the table stops before it and is `truncated`. */
const maxRecordBytes = 64 * 1024 * 1024;

/** Room for a few chunks, so that unfinished records are seldom moved to the front. */
const firstRoom = 1024 * 1024;

const byteOrderMark = Buffer.from('\ufeff');

/** Builds a table's index from the bytes of its file, which may come in pieces of any size: from a disk or a network. */
export class TableBuilder {
	readonly index: TableIndex;
	private source: RecordSource | undefined;
	private decoders: (() => RecordDecoder) | undefined;
	private work: WorkSpace | undefined;
	/** Bytes of the work space before this one are used up. */
	private used = 0;
	/** Where the work space begins in the file. */
	private offset = 0;
	/** Not before there are so many unused bytes is it worth looking again for the end of a long record. */
	private enough = byteOrderMark.length;
	private neverEnds = false;

	/** @param bytes Length of the file, 0 when it is not known. */
	constructor(format: 'csv' | 'json', bytes: number, fields: FieldTable) {
		const machine = new Machine();
		this.index = new TableIndex(format, bytes, fields);
		this.source = format === 'csv' ? new CsvSource(machine) : new JsonSource(machine);
		this.work = new WorkSpace(machine, firstRoom);
	}

	push(chunk: Uint8Array): void {
		const { work } = this;
		if (!work || this.neverEnds) {
			return;
		}
		if (!work.fits(chunk.length)) {
			work.drop(this.used);
			this.offset += this.used;
			this.used = 0;
		}
		work.push(chunk);
		if (work.length - this.used >= this.enough) {
			this.scan(work, false);
		}
	}

	/** The file has ended; the index is complete. */
	end(): void {
		const { work, source } = this;
		if (!work || !source) {
			return;
		}
		if (!this.neverEnds) {
			this.scan(work, true);
		}
		this.index.finish(this.neverEnds || !source.closed);
		this.decoders = source.decoders();
		// The machine's memory goes with them.
		this.source = undefined;
		this.work = undefined;
	}

	/** Something that finds the cells of single records of the file, with the columns that are known by now. */
	decoder(): RecordDecoder {
		const make = this.decoders ?? this.source?.decoders();
		if (!make) {
			throw new Error('the table has neither ended nor not ended');
		}
		return make();
	}

	private scan(work: WorkSpace, last: boolean): void {
		const { source } = this;
		if (!source) {
			return;
		}
		const start = this.used;
		if (this.offset + start === 0 && work.begins(byteOrderMark)) {
			this.used = byteOrderMark.length;
		}
		for (let before = -1; this.used !== before; ) {
			before = this.used;
			this.used = source.scan(work, before, last);
			this.index.append(source.found, source.names, this.offset);
		}
		const rest = work.length - this.used;
		this.enough = this.used > start ? 1 : 2 * rest;
		this.neverEnds = rest > maxRecordBytes;
	}
}

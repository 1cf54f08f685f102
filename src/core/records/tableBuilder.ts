import type { FieldTable } from '../service/fields';
import { CsvSource } from './csvSource';
import { JsonSource } from './jsonSource';
import type { RecordSource } from './recordSource';
import { TableIndex } from './tableIndex';

/** A longer record is held to be one that never ends: the table stops before it and is `truncated`. */
const maxRecordBytes = 64 * 1024 * 1024;

const byteOrderMark = Buffer.from('\ufeff');

/** Builds a table's index from the bytes of its file, which may come in pieces of any size: from a disk or a network. */
export class TableBuilder {
	readonly index: TableIndex;
	readonly source: RecordSource;
	private work: Buffer;
	/** Bytes in `work`. */
	private filled = 0;
	/** Those before this one are used up. */
	private used = 0;
	/** Where `work` begins in the file. */
	private offset = 0;
	/** Not before there are so many unused bytes is it worth looking again for the end of a long record. */
	private enough = byteOrderMark.length;
	private stopped = false;

	/** @param bytes Length of the file, 0 when it is not known. */
	constructor(format: 'csv' | 'json', bytes: number, fields: FieldTable) {
		this.index = new TableIndex(format, bytes, fields);
		this.source = format === 'csv' ? new CsvSource() : new JsonSource();
		this.work = Buffer.allocUnsafeSlow(1024 * 1024);
	}

	push(chunk: Uint8Array): void {
		if (this.stopped) {
			return;
		}
		this.makeRoom(chunk.length);
		this.work.set(chunk, this.filled);
		this.filled += chunk.length;
		if (this.filled - this.used >= this.enough) {
			this.scan(false);
		}
	}

	/** The file has ended; the index is complete. */
	end(): void {
		if (!this.stopped) {
			this.scan(true);
		}
		this.index.truncated = this.stopped || !this.source.closed;
		this.index.complete = true;
		this.stopped = true;
		this.work = Buffer.alloc(0);
	}

	private scan(last: boolean): void {
		const bytes = this.work.subarray(0, this.filled);
		const start = this.used;
		if (this.offset + start === 0 && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)) {
			this.used = byteOrderMark.length;
		}
		for (let before = -1; this.used !== before; ) {
			before = this.used;
			this.used = this.source.scan(bytes, before, last);
			this.index.append(this.source.found, this.source.names, this.offset, this.source.resolve);
		}
		const rest = this.filled - this.used;
		this.enough = this.used > start ? 1 : 2 * rest;
		this.stopped = rest > maxRecordBytes;
	}

	/** Moves the beginning of an unfinished record to the front, and takes more memory only if that is not enough. */
	private makeRoom(length: number): void {
		if (this.filled + length <= this.work.length) {
			return;
		}
		const rest = this.filled - this.used;
		const target =
			rest + length <= this.work.length
				? this.work
				: Buffer.allocUnsafeSlow(Math.max(rest + length, 2 * this.work.length));
		this.work.copy(target, 0, this.used, this.filled);
		this.work = target;
		this.offset += this.used;
		this.filled = rest;
		this.used = 0;
	}
}

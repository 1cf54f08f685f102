import { AppError } from '../../common/errors';
import { byteOrderMark } from '../../files/byteOrderMark';
import { deviceField, hashedDevices } from '../../plan/fields';
import { cellFaults } from '../../scan/cellBatch';
import { CsvSource } from '../../scan/csvSource';
import { ScannerInstance } from '../../scan/scannerInstance';
import { WorkSpace } from '../../scan/workSpace';
import type { DeviceHasher } from './deviceHasher';
import { type HashedText, maxRecordBytes } from './hashedText';

const firstRoom = 256 * 1024;

/**
 * Matches possible device IDs in records with the wrong number of cells. Times and sizes don't match, because they have
 * fewer digits.
 */
const likeAnId = /\d{12,}/g;

/**
 * Hashes the device column of a CSV file. In a record with the wrong number of cells, hashes everything that looks like
 * an ID.
 */
export class HashedCsv implements HashedText {
	private readonly instance = new ScannerInstance();
	private readonly source = new CsvSource(this.instance);
	private readonly work = new WorkSpace(this.instance, firstRoom);
	private column = -1;
	private used = 0;
	/** Number of bytes to buffer before searching for the end of the record again. */
	private enough = byteOrderMark.length;
	private begun = false;

	constructor(private readonly hasher: DeviceHasher) {}

	push(chunk: Uint8Array): Uint8Array[] {
		const { work } = this;
		if (!work.fits(chunk.length)) {
			work.drop(this.used);
			this.used = 0;
		}
		work.push(chunk);
		return work.length - this.used >= this.enough ? this.scan(false) : [];
	}

	end(): Uint8Array[] {
		const pieces = this.scan(true);
		const rest = this.bytes(this.used, this.work.length);
		return [...pieces, this.column < 0 ? rest : this.withoutIds(rest)];
	}

	private scan(last: boolean): Uint8Array[] {
		const { work, source } = this;
		const pieces: Uint8Array[] = [];
		const start = this.used;
		if (!this.begun) {
			this.begun = true;
			if (work.begins(byteOrderMark)) {
				pieces.push(Buffer.from(byteOrderMark));
				this.used = byteOrderMark.length;
			}
		}
		for (let before = -1; this.used !== before; ) {
			before = this.used;
			const { columns } = source;
			this.used = source.scan(work, before, last);
			if (this.used > before) {
				pieces.push(columns === 0 && source.columns > 0 ? this.header(before) : this.records(before));
			}
		}
		const rest = work.length - this.used;
		if (rest > maxRecordBytes) {
			throw new AppError({ kind: 'brokenBody', fault: 'quoteNotClosed' });
		}
		this.enough = this.used > start ? 1 : 2 * rest;
		return pieces;
	}

	private header(from: number): Uint8Array {
		const { names, header, headerCells } = this.source;
		this.column = names.indexOf(deviceField);
		const all = this.bytes(from, this.used);
		const at = this.column < 0 ? -1 : all.indexOf(header);
		if (at < 0) {
			return all;
		}
		const [start = 0, end = 0] = headerCells.slice(2 * this.column);
		return Buffer.concat([all.subarray(0, at + start), Buffer.from(hashedDevices.name), all.subarray(at + end)]);
	}

	private records(from: number): Uint8Array {
		const { column, source } = this;
		if (column < 0) {
			return this.bytes(from, this.used);
		}
		const { found } = source;
		const { words, bytes } = this.instance;
		const pieces: Uint8Array[] = [];
		let given = from;
		for (let record = 0; record < found.records; record++) {
			const place = found.places / 4 + 2 * record;
			const [start, end] = [words[place] ?? 0, words[place + 1] ?? 0];
			if (bytes[found.faults + record] !== cellFaults.sound) {
				pieces.push(this.bytes(given, start), this.withoutIds(this.bytes(start, end)));
				given = end;
				continue;
			}
			const [cellStart = 0, cellEnd = 0] = found.cellsAsWritten(record, column + 1).slice(2 * column);
			if (cellEnd > cellStart) {
				pieces.push(this.bytes(given, start + cellStart), Buffer.from(this.hashOf(found.text(record, column))));
				given = start + cellEnd;
			}
		}
		pieces.push(this.bytes(given, this.used));
		return Buffer.concat(pieces);
	}

	private withoutIds(record: Buffer): Buffer {
		const text = record.toString('latin1').replace(likeAnId, (id) => this.hasher.of(id));
		return Buffer.from(text, 'latin1');
	}

	/** Returns the hash of a device ID. In a repeated header, returns the name of the hashed column instead. */
	private hashOf(id: string): string {
		return id === deviceField ? hashedDevices.name : this.hasher.of(id);
	}

	private bytes(start: number, end: number): Buffer {
		const { base } = this.work;
		return Buffer.from(this.instance.bytes.subarray(base + start, base + end));
	}
}

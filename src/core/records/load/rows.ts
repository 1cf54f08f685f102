import { createHash } from 'node:crypto';
import { groupVersion } from '../../../shared/groupValue';
import { Pace } from '../../common/pace';
import { KeyCoder } from '../query/keys/keyCoder';
import type { Prepared } from '../query/prepared';
import { orderKey } from '../query/values/orderKey';
import { allRecords } from '../query/work/keep';
import { recordBatches } from '../query/work/recordBatches';
import type { Snapshot } from '../query/work/snapshot';
import type { LoadFacts } from '../server/dataset/loadFacts';
import { keyKinds, recordsOfLoad, type StoredField, storedFields } from '../server/dataset/schema';
import { deviceNumber, foldedOrEmpty, hashedKeyKinds, type KeysOfKind, keysOfRecords, recordMoment } from './derived';
import { RowBinary } from './rowBinary';

/** Bytes that are given at once. */
const pieceBytes = 1024 * 1024;

/** Which records of those that are equal a load has had before. */
class Copies {
	private readonly coder = new KeyCoder();
	private readonly counts: number[] = [];

	/** 0 for the first of equal ones, 1 for the second. */
	next(digest: Uint8Array): number {
		const code = this.coder.codeOfBytes(digest, 0, digest.length, 0);
		const count = this.counts[code] ?? 0;
		this.counts[code] = count + 1;
		return count;
	}
}

/** What a load writes of an opened table: its records with what is computed of them, the keys of their groups, and facts. */
export class LoadRows {
	readonly fields: readonly StoredField[];
	private readonly longest: number[];
	private keysOf: readonly KeysOfKind[] = [];

	/** @param load Its number. @param snapshot Of a table that is complete. */
	constructor(
		private readonly prepared: Prepared,
		private readonly snapshot: Snapshot,
		private readonly load: number,
	) {
		this.fields = storedFields(snapshot.allColumns);
		this.longest = this.fields.map(() => 0);
	}

	/** The rows of `records`, in RowBinary. */
	async *records(signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
		const { snapshot, prepared, fields } = this;
		const pace = new Pace(signal);
		const { timeColumn, deviceColumn } = snapshot.info;
		const times = timeColumn === undefined ? undefined : await prepared.times(snapshot, timeColumn, signal);
		this.keysOf = await this.groupKeys(pace);
		const columns = [...fields.keys()];
		const copies = new Copies();
		const out = new RowBinary();
		for (const batch of recordBatches(allRecords(snapshot.records), snapshot.table)) {
			for (const [index, cells] of (await snapshot.table.cells(batch, columns, signal)).entries()) {
				const record = batch[index] ?? 0;
				const { day, time } = recordMoment(times, record, cells[timeColumn ?? -1] ?? '');
				const digest = digestOf(cells);
				out.uint64(BigInt(this.load * recordsOfLoad + record));
				out.uint16(day);
				out.int64(time);
				for (const { codes, hashes } of this.keysOf) {
					out.fixed(hashes[codes[record] ?? 0] ?? Buffer.alloc(16));
				}
				out.uint64(deviceNumber(cells[deviceColumn ?? -1] ?? ''));
				out.fixed(digest);
				out.uint32(copies.next(digest));
				await this.fault(record, out, signal);
				this.cells(cells, out);
				if (out.length >= pieceBytes) {
					yield out.take();
				}
				if (pace.due) {
					await pace.rest();
				}
			}
		}
		yield out.take();
	}

	/** The rows of `keys`, in RowBinary; to be asked for behind the records. */
	*keys(): Iterable<Buffer> {
		const out = new RowBinary();
		for (const [place, kind] of hashedKeyKinds.entries()) {
			const { hashes = [], keys = [] } = this.keysOf[place] ?? {};
			for (const [index, { value, ordered, searched }] of keys.entries()) {
				out.uint8(keyKinds[kind]);
				out.fixed(hashes[index + 1] ?? Buffer.alloc(16));
				out.text(value);
				out.text(ordered);
				out.text(searched);
				if (out.length >= pieceBytes) {
					yield out.take();
				}
			}
		}
		yield out.take();
	}

	/** To be asked for behind the records. */
	get facts(): LoadFacts {
		const { info, allColumns, records } = this.snapshot;
		const { format, bytes, guessed, moreColumns, truncated } = info;
		return {
			...{ format, bytes, guessed, moreColumns, truncated, groupVersion, records },
			columns: allColumns.map(({ name, kind, values }, column) => ({
				name,
				kind,
				few: values.kind === 'dictionary',
				longest: this.longest[column] ?? 0,
			})),
		};
	}

	private async groupKeys(pace: Pace): Promise<KeysOfKind[]> {
		const found: KeysOfKind[] = [];
		for (const kind of hashedKeyKinds) {
			found.push(await keysOfRecords(this.prepared, this.snapshot, kind, pace));
		}
		return found;
	}

	private async fault(record: number, out: RowBinary, signal: AbortSignal): Promise<void> {
		const { table } = this.snapshot;
		if (!table.broken.has(record)) {
			out.uint8(0);
			out.uint32(0);
			out.text('');
			return;
		}
		const { raw, found } = await table.record(record, signal);
		out.uint8(table.format === 'csv' ? 1 : 2);
		out.uint32(found);
		out.text(raw());
	}

	private cells(cells: readonly string[], out: RowBinary): void {
		for (const [place, { kind, order }] of this.fields.entries()) {
			const value = cells[place] ?? '';
			this.longest[place] = Math.max(this.longest[place] ?? 0, Buffer.byteLength(value));
			out.text(value);
			out.text(foldedOrEmpty(value));
			if (order !== undefined) {
				out.text(value === '' ? '' : orderKey(kind, value));
			}
		}
	}
}

/** Equal for records with equal values. */
function digestOf(cells: readonly string[]): Buffer {
	const hash = createHash('md5');
	for (const cell of cells) {
		hash.update(`${Buffer.byteLength(cell)} `).update(cell);
	}
	return hash.digest();
}

import { groupVersion } from '../../../shared/groupValue';
import { Pace } from '../../common/pace';
import { Prepared } from '../query/prepared';
import { allRecords } from '../query/work/keep';
import { recordBatches } from '../query/work/recordBatches';
import type { Snapshot } from '../query/work/snapshot';
import type { Times } from '../query/work/times';
import type { LoadFacts } from '../server/dataset/loadFacts';
import { keyKinds, noTime, type StoredField } from '../server/dataset/schema';
import type { NumberValues } from '../table/table';
import { deviceNumber, hashedKeyKinds, type KeysOfKind, keysOfRecords, recordMoment } from './derived';
import { FieldWriter } from './fieldWriter';
import { RowBinary } from './rowBinary';
import { type SegmentColumn, segmentsOf, textOf } from './segments';

/** Bytes that are given at once. */
const pieceBytes = 1024 * 1024;

/** Records between two looks at the clock. */
const recordsOfTurn = 64;

/** Upper 32 bits of numbers of devices with so many digits that a hash stands for them. */
const firstHashed = Math.floor(1e19 / 2 ** 32);

const noHash = Buffer.alloc(16);
const noTimeBytes = Buffer.from(BigInt64Array.of(noTime).buffer);

/** Rows of so many records. */
interface RecordRows {
	readonly bytes: Buffer;
	readonly records: number;
}

/** What a load writes of an opened table: its records with what is computed of them, the keys of their groups, and facts. */
export class LoadRows {
	private readonly prepared = new Prepared();
	private readonly writers: readonly FieldWriter[];
	private keysOf: readonly KeysOfKind[] = [];

	/**
	 * @param snapshot Of a table that is complete.
	 * @param fields Those of the dataset, of which the columns of the table are, in their order.
	 * @param load Its number.
	 */
	constructor(
		private readonly snapshot: Snapshot,
		fields: readonly StoredField[],
		private readonly load: number,
	) {
		this.writers = fields.map((field, column) => new FieldWriter(field, snapshot.column(column).kind));
	}

	/** The rows of `records`, in RowBinary: the columns that are sent. */
	async *records(signal: AbortSignal): AsyncGenerator<RecordRows, void, void> {
		const { snapshot, prepared } = this;
		const pace = new Pace(signal);
		const { timeColumn } = snapshot.info;
		const times = timeColumn === undefined ? undefined : await prepared.times(snapshot, timeColumn, signal);
		if (this.keysOf.length === 0) {
			this.keysOf = await this.groupKeys(pace);
		}
		const out = new RowBinary();
		let records = 0;
		const all = allRecords(snapshot.records);
		for (const segment of segmentsOf(snapshot)) {
			using open = segment.open();
			for (const writer of this.writers) {
				writer.forget();
			}
			for (const batch of recordBatches(all.subarray(segment.first, segment.end), snapshot.table)) {
				const rows = open.read.length === 0 ? [] : await snapshot.table.cells(batch, open.read, signal);
				for (const [index, record] of batch.entries()) {
					const row = rows[index] ?? [];
					this.computed(record, times, open.columns, row, out);
					if (snapshot.table.broken.has(record)) {
						await this.fault(record, out, signal);
					} else {
						out.uint8(0);
						out.uint32(0);
						out.text('');
					}
					this.values(record, open.columns, row, out);
					records++;
					if (out.length >= pieceBytes) {
						yield { bytes: out.take(), records };
						records = 0;
					}
					if (record % recordsOfTurn === 0 && pace.due) {
						await pace.rest();
					}
				}
			}
		}
		if (records > 0) {
			yield { bytes: out.take(), records };
		}
	}

	/** The rows of `keys`, in RowBinary; to be asked for behind the records. */
	async *keys(signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
		const pace = new Pace(signal);
		const out = new RowBinary();
		for (const [place, kind] of hashedKeyKinds.entries()) {
			const { hashes = [], keys = [] } = this.keysOf[place] ?? {};
			for (const [index, { value, ordered, searched }] of keys.entries()) {
				out.uint8(keyKinds[kind]);
				out.fixed(hashes[index + 1] ?? noHash);
				out.text(value);
				out.text(ordered);
				out.text(searched);
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

	/** To be asked for behind the records. @param added Records that no earlier load had. */
	facts(added: number): LoadFacts {
		const { info, allColumns, records } = this.snapshot;
		const { format, bytes, guessed, moreColumns, truncated } = info;
		return {
			...{ format, bytes, guessed, moreColumns, truncated, groupVersion, records, added },
			columns: allColumns.map(({ name, kind, values }, column) => ({
				name,
				kind,
				few: values.kind === 'dictionary',
				longest: this.writers[column]?.longest ?? 0,
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

	/** All before what is broken of it. */
	private computed(
		record: number,
		times: Times | undefined,
		columns: readonly SegmentColumn[],
		row: readonly string[],
		out: RowBinary,
	): void {
		const { timeColumn = -1, deviceColumn = -1 } = this.snapshot.info;
		const { day, time } = recordMoment(times, record, () => textOf(columns[timeColumn], record, row) === '');
		out.uint64(record, this.load);
		out.uint16(day);
		if (time === undefined) {
			out.fixed(noTimeBytes);
		} else {
			out.int64(time);
		}
		for (const { codes, hashes } of this.keysOf) {
			out.fixed(hashes[codes[record] ?? 0] ?? noHash);
		}
		this.device(columns[deviceColumn], record, row, out);
	}

	private device(column: SegmentColumn | undefined, record: number, row: readonly string[], out: RowBinary): void {
		if (column?.kind === 'number' && column.values.form === 'integer') {
			const place = record - column.first;
			const [low = 0, high = 0] = [column.values.low[place], column.values.high?.[place]];
			// 0 is a device or none.
			if (low + high > 0 && high < firstHashed) {
				out.uint64(low, high);
				return;
			}
		}
		const { low, high } = deviceNumber(textOf(column, record, row));
		out.uint64(low, high);
	}

	private async fault(record: number, out: RowBinary, signal: AbortSignal): Promise<void> {
		const { table } = this.snapshot;
		const { raw, found } = await table.record(record, signal);
		out.uint8(table.format === 'csv' ? 1 : 2);
		out.uint32(found);
		out.text(raw());
	}

	private values(record: number, columns: readonly SegmentColumn[], row: readonly string[], out: RowBinary): void {
		const { writers } = this;
		for (let place = 0; place < writers.length; place++) {
			const column = columns[place];
			if (column?.kind === 'dictionary') {
				writers[place]?.ofCode(column.values.codes[record - column.first] ?? 0, column.values, out);
			} else {
				const seconds = column?.kind === 'number' ? secondsOf(column.values, record - column.first) : undefined;
				writers[place]?.text(textOf(column, record, row), out, seconds);
			}
		}
	}
}

/** What a number is as Unix seconds; undefined for those that may be no time. */
function secondsOf({ low, high, present }: NumberValues, place: number): number | undefined {
	return high || !present.has(place) ? undefined : low[place];
}

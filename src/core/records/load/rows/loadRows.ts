import { groupVersion } from '../../../../shared/groupValue';
import { Scheduler } from '../../../common/scheduler';
import { ScannerInstance } from '../../../scan/scannerInstance';
import type { CachedSnapshot } from '../../query/cachedSnapshot';
import { recordBatches } from '../../query/execution/recordBatches';
import { allRecords } from '../../query/execution/selectPositions';
import type { Times } from '../../query/execution/times';
import { keyHashBytes } from '../../server/dataset/hash16';
import type { LoadFacts } from '../../server/dataset/loadFacts';
import {
	comparedColumns,
	copyColumn,
	keyKinds,
	keysColumns,
	lastDay,
	monthOf,
	type StoredField,
	sentColumns,
} from '../../server/dataset/schema';
import { textsOfColumn } from './columnTexts';
import { CopyNumbers } from './copyNumbers';
import { hashedKeyKinds, type KeysOfKind, keysOfRecords, type LoadedKey, recordMoment } from './derived';
import type { FieldTexts, RecordBatch, RecordFault } from './fieldTexts';
import { NativeBlock } from './nativeBlock';
import { type ColumnWriter, getOwnColumns } from './ownColumns';
import { getSegments, type SegmentColumn } from './segments';
import { readSeconds } from './timeColumn';

const blockSize = { records: 8192, bytes: 2 * 1024 * 1024 };

const maxCachedBytes = 16 * 1024 * 1024;

const keysOfBlock = 8192;
const charactersOfBlock = 1024 * 1024;

interface RecordRows {
	/** Rows in ClickHouse's Native format. They are valid until the next block is requested. */
	readonly bytes: Buffer;
	readonly records: number;
}

/** Generates the rows of a load: records with computed columns, group keys, and facts about the load. */
export class LoadRows {
	private readonly longestBytes: number[];
	private keysOf: readonly KeysOfKind[] = [];
	private times: Promise<Times | undefined> | undefined;

	/** The table must be fully loaded. Its columns must be in the same order as `fields`. */
	constructor(
		private readonly snapshot: CachedSnapshot,
		private readonly fields: readonly StoredField[],
		private readonly timeColumn: number | undefined,
	) {
		this.longestBytes = fields.map(() => 0);
	}

	/** Yields the rows of the table `records` in Native format, without columns that the server computes. */
	async *records(signal: AbortSignal, load = 0): AsyncGenerator<RecordRows, void, void> {
		const { snapshot, fields, timeColumn = -1 } = this;
		const scheduler = new Scheduler(signal);
		const { deviceColumn = -1 } = snapshot.info;
		const times = await this.readTimes(signal);
		await this.prepare(signal);
		const sent = sentColumns(fields);
		const compared = comparedColumns(fields);
		using out = new NativeBlock(new ScannerInstance());
		using copies = new CopyNumbers(out, snapshot.records, blockSize.records);
		const all = allRecords(snapshot.records);
		for (const segment of getSegments(snapshot)) {
			using open = segment.open();
			using texts = this.getTexts(open.columns, out.instance);
			const writers = new Map([
				...getOwnColumns({
					load,
					times,
					keys: this.keysOf,
					timeColumn: open.columns[timeColumn],
					deviceColumn: open.columns[deviceColumn],
				}),
				...writersOf(fields, texts.each),
			]);
			for (const numbers of recordBatches(all.subarray(segment.first, segment.end), snapshot.table, blockSize)) {
				const batch = await this.read(numbers, open.read, signal);
				out.begin(sent.length + 1, numbers.length);
				copies.begin(numbers.length);
				for (const [name, type] of sent) {
					out.column(name, type);
					const start = out.length;
					writerOf(writers, name)(batch, out);
					if (compared.has(name)) {
						copies.add(start, type === 'UInt8' ? 1 : 0, numbers.length);
					}
					if (scheduler.isYieldDue) {
						await scheduler.yieldNow();
					}
				}
				out.column(...copyColumn);
				copies.write(numbers.length);
				yield { bytes: out.take(), records: numbers.length };
			}
			for (const [index, { longestBytes }] of texts.each.entries()) {
				this.longestBytes[index] = Math.max(this.longestBytes[index] ?? 0, longestBytes);
			}
		}
	}

	async prepare(signal: AbortSignal): Promise<void> {
		if (this.keysOf.length === 0) {
			this.keysOf = await this.groupKeys(new Scheduler(signal));
		}
	}

	async countMonths(signal: AbortSignal): Promise<number> {
		const times = await this.readTimes(signal);
		const hasRecords = new Uint8Array(lastDay + 1);
		await new Scheduler(signal).forEachBatch(this.snapshot.records, (from, to) => {
			for (let record = from; record < to; record++) {
				hasRecords[recordMoment(times, record, () => true).day] = 1;
			}
		});
		return new Set([...hasRecords.keys()].filter((day) => hasRecords[day] === 1).map(monthOf)).size;
	}

	/** Yields the rows of the table `keys`. A block is valid until the next block is requested. Call `records` first. */
	async *keys(signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
		const scheduler = new Scheduler(signal);
		using out = new NativeBlock(new ScannerInstance());
		for (const [index, kind] of hashedKeyKinds.entries()) {
			const { hashes = new Uint8Array(), keys = [] } = this.keysOf[index] ?? {};
			for (let from = 0; from < keys.length; ) {
				let to = from;
				for (let length = 0; to < keys.length && to - from < keysOfBlock && length < charactersOfBlock; to++) {
					length += keys[to]?.value.length ?? 0;
				}
				const each = (write: (key: LoadedKey) => void) => () => keys.slice(from, to).forEach(write);
				const values = {
					kind: each(() => out.uint8(keyKinds[kind])),
					hash: () => out.fixed(hashes.subarray((from + 1) * keyHashBytes, (to + 1) * keyHashBytes)),
					value: each(({ value }) => out.text(value)),
					ordered: each(({ ordered }) => out.text(ordered)),
					searched: each(({ searched }) => out.text(searched)),
				};
				out.begin(keysColumns.length, to - from);
				for (const [name, type] of keysColumns) {
					out.column(name, type);
					values[name]();
				}
				yield out.take();
				from = to;
				if (scheduler.isYieldDue) {
					await scheduler.yieldNow();
				}
			}
		}
	}

	/** Returns the metadata of the load. Must be called after `records`. */
	facts(added: number, shared: NonNullable<LoadFacts['shared']>): LoadFacts {
		const { info, allColumns, records } = this.snapshot;
		const { format, bytes, guessed, moreColumns, truncated, tooLong } = info;
		return {
			...(tooLong !== undefined && { tooLong }),
			format,
			bytes,
			guessed,
			moreColumns,
			truncated,
			groupVersion,
			records,
			added,
			shared,
			time: this.timeColumn === undefined ? undefined : this.snapshot.column(this.timeColumn).name,
			columns: allColumns.map(({ name, kind, values }, column) => ({
				name,
				kind,
				few: values.kind === 'dictionary',
				longestBytes: this.longestBytes[column] ?? 0,
			})),
		};
	}

	private readTimes(signal: AbortSignal): Promise<Times | undefined> {
		const { snapshot, timeColumn } = this;
		this.times ??= timeColumn === undefined ? Promise.resolve(undefined) : readSeconds(snapshot, timeColumn, signal);
		return this.times;
	}

	private async groupKeys(scheduler: Scheduler): Promise<KeysOfKind[]> {
		const found: KeysOfKind[] = [];
		for (const kind of hashedKeyKinds) {
			found.push(await keysOfRecords(this.snapshot, kind, scheduler));
		}
		return found;
	}

	private getTexts(columns: readonly SegmentColumn[], instance: ScannerInstance) {
		const memory = { left: maxCachedBytes };
		const kindOf = (place: number) => this.snapshot.column(place).kind;
		const each = columns.map((column, index) => textsOfColumn(column, kindOf(index), instance, memory));
		return {
			each,
			[Symbol.dispose]: () => {
				for (const texts of each) {
					texts[Symbol.dispose]();
				}
			},
		};
	}

	private async read(numbers: Uint32Array, columns: readonly number[], signal: AbortSignal): Promise<RecordBatch> {
		const { table } = this.snapshot;
		const rows = columns.length === 0 ? [] : await table.cells(numbers, columns, signal);
		const faults = new Map<number, RecordFault>();
		for (const record of numbers) {
			if (table.broken.has(record)) {
				const { raw, found } = await table.record(record, signal);
				faults.set(record, { kind: table.format === 'csv' ? 1 : 2, found, raw: raw() });
			}
		}
		const first = numbers[0] ?? 0;
		return { first, end: first + numbers.length, rows, faults };
	}
}

function writersOf(
	fields: readonly StoredField[],
	texts: readonly FieldTexts[],
): readonly (readonly [string, ColumnWriter])[] {
	return fields.flatMap(({ column, folded, order }, index) => {
		const of = texts[index];
		return of
			? [
					[column, of.values.bind(of)] as const,
					[folded, of.folded.bind(of)] as const,
					...(order === undefined ? [] : [[order, of.ordered.bind(of)] as const]),
				]
			: [];
	});
}

function writerOf(writers: ReadonlyMap<string, ColumnWriter>, name: string): ColumnWriter {
	const writer = writers.get(name);
	if (!writer) {
		throw new Error(`nothing is known of the column ${name}`);
	}
	return writer;
}

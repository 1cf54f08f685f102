import { groupVersion } from '../../../../shared/groupValue';
import { Pace } from '../../../common/pace';
import { Machine } from '../../../scan/machine';
import { Prepared } from '../../query/prepared';
import { allRecords } from '../../query/work/keep';
import { recordBatches } from '../../query/work/recordBatches';
import type { Snapshot } from '../../query/work/snapshot';
import { keyHashBytes } from '../../server/dataset/hash16';
import type { LoadFacts } from '../../server/dataset/loadFacts';
import { keyKinds, keysColumns, type StoredField, sentColumns } from '../../server/dataset/schema';
import { textsOfColumn } from './columnTexts';
import { hashedKeyKinds, type KeysOfKind, keysOfRecords, type LoadedKey } from './derived';
import type { FieldTexts, RecordBatch, RecordFault } from './fieldTexts';
import { NativeBlock } from './nativeBlock';
import { type ColumnWriter, ownColumnsOf } from './ownColumns';
import { type SegmentColumn, segmentsOf } from './segments';

/** Of a block: so many records, or so much of the file (bytes). */
const blockSize = { records: 8192, bytes: 2 * 1024 * 1024 };

/** Of texts of a segment that come again (bytes). */
const maxKept = 16 * 1024 * 1024;

/** Keys of a block: so many, or so many characters of them. */
const keysOfBlock = 8192;
const charactersOfBlock = 1024 * 1024;

/** A block of so many records. */
interface RecordRows {
	/** Good until the next one is asked for. */
	readonly bytes: Buffer;
	readonly records: number;
}

/** What a load writes of an opened table: its records with what is computed of them, the keys of their groups, and facts. */
export class LoadRows {
	private readonly prepared = new Prepared();
	private readonly longest: number[];
	private keysOf: readonly KeysOfKind[] = [];

	/**
	 * @param snapshot Of a table that is complete.
	 * @param fields Those of the dataset, of which the columns of the table are, in their order.
	 * @param load Its number.
	 */
	constructor(
		private readonly snapshot: Snapshot,
		private readonly fields: readonly StoredField[],
		private readonly load: number,
	) {
		this.longest = fields.map(() => 0);
	}

	/** The rows of `records`, as blocks in the format Native: the columns that are sent. */
	async *records(signal: AbortSignal): AsyncGenerator<RecordRows, void, void> {
		const { snapshot, prepared, fields, load } = this;
		const pace = new Pace(signal);
		const { timeColumn = -1, deviceColumn = -1 } = snapshot.info;
		const times = timeColumn < 0 ? undefined : await prepared.times(snapshot, timeColumn, signal);
		if (this.keysOf.length === 0) {
			this.keysOf = await this.groupKeys(pace);
		}
		const sent = sentColumns(fields);
		using out = new NativeBlock(new Machine());
		const all = allRecords(snapshot.records);
		for (const segment of segmentsOf(snapshot)) {
			using open = segment.open();
			using texts = this.textsOf(open.columns, out.machine);
			const writers = new Map([
				...ownColumnsOf({
					...{ load, times, keys: this.keysOf },
					timeColumn: open.columns[timeColumn],
					deviceColumn: open.columns[deviceColumn],
				}),
				...writersOf(fields, texts.each),
			]);
			for (const numbers of recordBatches(all.subarray(segment.first, segment.end), snapshot.table, blockSize)) {
				const batch = await this.read(numbers, open.read, signal);
				out.begin(sent.length, numbers.length);
				for (const [name, type] of sent) {
					out.column(name, type);
					writerOf(writers, name)(batch, out);
					if (pace.due) {
						await pace.rest();
					}
				}
				yield { bytes: out.take(), records: numbers.length };
			}
			for (const [place, { longest }] of texts.each.entries()) {
				this.longest[place] = Math.max(this.longest[place] ?? 0, longest);
			}
		}
	}

	/** The rows of `keys`, as blocks in the format Native, each good until the next; to be asked for behind the records. */
	async *keys(signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
		const pace = new Pace(signal);
		using out = new NativeBlock(new Machine());
		for (const [place, kind] of hashedKeyKinds.entries()) {
			const { hashes = new Uint8Array(), keys = [] } = this.keysOf[place] ?? {};
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
				if (pace.due) {
					await pace.rest();
				}
			}
		}
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

	private textsOf(columns: readonly SegmentColumn[], machine: Machine) {
		const memory = { left: maxKept };
		const kindOf = (place: number) => this.snapshot.column(place).kind;
		const each = columns.map((column, place) => textsOfColumn(column, kindOf(place), machine, memory));
		return {
			each,
			[Symbol.dispose]: () => {
				for (const texts of each) {
					texts[Symbol.dispose]();
				}
			},
		};
	}

	/** @param columns Places of those that are read back from the file. */
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
	return fields.flatMap(({ column, folded, order }, place) => {
		const of = texts[place];
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

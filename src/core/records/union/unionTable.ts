import type { FileChange, OpenProgress, TableInfo } from '../../../shared/results';
import { Bitset } from '../../common/bitset';
import { throwIfAborted } from '../../common/cancellation';
import { AppError } from '../../common/errors';
import { partitionPoint } from '../../common/sorting';
import { FieldTable } from '../../plan/fields';
import type { MemoryBudget } from '../indexFile/memoryBudget';
import { FileTable } from '../read/openTable';
import { SharedDecoders } from '../read/sharedDecoders';
import { kindByName } from '../table/columnKinds';
import { describeColumn, describeTable } from '../table/describeTable';
import type { KeyPart } from '../table/keyPart';
import type { BlockVisitor, CellVisitor, RecordText, ScanOptions, Table } from '../table/table';
import { FilePool, FilePrefetch } from './filePool';
import { MergedColumn } from './mergedColumn';

const progressMs = 100;

/** Number of partitions to open at the same time. Opening a partition requires about 20 disk reads in sequence. */
const openedAhead = 8;

interface PartsOptions {
	readonly fields?: FieldTable;
	readonly budget: MemoryBudget;
	/** Whether each partition has an index file. Missing index files are created. */
	readonly savesIndex: boolean;
}

interface FileInUnion {
	readonly table: FileTable;
	readonly first: number;
	readonly end: number;
	/** For each column of the whole table, its number in the partition, or undefined if the partition doesn't have it. */
	readonly places: readonly (number | undefined)[];
}

/** Table that consists of several record files in the same format. Columns missing in a file are empty. */
export class UnionTable implements Table, AsyncDisposable {
	readonly columns: MergedColumn[] = [];
	readonly broken = new Bitset();
	complete = false;
	private readonly parts: FileInUnion[] = [];
	private readonly files = new FilePool();
	private readonly decoders = new SharedDecoders();
	private readonly fields: FieldTable;
	/** Column numbers by name and occurrence, because a file can have several columns with the same name. */
	private readonly byName = new Map<string, number>();
	private described: TableInfo | undefined;
	private last = 0;

	/** Creates a table without records. Call `load` to add them. */
	constructor(
		private readonly paths: readonly string[],
		private readonly options: PartsOptions,
	) {
		this.fields = options.fields ?? new FieldTable();
	}

	get format(): TableInfo['format'] {
		return this.parts[0]?.table.format ?? 'csv';
	}

	get records(): number {
		return this.parts.at(-1)?.end ?? 0;
	}

	get info(): TableInfo {
		this.described ??= this.describe();
		return this.described;
	}

	/**
	 * Opens the partitions in order. Call this once. If a partition can't be opened, the previous ones remain usable.
	 * @throws AppError `cancelled`, `disk` or `unreadable`
	 */
	async load(signal: AbortSignal, report: (progress: OpenProgress) => void): Promise<TableInfo> {
		let reported = performance.now();
		await using opening = new FilePrefetch(this.paths, (path) => this.open(path, signal), openedAhead);
		for (const index of this.paths.keys()) {
			throwIfAborted(signal);
			await this.add(await this.readPart(await opening.next(), signal));
			if (performance.now() - reported > progressMs && this.records > 0) {
				reported = performance.now();
				// The total size is estimated, because only the sizes of the open partitions are known.
				const { bytes } = this.info;
				report({
					bytes,
					totalBytes: (bytes * this.paths.length) / (index + 1),
					records: this.records,
					info: this.info,
				});
			}
		}
		this.complete = true;
		this.described = undefined;
		const { info } = this;
		report({ bytes: info.bytes, totalBytes: info.bytes, records: this.records, info });
		return info;
	}

	get keyParts(): readonly KeyPart[] | undefined {
		const parts = this.parts.map(({ table, first }) => table.keyParts?.map((part) => ({ ...part, first })) ?? []);
		return this.complete && parts.every(({ length }) => length === 1) ? parts.flat() : undefined;
	}

	async withParts<T>(parts: readonly number[], ask: (table: Table) => Promise<T>): Promise<T> {
		const some = new UnionTable([], this.options);
		try {
			for (const [index, { table }] of this.parts.entries()) {
				if (parts.includes(index)) {
					await some.add(table);
				}
			}
			some.complete = true;
			return await ask(some);
		} finally {
			some.releaseColumns();
		}
	}

	/** @throws AppError `disk` */
	async change(): Promise<FileChange | undefined> {
		for (const { table } of this.parts) {
			const change = await table.change();
			if (change) {
				return change;
			}
		}
		return undefined;
	}

	start(number: number): number {
		const { table, first } = this.partOf(number);
		return table.start(number - first);
	}

	length(number: number): number {
		const { table, first } = this.partOf(number);
		return table.length(number - first);
	}

	async cells(numbers: ArrayLike<number>, columns: readonly number[], signal: AbortSignal): Promise<string[][]> {
		const held = columns.map((column) => this.columns[column]?.held);
		const inMemory = held.map((values) => (values?.kind === 'raw' ? undefined : values));
		const missing = columns.filter((_, place) => inMemory[place] === undefined);
		const rows = await this.eachPart(numbers, missing, '', (part, local, places) =>
			part.table.cells(local, places, signal),
		);
		if (missing.length === columns.length) {
			return rows;
		}
		return rows.map((row, index) => {
			const number = numbers[index] ?? 0;
			const read = row.values();
			return inMemory.map((values) => {
				if (!values) {
					return read.next().value ?? '';
				}
				return values.kind === 'number' ? values.text(number) : values.value(values.codes[number] ?? 0);
			});
		});
	}

	written(
		numbers: ArrayLike<number>,
		columns: readonly number[],
		signal: AbortSignal,
	): Promise<(string | undefined)[][]> {
		return this.eachPart(numbers, columns, undefined, (part, local, places) =>
			part.table.written(local, places, signal),
		);
	}

	async record(number: number, signal: AbortSignal): Promise<RecordText> {
		const { table, first, places } = this.partOf(number);
		const record = await table.record(number - first, signal);
		return { ...record, values: this.columns.map((_, column) => record.values[places[column] ?? -1] ?? '') };
	}

	async scanColumn(column: number, visit: CellVisitor, options: ScanOptions): Promise<void> {
		let goesOn = true;
		for (const part of this.within(options)) {
			await part.table.scanColumn(
				// If the partition has no such column, uses a column number after the last column, which results in empty
				// cells.
				part.places[column] ?? part.table.columns.length,
				(number, bytes, start, end) => {
					goesOn = visit(number + part.first, bytes, start, end) !== false;
					return goesOn;
				},
				ofPart(part, options),
			);
			if (!goesOn) {
				return;
			}
		}
	}

	async scanBlocks(visit: BlockVisitor, options: ScanOptions): Promise<void> {
		let goesOn = true;
		for (const part of this.within(options)) {
			await part.table.scanBlocks(
				async (block) => {
					const whole = { ...block, first: block.first + part.first, end: block.end + part.first };
					goesOn = (await visit(whole)) !== false;
					return goesOn;
				},
				ofPart(part, options),
			);
			if (!goesOn) {
				return;
			}
		}
	}

	decode(number: number, bytes: Buffer, start: number, end: number): string[] {
		const { table, first, places } = this.partOf(number);
		const values = table.decode(number - first, bytes, start, end);
		return this.columns.map((_, column) => values[places[column] ?? -1] ?? '');
	}

	columnAt(number: number, record: Buffer, from: number, to: number): number | undefined {
		const { table, first, places } = this.partOf(number);
		const place = table.columnAt(number - first, record, from, to);
		const column = place === undefined ? -1 : places.indexOf(place);
		return column === -1 ? undefined : column;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.releaseColumns();
		for (const { table } of this.parts) {
			await table[Symbol.asyncDispose]();
		}
	}

	private releaseColumns(): void {
		for (const column of this.columns) {
			column.release();
		}
	}

	private open(path: string, signal: AbortSignal): Promise<FileTable> {
		const { savesIndex, budget } = this.options;
		return FileTable.open(path, {
			fields: this.fields,
			saved: savesIndex ? budget : undefined,
			file: this.files.file(path),
			decoders: this.decoders,
			signal,
		});
	}

	/** Reads a partition. If its index can be saved, reopens it with the saved index, which needs less memory. */
	private async readPart(table: FileTable, signal: AbortSignal): Promise<FileTable> {
		const { savesIndex } = this.options;
		try {
			if (table.complete) {
				return table;
			}
			await table.load(signal, () => undefined);
			const saved =
				savesIndex &&
				(await table.saveIndex(signal).then(
					() => true,
					() => false,
				));
			throwIfAborted(signal);
			if (!saved) {
				return table;
			}
		} catch (error) {
			await table[Symbol.asyncDispose]();
			throw error;
		}
		const reopened = await this.open(table.path, signal);
		if (reopened.complete) {
			await table[Symbol.asyncDispose]();
			return reopened;
		}
		await reopened[Symbol.asyncDispose]();
		return table;
	}

	private async add(table: FileTable): Promise<void> {
		if (this.parts.length > 0 && table.format !== this.format) {
			await table[Symbol.asyncDispose]();
			throw new AppError({ kind: 'unreadable', fault: 'other', path: table.path, code: '' });
		}
		const first = this.records;
		const places: (number | undefined)[] = [];
		const counts = new Map<string, number>();
		for (const [index, { name }] of table.columns.entries()) {
			const occurrence = counts.get(name) ?? 0;
			counts.set(name, occurrence + 1);
			places[this.columnFor(name, occurrence)] = index;
		}
		const part = { table, first, end: first + table.records, places };
		for (const [column, merged] of this.columns.entries()) {
			merged.add(table.index, first, places[column]);
		}
		if (table.info.broken > 0) {
			for (let number = 0; number < table.records; number++) {
				if (table.broken.has(number)) {
					this.broken.add(first + number);
				}
			}
		}
		this.parts.push(part);
		this.described = undefined;
	}

	private columnFor(name: string, occurrence: number): number {
		const key = `${occurrence} ${name}`;
		const known = this.byName.get(key);
		if (known !== undefined) {
			return known;
		}
		const kind = kindByName(name, this.fields.get(name));
		const column = new MergedColumn(name, kind, this.options.budget);
		for (const { table, first } of this.parts) {
			column.add(table.index, first, undefined);
		}
		this.byName.set(key, this.columns.length);
		return this.columns.push(column) - 1;
	}

	private describe(): TableInfo {
		const infos = this.parts.map(({ table }) => table.info);
		const sum = (of: (info: TableInfo) => number) => infos.reduce((all, info) => all + of(info), 0);
		const tooLong = sum((info) => info.tooLong ?? 0);
		const [form] = infos.map((info) => info.form);
		return describeTable(
			this.columns.map((column) => describeColumn(column, this.fields)),
			{
				format: this.format,
				...(form && { form }),
				total: this.records,
				broken: sum(({ broken }) => broken),
				guessed: sum(({ guessed }) => guessed),
				moreColumns: infos.some(({ moreColumns }) => moreColumns),
				truncated: infos.some(({ truncated }) => truncated),
				...(tooLong > 0 && { tooLong }),
				bytes: sum(({ bytes }) => bytes),
			},
		);
	}

	private partOf(number: number): FileInUnion {
		const { parts } = this;
		const last = parts[this.last];
		if (last && number >= last.first && number < last.end) {
			return last;
		}
		const index = partitionPoint(0, parts.length - 1, (part) => (parts[part]?.end ?? 0) <= number);
		const found = parts[index];
		if (!found) {
			throw new RangeError(`no record ${number}`);
		}
		this.last = index;
		return found;
	}

	private *within({ records = this.records, only }: ScanOptions): Iterable<FileInUnion> {
		for (const part of this.parts) {
			if (part.first < records && (!only || hasAny(only, part.first, Math.min(part.end, records)))) {
				yield part;
			}
		}
	}

	private async eachPart<T>(
		numbers: ArrayLike<number>,
		columns: readonly number[],
		missing: T,
		ask: (part: FileInUnion, local: readonly number[], places: readonly number[]) => Promise<T[][]>,
	): Promise<T[][]> {
		const rows: T[][] = [];
		const byPart = new Map<FileInUnion, number[]>();
		for (let index = 0; index < numbers.length; index++) {
			const part = this.partOf(numbers[index] ?? 0);
			const indices = byPart.get(part) ?? [];
			byPart.set(part, indices);
			indices.push(index);
		}
		for (const [part, indices] of byPart) {
			const places = columns.map((column) => part.places[column]);
			const known = places.filter((place) => place !== undefined);
			const local = indices.map((index) => (numbers[index] ?? 0) - part.first);
			const found = known.length > 0 ? await ask(part, local, known) : [];
			for (const [place, index] of indices.entries()) {
				const values = found[place]?.values();
				rows[index] = places.map((column) => (column === undefined ? missing : (values?.next().value ?? missing)));
			}
		}
		return rows;
	}
}

function hasAny(only: Pick<Bitset, 'has'>, from: number, to: number): boolean {
	for (let number = from; number < to; number++) {
		if (only.has(number)) {
			return true;
		}
	}
	return false;
}

function ofPart({ first, end }: FileInUnion, { records = end, only, ...others }: ScanOptions): ScanOptions {
	return {
		...others,
		records: Math.min(end, records) - first,
		...(only && { only: { has: (number: number) => only.has(number + first) } }),
	};
}

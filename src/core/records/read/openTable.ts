import { type FileHandle, open } from 'node:fs/promises';
import { extname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { FileChange, FileForm, OpenProgress, TableInfo } from '../../../shared/results';
import { throwIfAborted } from '../../common/cancellation';
import { AppError } from '../../common/errors';
import { Scheduler } from '../../common/scheduler';
import { onDisk } from '../../files/diskError';
import type { Files } from '../../files/durableFile';
import { type ReadableFile, readFully } from '../../files/readableFile';
import { FieldTable } from '../../plan/fields';
import { getFingerprint } from '../indexFile/fingerprint';
import type { MemoryBudget } from '../indexFile/memoryBudget';
import { SavedIndex } from '../indexFile/savedIndex';
import { writeIndex } from '../indexFile/writeIndex';
import { ParquetError } from '../parquet/format/fault';
import type { FileIndex } from '../table/fileIndex';
import type { KeyPart } from '../table/keyPart';
import type { BlockVisitor, CellVisitor, RecordText, ScanOptions, Table, TableColumn } from '../table/table';
import { exportedForm } from '../table/tableIndex';
import { BlockReader } from './blockReader';
import { FileState } from './fileState';
import { describeForm } from './form/fileForm';
import { readSample } from './form/fileSample';
import { headerOffset } from './form/headerOffset';
import { type UnpackedFile, unpack } from './packedFile';
import { isParquetFile, ParquetCopy } from './parquetCopy';
import { copyPlain, needsCopy } from './plainCopy';
import { openSaved } from './savedBeside';
import { SavedKeysFile } from './savedKeysFile';
import { type Decoders, SharedDecoders } from './sharedDecoders';
import { TableBuilder } from './tableBuilder';
import { TemporaryCopy } from './temporaryCopy';

/** Chunk size in bytes, which is large enough for fast reading and small enough to save memory. */
const chunkBytes = 1024 * 1024;

/** Number of bytes to parse between two yields to other queries. For JSON, parsing them takes a few milliseconds. */
const pushedBytes = 256 * 1024;

const chunksAhead = 3;

const progressMs = 100;

interface OpenOptions {
	readonly fields?: FieldTable;
	readonly built?: TableBuilder | undefined;
	/** Encoding and delimiter. If undefined, they are detected from the beginning of the file. */
	readonly form?: Partial<FileForm> | undefined;
	/** Memory limit for the index that is saved next to the file. If undefined, no index is saved or used. */
	readonly saved?: MemoryBudget | undefined;
	/** Open handle of the file. If undefined, the file is opened. */
	readonly file?: ReadableFile;
	readonly decoders?: SharedDecoders;
	readonly signal?: AbortSignal;
}

interface OpenedFile {
	readonly copy: TemporaryCopy | undefined;
	readonly made: TableBuilder | SavedIndex;
	readonly state: FileState;
	readonly size: number;
	readonly decoders?: SharedDecoders | undefined;
	readonly hasSaved?: boolean | undefined;
	readonly firstByte?: number | undefined;
	readonly parquet?: ParquetCopy | undefined;
}

/** Open record file. Disposing of it closes the file, and pending calls then fail with an AppError. */
export class FileTable implements Table, AsyncDisposable {
	private readonly keys: SavedKeysFile;
	private readonly reader: BlockReader;
	readonly index: FileIndex;
	private known: { readonly columns: number; readonly decoders: Decoders } | undefined;

	private readonly copy: TemporaryCopy | undefined;
	private readonly made: TableBuilder | SavedIndex;
	private readonly state: FileState;
	private readonly size: number;
	private readonly decoders: SharedDecoders;
	/** Whether the index is saved next to the file, so that group keys can be saved as well. */
	private hasSaved: boolean;
	private readonly firstByte: number;
	private readonly parquet: ParquetCopy | undefined;

	private constructor(
		readonly path: string,
		private readonly original: ReadableFile,
		{ copy, made, state, size, decoders = new SharedDecoders(), hasSaved = false, firstByte = 0, parquet }: OpenedFile,
	) {
		this.copy = copy;
		this.made = made;
		this.state = state;
		this.size = size;
		this.decoders = decoders;
		this.hasSaved = hasSaved;
		this.firstByte = firstByte;
		this.parquet = parquet;
		this.keys = new SavedKeysFile(path, async () =>
			made instanceof SavedIndex ? made.of : getFingerprint(path, original),
		);
		this.index = made instanceof SavedIndex ? made : made.index;
		this.reader = new BlockReader(path, this.handle, this.index);
	}

	/**
	 * Opens the file. `load` reads the records later, unless `built` already contains the entire file.
	 * @throws AppError `disk`, or `unreadable` if the file contains no text.
	 */
	static async open(path: string, options: OpenOptions = {}): Promise<FileTable> {
		return onDisk(path, async () => {
			const original = options.file ?? (await open(path, 'r'));
			try {
				return await FileTable.of(path, original, options);
			} catch (error) {
				await original.close();
				throw error;
			}
		});
	}

	private static async of(
		path: string,
		original: ReadableFile,
		{ fields = new FieldTable(), built, form, saved, decoders, signal }: OpenOptions,
	): Promise<FileTable> {
		const state = await FileState.of(path, original);
		if (built) {
			return new FileTable(path, original, { copy: undefined, made: built, state, size: state.size, decoders });
		}
		if (await isParquetFile(path, original)) {
			const copy = await TemporaryCopy.empty();
			const builder = new TableBuilder('json', 0, fields);
			builder.index.container = { kind: 'parquet', bytes: state.size };
			const parquet = new ParquetCopy(path, original, state.size, copy);
			return new FileTable(path, original, {
				copy,
				made: builder,
				state,
				size: state.size,
				decoders,
				parquet,
			});
		}
		const index = form || !saved ? undefined : await openSaved(path, original, fields, saved);
		if (index) {
			return new FileTable(path, original, {
				copy: undefined,
				made: index,
				state,
				size: state.size,
				decoders,
				hasSaved: true,
			});
		}
		const unpacked = await unpack(path, original, state.size, signal);
		let copy = unpacked?.copy;
		try {
			const source = copy?.handle ?? original;
			const { format, ...found } = await formOf(path, source, unpacked, form);
			if (needsCopy(found)) {
				const plain = await copyPlain(source, found, signal);
				await copy?.[Symbol.asyncDispose]();
				copy = plain;
			}
			const size = copy ? (await copy.handle.stat()).size : state.size;
			// In the copy, the header is at offset 0, because the copy doesn't contain the lines above the header.
			const start = needsCopy(found) ? 0 : await headerOffset(source, found.headerLine);
			// A saved index must always be the same for the same file. The file is therefore read as one file, even if other
			// files were appended to it.
			const layout = { ...found, start, joined: !saved, isCut: unpacked?.isCut ?? false };
			const builder = new TableBuilder(format, size, fields, size, layout);
			if (!isDeepStrictEqual(found, exportedForm)) {
				builder.index.form = found;
			}
			return new FileTable(path, original, {
				copy,
				made: builder,
				state,
				size,
				decoders,
				firstByte: start,
			});
		} catch (error) {
			await copy?.[Symbol.asyncDispose]();
			throw error;
		}
	}

	get format(): TableInfo['format'] {
		return this.index.format;
	}

	get records(): number {
		return this.index.records;
	}

	get complete(): boolean {
		return this.index.complete;
	}

	get columns(): readonly TableColumn[] {
		return this.index.columns;
	}

	get info(): TableInfo {
		return this.index.info;
	}

	get broken() {
		return this.index.broken;
	}

	get keyParts(): readonly KeyPart[] | undefined {
		const { records } = this;
		return this.hasSaved
			? [{ first: 0, records, ...this.keys.of(records, async () => !(await this.change())) }]
			: undefined;
	}

	/**
	 * Returns how the file has changed, if at all. Records are still read at the original offsets.
	 * @throws AppError `disk`
	 */
	change(): Promise<FileChange | undefined> {
		return this.state.change();
	}

	start(number: number): number {
		return this.index.start(number);
	}

	length(number: number): number {
		return this.index.length(number);
	}

	/**
	 * Reads the entire file. Call this only once. After an error, the records that were read remain available.
	 * @throws AppError `cancelled`, `disk` or `unreadable`
	 */
	async load(signal: AbortSignal, report: (progress: OpenProgress) => void): Promise<TableInfo> {
		let reported = 0;
		const reportProgress = (bytes: number) => {
			reported = performance.now();
			report({ bytes, totalBytes: this.size, records: this.records, info: this.info });
		};
		const { made } = this;
		if (made instanceof SavedIndex || this.complete) {
			reportProgress(this.size);
			return this.info;
		}
		// Awaiting a chunk that is already in memory doesn't let other queries run, so a scheduler yields.
		const scheduler = new Scheduler(signal);
		let read = this.firstByte;
		try {
			const chunks = this.parquet ? this.converted(this.parquet, made, scheduler) : this.chunks(signal);
			for await (const chunk of chunks) {
				for (let from = 0; from < chunk.length; from += pushedBytes) {
					await scheduler.run(made.push(chunk.subarray(from, from + pushedBytes)));
					if (scheduler.isYieldDue) {
						await scheduler.yieldNow();
					}
				}
				read = this.parquet ? this.parquet.share * this.size : read + chunk.length;
				if (made.stopped) {
					break;
				}
				if (this.records > 0 && performance.now() - reported > progressMs) {
					reportProgress(read);
				}
			}
		} catch (error) {
			if (!(error instanceof ParquetError)) {
				throw error;
			}
			if (this.records === 0) {
				throw new AppError({ kind: 'unreadable', fault: error.fault, path: this.path, code: error.detail });
			}
			// Keeps the records that were read. The table counts as truncated, because its JSON array has no end.
		}
		if (made.stopped === 'tooWide') {
			throw new AppError({ kind: 'unreadable', fault: 'tooManyColumns', path: this.path, code: '' });
		}
		await scheduler.run(made.end());
		reportProgress(read);
		return this.info;
	}

	/**
	 * Saves the index if the file is in the export format, was read completely, and has not changed.
	 * @throws AppError `cancelled` or `disk`
	 */
	async saveIndex(signal: AbortSignal, files?: Files): Promise<void> {
		const { path, made, index } = this;
		// If a record is too long, no index is saved, because the index format has no field for the number of such records.
		const asExported = !this.copy && !this.info.form && this.info.tooLong === undefined;
		if (made instanceof SavedIndex || !this.complete || !asExported || (await this.change())) {
			return;
		}
		const of = await getFingerprint(path, this.original);
		if (!(await this.change())) {
			await writeIndex(path, index, of, new Scheduler(signal), files);
			this.hasSaved = true;
		}
	}

	async cells(numbers: ArrayLike<number>, columns: readonly number[], signal: AbortSignal): Promise<string[][]> {
		// Uses only columns in memory, because loading an entire column for one page would be slow.
		const stores = columns.map((column) => this.index.held(column));
		const records = Array.from(numbers);
		const isInFile = (column: number, place: number) =>
			column < this.columns.length && (stores[place] === undefined || stores[place].kind === 'raw');
		const texts = columns.some(isInFile) ? await this.each(records, signal, (bytes) => this.decodeOne(bytes)) : [];
		return records.map((number, index) =>
			stores.map((store, place) => {
				switch (store?.kind) {
					case 'dictionary':
						return store.value(store.codes[number] ?? 0);
					case 'number':
						return store.text(number);
					default:
						return texts[index]?.[columns[place] ?? -1] ?? '';
				}
			}),
		);
	}

	async written(
		numbers: ArrayLike<number>,
		columns: readonly number[],
		signal: AbortSignal,
	): Promise<(string | undefined)[][]> {
		return this.each(Array.from(numbers), signal, (bytes) => {
			const { single } = this.useDecoders();
			single.take(bytes);
			const values = 'written' in single ? single.written(0, bytes.length) : [];
			return columns.map((column) => values[column]);
		});
	}

	async record(number: number, signal: AbortSignal): Promise<RecordText> {
		const [bytes = Buffer.alloc(0)] = await this.reader.records([number], signal);
		const values = this.decodeOne(bytes);
		const { found } = this.useDecoders().single;
		return { values, raw: () => bytes.toString(), found };
	}

	async scanColumn(column: number, visit: CellVisitor, options: ScanOptions): Promise<void> {
		for await (const { first, end, bytes, offset } of this.reader.blocks(options)) {
			const { scan } = this.useDecoders();
			scan.take(bytes);
			for (let number = first; number < end; number++) {
				if (options.only?.has(number) === false) {
					continue;
				}
				const start = this.start(number) - offset;
				const cell = scan.cell(start, start + this.length(number), column);
				if (visit(number, cell.bytes, cell.start, cell.end) === false) {
					return;
				}
			}
			await options.afterPart?.();
		}
	}

	async scanBlocks(visit: BlockVisitor, options: ScanOptions): Promise<void> {
		for await (const block of this.reader.blocks(options)) {
			if ((await visit(block)) === false) {
				return;
			}
		}
	}

	decode(_number: number, bytes: Buffer, start: number, end: number): string[] {
		return this.decodeOne(bytes.subarray(start, end));
	}

	columnAt(_number: number, record: Buffer, from: number, to: number): number | undefined {
		const { single } = this.useDecoders();
		return 'columnAt' in single ? single.columnAt(record, from, to) : undefined;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.keys[Symbol.asyncDispose]();
		if (this.made instanceof SavedIndex) {
			this.made.release();
		}
		await this.copy?.[Symbol.asyncDispose]();
		await this.original.close();
	}

	private get handle(): ReadableFile {
		return this.copy?.handle ?? this.original;
	}

	private async each<R>(numbers: readonly number[], signal: AbortSignal, make: (bytes: Buffer) => R): Promise<R[]> {
		const scheduler = new Scheduler(signal);
		const rows: R[] = [];
		for (const bytes of await this.reader.records(numbers, signal)) {
			rows.push(make(bytes));
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
		return rows;
	}

	private decodeOne(bytes: Uint8Array): string[] {
		const { single } = this.useDecoders();
		single.take(bytes);
		return single.decode(0, bytes.length);
	}

	private useDecoders(): Decoders {
		const columns = this.columns.length;
		if (this.known?.columns !== columns) {
			const shape = JSON.stringify([this.format, this.info.form, this.columns.map(({ name }) => name)]);
			this.known = { columns, decoders: this.decoders.of(shape, () => this.made.decoder()) };
		}
		return this.known.decoders;
	}

	private async *converted(
		parquet: ParquetCopy,
		made: TableBuilder,
		scheduler: Scheduler,
	): AsyncGenerator<Buffer, void, void> {
		const records = await parquet.open(scheduler);
		made.expectColumns(records.names);
		yield* parquet.chunks(records, scheduler);
	}

	/** Yields the file in chunks and reads the next chunk ahead. A chunk is valid until the next one is requested. */
	private async *chunks(signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
		let offset = this.firstByte;
		const readNext = (into: Buffer) => {
			const reading = this.read(into, offset);
			offset += into.length;
			// Prevents an unhandled rejection. If no earlier chunk fails, the error is thrown when this chunk is awaited.
			reading.catch(() => undefined);
			return reading;
		};
		const ahead = Array.from({ length: chunksAhead }, () => readNext(Buffer.allocUnsafeSlow(chunkBytes)));
		try {
			for (let reading = ahead.shift(); reading; reading = ahead.shift()) {
				const chunk = await reading;
				throwIfAborted(signal);
				yield chunk;
				if (chunk.length < chunkBytes) {
					return;
				}
				ahead.push(readNext(chunk));
			}
		} finally {
			await Promise.allSettled(ahead);
		}
	}

	private read(into: Buffer, offset: number): Promise<Buffer> {
		return onDisk(this.path, () => readFully(this.handle, into, offset));
	}
}

const formats: Readonly<Record<string, TableInfo['format']>> = {
	'.csv': 'csv',
	'.json': 'json',
	'.jsonl': 'json',
	'.ndjson': 'json',
};

async function formOf(
	path: string,
	handle: FileHandle | ReadableFile,
	unpacked: UnpackedFile | undefined,
	chosen: Partial<FileForm> | undefined,
) {
	const { head, more } = await readSample(handle, Number((await handle.stat({ bigint: true })).size));
	const name = unpacked?.name ?? path;
	const form = describeForm(head, formats[extname(name).toLowerCase()], { more, chosen });
	if (typeof form === 'string') {
		throw new AppError({ kind: 'unreadable', fault: form, path, code: '' });
	}
	return { ...form, ...(unpacked && { packing: unpacked.packing }) };
}

import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FileChange, FileForm, OpenProgress, TableInfo } from '../../../shared/results';
import { throwIfAborted } from '../../common/cancellation';
import { AppError } from '../../common/errors';
import { Pace } from '../../common/pace';
import { onDisk } from '../../files/diskError';
import type { Files } from '../../files/durableFile';
import { FieldTable } from '../../plan/fields';
import { fingerprintOf } from '../saved/fingerprint';
import type { MemoryBudget } from '../saved/memoryBudget';
import { SavedIndex } from '../saved/savedIndex';
import { writeIndex } from '../saved/writeIndex';
import type { FileIndex } from '../table/fileIndex';
import type { KeyPart } from '../table/keyPart';
import type { BlockVisitor, CellVisitor, RecordText, ScanOptions, Table, TableColumn } from '../table/table';
import { BlockReader } from './blockReader';
import { headBytes, tellForm } from './fileForm';
import { FileState } from './fileState';
import { KeysBeside } from './keysBeside';
import type { ReadableFile } from './readableFile';
import { openSaved } from './savedBeside';
import { type Decoders, SharedDecoders } from './sharedDecoders';
import { TableBuilder } from './tableBuilder';
import { Utf8Copy } from './utf8Copy';

/** Few enough reads, and little memory. */
const chunkBytes = 1024 * 1024;

/** Measured: some milliseconds of work at most, of JSON; questions are answered in between. */
const pushedBytes = 256 * 1024;

/** Chunks that are read or wait to be used. */
const chunksAhead = 3;

/** How often progress is reported. */
const progressMs = 100;

interface OpenOptions {
	readonly fields?: FieldTable;
	readonly built?: TableBuilder | undefined;
	/** How the text is written; told by its beginning where nobody says. */
	readonly form?: FileForm | undefined;
	/** Memory for the index that is saved beside the file, which is used only where this is given. */
	readonly saved?: MemoryBudget | undefined;
	/** The file at the path; opened, and kept open, where it is not given. */
	readonly file?: ReadableFile;
	/** Shared with other files. */
	readonly decoders?: SharedDecoders;
	readonly signal?: AbortSignal;
}

/**
 * A file of records, opened for reading. It owns the file: disposed, it closes it, and whoever still asks gets an
 * AppError.
 */
export class FileTable implements Table, AsyncDisposable {
	private readonly keys: KeysBeside;
	private readonly reader: BlockReader;
	readonly index: FileIndex;
	private known: { readonly columns: number; readonly decoders: Decoders } | undefined;

	private constructor(
		readonly path: string,
		private readonly original: ReadableFile,
		/** The text in UTF-8, where the file's is not. */
		private readonly copy: Utf8Copy | undefined,
		private readonly made: TableBuilder | SavedIndex,
		private readonly state: FileState,
		/** Of the text in UTF-8. */
		private readonly size: number,
		private readonly decoders = new SharedDecoders(),
		/** There is an index beside the file, so there may be keys. */
		private hasSaved = false,
	) {
		this.keys = new KeysBeside(path, async () =>
			made instanceof SavedIndex ? made.of : fingerprintOf(path, original),
		);
		this.index = made instanceof SavedIndex ? made : made.index;
		this.reader = new BlockReader(path, this.handle, this.index);
	}

	/**
	 * Opens the file; it has no records before `load`.
	 * @param built Was given all bytes of this file before: `load` has nothing left to do.
	 * @throws AppError `disk`, or `unreadable` for a file that holds no text
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
			return new FileTable(path, original, undefined, built, state, state.size, decoders);
		}
		const index = form || !saved ? undefined : await openSaved(path, original, fields, saved);
		if (index) {
			return new FileTable(path, original, undefined, index, state, state.size, decoders, true);
		}
		const found = await formOf(path, original, form);
		const { format, encoding, delimiter } = found;
		const copy = encoding === 'utf8' ? undefined : await Utf8Copy.of(original, encoding, signal);
		const size = copy ? (await copy.handle.stat()).size : state.size;
		const builder = new TableBuilder(format, size, fields, size, delimiter);
		if (encoding !== 'utf8' || delimiter !== ',') {
			builder.index.form = { encoding, delimiter };
		}
		return new FileTable(path, original, copy, builder, state, size, decoders);
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
		return this.hasSaved ? [{ first: 0, records, ...this.keys.of(async () => !(await this.change())) }] : undefined;
	}

	/**
	 * What became of the file since it was opened. Records are then read from what is there, by the places that they had.
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
	 * Reads the file once from its beginning to its end; call it once.
	 * @throws AppError `cancelled`, `disk` or `unreadable`; what was read till then can still be asked for.
	 */
	async load(signal: AbortSignal, report: (progress: OpenProgress) => void): Promise<TableInfo> {
		let reported = 0;
		const tell = (bytes: number) => {
			reported = performance.now();
			report({ bytes, totalBytes: this.size, records: this.records, info: this.info });
		};
		const { made } = this;
		if (made instanceof SavedIndex || this.complete) {
			tell(this.size);
			return this.info;
		}
		// The next chunks are there already, and would be used without a turn for others.
		const pace = new Pace(signal);
		let read = 0;
		for await (const chunk of this.chunks(signal)) {
			for (let from = 0; from < chunk.length; from += pushedBytes) {
				await pace.through(made.push(chunk.subarray(from, from + pushedBytes)));
				if (pace.due) {
					await pace.rest();
				}
			}
			read += chunk.length;
			if (made.stopped) {
				break;
			}
			if (this.records > 0 && performance.now() - reported > progressMs) {
				tell(read);
			}
		}
		if (made.stopped === 'tooWide') {
			throw new AppError({ kind: 'unreadable', fault: 'tooManyColumns', path: this.path, code: '' });
		}
		await pace.through(made.end());
		tell(read);
		return this.info;
	}

	/**
	 * Saves the index beside the file once it is read to its end, unless that is saved already, or the file is not in the
	 * form of exports or has changed since.
	 * @throws AppError `cancelled` or `disk`
	 */
	async saveIndex(signal: AbortSignal, files?: Files): Promise<void> {
		const { path, made, index } = this;
		const asExported = !this.copy && !this.info.form;
		if (made instanceof SavedIndex || !this.complete || !asExported || (await this.change())) {
			return;
		}
		const of = await fingerprintOf(path, this.original);
		if (!(await this.change())) {
			await writeIndex(path, index, of, new Pace(signal), files);
			this.hasSaved = true;
		}
	}

	async cells(numbers: ArrayLike<number>, columns: readonly number[], signal: AbortSignal): Promise<string[][]> {
		// The whole of a column is not read from a saved index for a page of it.
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

	/** What is made of each of these records, in turns. */
	private async each<R>(numbers: readonly number[], signal: AbortSignal, make: (bytes: Buffer) => R): Promise<R[]> {
		const pace = new Pace(signal);
		const rows: R[] = [];
		for (const bytes of await this.reader.records(numbers, signal)) {
			rows.push(make(bytes));
			if (pace.due) {
				await pace.rest();
			}
		}
		return rows;
	}

	private decodeOne(bytes: Uint8Array): string[] {
		const { single } = this.useDecoders();
		single.take(bytes);
		return single.decode(0, bytes.length);
	}

	/** Made anew when JSON has brought new columns. */
	private useDecoders(): Decoders {
		const columns = this.columns.length;
		if (this.known?.columns !== columns) {
			const shape = JSON.stringify([this.format, this.info.form, this.columns.map(({ name }) => name)]);
			this.known = { columns, decoders: this.decoders.of(shape, () => this.made.decoder()) };
		}
		return this.known.decoders;
	}

	/** The file from its beginning; the next chunks are read while one is used, and each is good until the next. */
	private async *chunks(signal: AbortSignal): AsyncGenerator<Buffer, void, void> {
		let offset = 0;
		const readNext = (into: Buffer) => {
			const reading = this.read(into, offset);
			offset += into.length;
			// Whoever comes to this chunk hears of it; nobody does when an earlier one failed.
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

	/** Less than the whole buffer only at the end of the file. */
	private read(into: Buffer, offset: number): Promise<Buffer> {
		return onDisk(this.path, async () => {
			let filled = 0;
			for (let read = -1; read !== 0 && filled < into.length; filled += read) {
				read = (await this.handle.read(into, filled, into.length - filled, offset + filled)).bytesRead;
			}
			return into.subarray(0, filled);
		});
	}
}

const formats: Readonly<Record<string, TableInfo['format']>> = {
	'.csv': 'csv',
	'.json': 'json',
	'.jsonl': 'json',
	'.ndjson': 'json',
};

/**
 * By the file's name and its beginning.
 * @throws AppError `unreadable`
 */
async function formOf(path: string, handle: ReadableFile, chosen: FileForm | undefined) {
	const head = Buffer.alloc(headBytes);
	const { bytesRead } = await handle.read(head, 0, headBytes, 0);
	const form = tellForm(head.subarray(0, bytesRead), formats[extname(path).toLowerCase()]);
	if (typeof form === 'string') {
		throw new AppError({ kind: 'unreadable', fault: form, path, code: '' });
	}
	return { ...form, ...chosen };
}

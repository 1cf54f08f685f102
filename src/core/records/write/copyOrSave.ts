import type { CopyOrSave, TextToCopy } from '../../../shared/results';
import { throwIfAborted } from '../../common/cancellation';
import type { CooperativeTask } from '../../common/cooperativeTask';
import { Scheduler } from '../../common/scheduler';
import { type Files, nodeFiles } from '../../files/durableFile';
import { PartFile } from '../../files/partFile';
import type { CachedSnapshot } from '../query/cachedSnapshot';
import { recordBatches } from '../query/execution/recordBatches';
import { atPositions } from '../query/execution/selectPositions';
import type { Snapshot } from '../query/execution/snapshot';
import { ShownValues } from '../query/keys/shownValues';
import type { ByteSink } from './parquet/chunkWriter';
import { findTypes } from './parquet/findTypes';
import { ParquetFile } from './parquet/parquetFile';
import { jsonFormat, type RecordFormat, recordFormat } from './recordFormats';

export interface SavedPiece {
	readonly text: string;
	readonly records: number;
}

export async function copyText(
	snapshot: CachedSnapshot,
	what: TextToCopy,
	limit: number,
	signal: AbortSignal,
): Promise<string | undefined> {
	const numbers = await chosen(snapshot, what, signal);
	return joinedPieces(piecesOf(snapshot, what, numbers, signal), limit);
}

/** Joins all pieces into one string. Returns undefined if the string would have more than `limit` characters. */
export async function joinedPieces(all: AsyncIterable<SavedPiece>, limit: number): Promise<string | undefined> {
	const pieces: string[] = [];
	let length = 0;
	for await (const { text } of all) {
		length += text.length;
		if (length > limit) {
			return undefined;
		}
		pieces.push(text);
	}
	return pieces.join('');
}

interface Saving {
	readonly what: CopyOrSave;
	readonly path: string;
	readonly files?: Files;
	readonly onProgress: (progress: { readonly records: number; readonly of: number }) => void;
}

/** @throws AppError `cancelled` or `disk`. In both cases, no file is created or changed. */
export async function saveFile(
	snapshot: CachedSnapshot,
	{ what, ...saving }: Saving,
	signal: AbortSignal,
): Promise<{ records: number; bytes: number }> {
	const numbers = await chosen(snapshot, what, signal);
	return saveRows(
		{ ...saving, of: numbers.length },
		async (sink, onRecords) => {
			if (!isTextToCopy(what)) {
				return saveParquet(snapshot, what, numbers, { sink, onRecords, signal });
			}
			for await (const piece of piecesOf(snapshot, what, numbers, signal)) {
				await sink.write(piece.text);
				onRecords(piece.records);
			}
		},
		signal,
	);
}

export async function saveRows(
	{ path, files, of, onProgress }: Omit<Saving, 'what'> & { readonly of: number },
	write: (sink: SavedFile, onRecords: (count: number) => void) => Promise<void>,
	signal: AbortSignal,
): Promise<{ records: number; bytes: number }> {
	await using file = await SavedFile.create(path, files);
	let records = 0;
	await write(file, (count) => {
		records += count;
		onProgress({ records, of });
	});
	throwIfAborted(signal);
	await file.finish();
	return { records, bytes: file.bytes };
}

export function isTextToCopy(what: CopyOrSave): what is TextToCopy {
	return what.format !== 'parquet';
}

async function chosen(
	snapshot: CachedSnapshot,
	{ view, positions }: CopyOrSave,
	signal: AbortSignal,
): Promise<Uint32Array> {
	const order = await snapshot.order(view, signal);
	return positions ? atPositions(order, positions) : order;
}

async function* piecesOf(
	snapshot: CachedSnapshot,
	what: TextToCopy,
	numbers: Uint32Array,
	signal: AbortSignal,
): AsyncGenerator<SavedPiece, void, void> {
	const { table } = snapshot;
	const scheduler = new Scheduler(signal);
	const values = await ChosenValues.of(snapshot, what, scheduler);
	const isJson = what.format === 'json' || what.format === 'ndjson';
	const { head, tail, rows } =
		isJson && table.format === 'json'
			? getRows(jsonFormat(what.format, values.names), (batch) => values.written(batch))
			: getRows(recordFormat(what, values.names), (batch) => values.cells(batch));
	yield { text: head, records: 0 };
	let first = 0;
	for (const batch of recordBatches(numbers, table)) {
		const texts: string[] = [];
		for (const row of await rows(batch, first)) {
			texts.push((await scheduler.run(row())).result);
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
		yield { text: texts.join(''), records: batch.length };
		first += batch.length;
	}
	yield { text: tail, records: 0 };
}

interface Rows extends Pick<RecordFormat, 'head' | 'tail'> {
	/** Returns a writer function for each record of the batch. `first` is the number of records before the batch. */
	rows(batch: Uint32Array, first: number): Promise<(() => CooperativeTask<string>)[]>;
}

function getRows<V>(
	{
		head,
		tail,
		record,
	}: Pick<RecordFormat, 'head' | 'tail'> & { record(values: V, index: number): CooperativeTask<string> },
	read: (batch: Uint32Array) => Promise<V[]>,
): Rows {
	return {
		head,
		tail,
		rows: async (batch, first) => (await read(batch)).map((values, index) => () => record(values, first + index)),
	};
}

async function saveParquet(
	snapshot: CachedSnapshot,
	what: Pick<CopyOrSave, 'columns' | 'tracesAsWritten'>,
	numbers: Uint32Array,
	{ sink, onRecords, signal }: { sink: ByteSink; onRecords: (count: number) => void; signal: AbortSignal },
): Promise<void> {
	const { table } = snapshot;
	const scheduler = new Scheduler(signal);
	const values = await ChosenValues.of(snapshot, what, scheduler);
	const types = await findTypes(snapshot, what.columns, scheduler);
	const columns = values.names.map((name, index) => ({ name, type: types[index] ?? 'text' }));
	const file = await ParquetFile.begin(columns, sink, scheduler);
	for (const batch of recordBatches(numbers, table)) {
		const rows = await values.cells(batch);
		// Counts entire records, because a short cell may keep the text of its record in memory.
		const bytes = batch.reduce((sum, number) => sum + table.length(number), 0);
		await file.add(rows, bytes);
		onRecords(batch.length);
	}
	await file.finish();
}

/** File that the user saves. An existing file is replaced when the new file is complete. */
export class SavedFile implements AsyncDisposable {
	private written = 0;

	private constructor(private readonly part: PartFile) {}

	/** @throws AppError `disk`. `write` and `finish` throw the same error. */
	static async create(path: string, files: Files = nodeFiles): Promise<SavedFile> {
		return new SavedFile(await PartFile.open(path, files));
	}

	get bytes(): number {
		return this.written;
	}

	async write(content: string | Uint8Array): Promise<void> {
		const bytes = typeof content === 'string' ? Buffer.from(content) : content;
		await this.part.write(bytes);
		this.written += bytes.length;
	}

	/** Renames the file to its final name after flushing it to disk. */
	async finish(): Promise<void> {
		await this.part.finish();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.part[Symbol.asyncDispose]();
	}
}

/** Values to copy or save. Traces are either deobfuscated or the same as in the file. */
class ChosenValues {
	readonly names: readonly string[];
	private readonly place: number;

	private constructor(
		private readonly snapshot: Snapshot,
		private readonly columns: readonly number[],
		private readonly shown: ShownValues | undefined,
		private readonly scheduler: Scheduler,
	) {
		this.names = columns.map((column) => snapshot.column(column).name);
		this.place = columns.findIndex((column) => ShownValues.isOfTraces(snapshot, column));
	}

	/** @throws AppError `cancelled`. Methods that read values can also throw `disk`. */
	static async of(
		snapshot: CachedSnapshot,
		{ columns, tracesAsWritten }: Pick<CopyOrSave, 'columns' | 'tracesAsWritten'>,
		scheduler: Scheduler,
	): Promise<ChosenValues> {
		const shown = tracesAsWritten ? undefined : await snapshot.shownValues(scheduler.signal);
		return new ChosenValues(snapshot, columns, shown, scheduler);
	}

	async cells(batch: Uint32Array): Promise<string[][]> {
		const rows = await this.snapshot.table.cells(batch, this.columns, this.scheduler.signal);
		const texts = this.shown && this.place >= 0 ? rows.map((row) => row[this.place] ?? '') : [];
		return this.withTraces(rows, await this.shownTraces(batch, texts), (text) => text);
	}

	async written(batch: Uint32Array): Promise<(string | undefined)[][]> {
		const { table } = this.snapshot;
		const { signal } = this.scheduler;
		const rows = await table.written(batch, this.columns, signal);
		const column = this.columns[this.place];
		const texts = this.shown && column !== undefined ? await table.cells(batch, [column], signal) : [];
		return this.withTraces(rows, await this.shownTraces(batch, texts.flat()), JSON.stringify);
	}

	private async shownTraces(batch: Uint32Array, texts: readonly string[]): Promise<ReadonlyMap<number, string>> {
		const found = new Map<number, string>();
		for (const [index, text] of texts.entries()) {
			const value = await this.shown?.of(batch[index] ?? 0, text, this.scheduler);
			if (value && value.paths.length > 0) {
				found.set(index, value.text);
			}
		}
		return found;
	}

	private withTraces<V>(rows: V[][], traces: ReadonlyMap<number, string>, write: (text: string) => V): V[][] {
		for (const [index, text] of traces) {
			rows[index]?.splice(this.place, 1, write(text));
		}
		return rows;
	}
}

import type { CopyOrSave } from '../../../shared/results';
import { throwIfAborted } from '../../common/cancellation';
import { Pace } from '../../common/pace';
import type { Steps } from '../../common/steps';
import type { Files } from '../../files/durableFile';
import { ShownValues } from '../query/keys/shownValues';
import type { Prepared } from '../query/prepared';
import { atPositions } from '../query/work/positions';
import { recordBatches } from '../query/work/recordBatches';
import type { Snapshot } from '../query/work/snapshot';
import { jsonFormat, type RecordFormat, recordFormat } from './recordFormats';
import { SavedFile } from './savedFile';

interface Piece {
	readonly text: string;
	/** Records written with this piece. */
	readonly records: number;
}

/** Puts it all into one text; undefined when that would be longer than `limit` characters. */
export async function copyText(
	prepared: Prepared,
	snapshot: Snapshot,
	what: CopyOrSave,
	limit: number,
	signal: AbortSignal,
): Promise<string | undefined> {
	const pieces: string[] = [];
	let length = 0;
	for await (const { text } of piecesOf(
		prepared,
		snapshot,
		what,
		await chosen(prepared, snapshot, what, signal),
		signal,
	)) {
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

/** @throws AppError `cancelled` or `disk`; then no new file is there, and an earlier one of the name is as it was. */
export async function saveFile(
	prepared: Prepared,
	snapshot: Snapshot,
	{ what, path, files, onProgress }: Saving,
	signal: AbortSignal,
): Promise<{ records: number; bytes: number }> {
	const numbers = await chosen(prepared, snapshot, what, signal);
	await using file = await SavedFile.create(path, files);
	let records = 0;
	for await (const piece of piecesOf(prepared, snapshot, what, numbers, signal)) {
		await file.write(piece.text);
		records += piece.records;
		onProgress({ records, of: numbers.length });
	}
	throwIfAborted(signal);
	await file.finish();
	return { records, bytes: file.bytes };
}

/** The records in the order of the view, or of the positions asked for. */
async function chosen(
	prepared: Prepared,
	snapshot: Snapshot,
	{ view, positions }: CopyOrSave,
	signal: AbortSignal,
): Promise<Uint32Array> {
	const order = await prepared.order(snapshot, view, signal);
	return positions ? atPositions(order, positions) : order;
}

async function* piecesOf(
	prepared: Prepared,
	snapshot: Snapshot,
	what: CopyOrSave,
	numbers: Uint32Array,
	signal: AbortSignal,
): AsyncGenerator<Piece, void, void> {
	const { table } = snapshot;
	const { columns } = what;
	const names = columns.map((column) => snapshot.column(column).name);
	const shown = what.tracesAsWritten ? undefined : await prepared.shownValues(snapshot, signal);
	const pace = new Pace(signal);
	const place = columns.findIndex((column) => ShownValues.isOfTraces(snapshot, column));
	const tracesColumn = columns[place];
	/** @param texts Of the records' column with traces, as they were written. */
	const shownOf = async (batch: Uint32Array, texts: readonly string[]): Promise<ShownTraces> => {
		const found = new Map<number, string>();
		for (const [index, text] of texts.entries()) {
			const value = await shown?.of(batch[index] ?? 0, text, pace);
			if (value && value.paths.length > 0) {
				found.set(index, value.text);
			}
		}
		return { place, texts: found };
	};
	const cells = async (batch: Uint32Array) => {
		const read = await table.cells(batch, columns, signal);
		const texts = shown && place >= 0 ? read.map((row) => row[place] ?? '') : [];
		return withTraces(read, await shownOf(batch, texts), (text) => text);
	};
	const written = async (batch: Uint32Array) => {
		const read = await table.written(batch, columns, signal);
		const texts = shown && tracesColumn !== undefined ? await table.cells(batch, [tracesColumn], signal) : [];
		return withTraces(read, await shownOf(batch, texts.flat()), JSON.stringify);
	};
	const isJson = what.format === 'json' || what.format === 'ndjson';
	const { head, tail, rows } =
		isJson && table.format === 'json'
			? rowsOf(jsonFormat(what.format, names), written)
			: rowsOf(recordFormat(what, names), cells);
	yield { text: head, records: 0 };
	let first = 0;
	for (const batch of recordBatches(numbers, table)) {
		const texts: string[] = [];
		for (const row of await rows(batch, first)) {
			texts.push((await pace.through(row())).result);
			if (pace.due) {
				await pace.rest();
			}
		}
		yield { text: texts.join(''), records: batch.length };
		first += batch.length;
	}
	yield { text: tail, records: 0 };
}

/** What is shown of traces otherwise than it was written. */
interface ShownTraces {
	/** Of their column in a row. */
	readonly place: number;
	/** By the row. */
	readonly texts: ReadonlyMap<number, string>;
}

function withTraces<V>(rows: V[][], { place, texts }: ShownTraces, write: (text: string) => V): V[][] {
	for (const [index, text] of texts) {
		rows[index]?.splice(place, 1, write(text));
	}
	return rows;
}

interface Rows extends Pick<RecordFormat, 'head' | 'tail'> {
	/** What writes each record of a batch, of which `first` records are written already. */
	rows(batch: Uint32Array, first: number): Promise<(() => Steps<string>)[]>;
}

function rowsOf<V>(
	{ head, tail, record }: Pick<RecordFormat, 'head' | 'tail'> & { record(values: V, index: number): Steps<string> },
	read: (batch: Uint32Array) => Promise<V[]>,
): Rows {
	return {
		head,
		tail,
		rows: async (batch, first) => (await read(batch)).map((values, index) => () => record(values, first + index)),
	};
}

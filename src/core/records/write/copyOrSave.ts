import type { CopyOrSave } from '../../../shared/results';
import { throwIfAborted } from '../../common/cancellation';
import { Pace } from '../../common/pace';
import type { Steps } from '../../common/steps';
import type { Files } from '../../files/durableFile';
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
	for await (const { text } of piecesOf(snapshot, what, await chosen(prepared, snapshot, what, signal), signal)) {
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
	for await (const piece of piecesOf(snapshot, what, numbers, signal)) {
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
	snapshot: Snapshot,
	what: CopyOrSave,
	numbers: Uint32Array,
	signal: AbortSignal,
): AsyncGenerator<Piece, void, void> {
	const { table } = snapshot;
	const { columns } = what;
	const names = columns.map((column) => snapshot.column(column).name);
	const isJson = what.format === 'json' || what.format === 'ndjson';
	const { head, tail, rows } =
		isJson && table.format === 'json'
			? rowsOf(jsonFormat(what.format, names), (batch) => table.written(batch, columns, signal))
			: rowsOf(recordFormat(what, names), (batch) => table.cells(batch, columns, signal));
	yield { text: head, records: 0 };
	const pace = new Pace(signal);
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

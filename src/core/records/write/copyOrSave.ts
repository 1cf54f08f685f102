import type { CopyOrSave, TextToCopy } from '../../../shared/results';
import { throwIfAborted } from '../../common/cancellation';
import { Pace } from '../../common/pace';
import type { Steps } from '../../common/steps';
import type { Files } from '../../files/durableFile';
import type { Prepared } from '../query/prepared';
import { atPositions } from '../query/work/positions';
import { recordBatches } from '../query/work/recordBatches';
import type { Snapshot } from '../query/work/snapshot';
import { ChosenValues } from './chosenValues';
import { jsonFormat, type RecordFormat, recordFormat } from './recordFormats';
import { SavedFile } from './savedFile';
import { saveParquet } from './saveParquet';

interface Piece {
	readonly text: string;
	/** Records written with this piece. */
	readonly records: number;
}

/** Puts it all into one text; undefined when that would be longer than `limit` characters. */
export async function copyText(
	prepared: Prepared,
	snapshot: Snapshot,
	what: TextToCopy,
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
	const onRecords = (count: number) => {
		records += count;
		onProgress({ records, of: numbers.length });
	};
	if (isText(what)) {
		for await (const piece of piecesOf(prepared, snapshot, what, numbers, signal)) {
			await file.write(piece.text);
			onRecords(piece.records);
		}
	} else {
		await saveParquet(prepared, snapshot, what, numbers, { sink: file, onRecords, signal });
	}
	throwIfAborted(signal);
	await file.finish();
	return { records, bytes: file.bytes };
}

function isText(what: CopyOrSave): what is TextToCopy {
	return what.format !== 'parquet';
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
	what: TextToCopy,
	numbers: Uint32Array,
	signal: AbortSignal,
): AsyncGenerator<Piece, void, void> {
	const { table } = snapshot;
	const pace = new Pace(signal);
	const values = await ChosenValues.of(prepared, snapshot, what, pace);
	const isJson = what.format === 'json' || what.format === 'ndjson';
	const { head, tail, rows } =
		isJson && table.format === 'json'
			? rowsOf(jsonFormat(what.format, values.names), (batch) => values.written(batch))
			: rowsOf(recordFormat(what, values.names), (batch) => values.cells(batch));
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

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

/** Of what is copied or saved. */
export interface SavedPiece {
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
	const numbers = await chosen(prepared, snapshot, what, signal);
	return joinedPieces(piecesOf(prepared, snapshot, what, numbers, signal), limit);
}

/** All pieces as one text; undefined when that would be longer than `limit` characters. */
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

/** @throws AppError `cancelled` or `disk`; then no new file is there, and an earlier one of the name is as it was. */
export async function saveFile(
	prepared: Prepared,
	snapshot: Snapshot,
	{ what, ...saving }: Saving,
	signal: AbortSignal,
): Promise<{ records: number; bytes: number }> {
	const numbers = await chosen(prepared, snapshot, what, signal);
	return saveRows(
		{ ...saving, of: numbers.length },
		async (sink, onRecords) => {
			if (!isTextToCopy(what)) {
				return saveParquet(prepared, snapshot, what, numbers, { sink, onRecords, signal });
			}
			for await (const piece of piecesOf(prepared, snapshot, what, numbers, signal)) {
				await sink.write(piece.text);
				onRecords(piece.records);
			}
		},
		signal,
	);
}

/** As `saveFile`, of rows from anywhere. @param saving `of` is how many there are. */
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
): AsyncGenerator<SavedPiece, void, void> {
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

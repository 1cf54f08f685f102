import type { CopyOrSave } from '../../../shared/results';
import { throwIfAborted } from '../../common/cancellation';
import { Pace } from '../../common/pace';
import type { Files } from '../../files/durableFile';
import type { Prepared } from '../query/prepared';
import { recordBatches } from '../query/work/recordBatches';
import type { Snapshot } from '../query/work/snapshot';
import { recordFormat } from './recordFormats';
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

export interface Saving {
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
	if (!positions) {
		return order;
	}
	const parts = positions.map(({ from, to }) => order.subarray(Math.max(0, from), Math.max(0, to)));
	const numbers = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		numbers.set(part, at);
		at += part.length;
	}
	return numbers;
}

async function* piecesOf(
	snapshot: Snapshot,
	what: CopyOrSave,
	numbers: Uint32Array,
	signal: AbortSignal,
): AsyncGenerator<Piece, void, void> {
	const { table } = snapshot;
	const format = recordFormat(
		what,
		what.columns.map((column) => snapshot.column(column).name),
	);
	yield { text: format.head, records: 0 };
	const pace = new Pace(signal);
	let first = 0;
	for (const batch of recordBatches(numbers, table)) {
		const texts: string[] = [];
		for (const [index, values] of (await table.cells(batch, what.columns, signal)).entries()) {
			texts.push((await pace.through(format.record(values, first + index))).result);
			if (pace.due) {
				await pace.rest();
			}
		}
		yield { text: texts.join(''), records: batch.length };
		first += batch.length;
	}
	yield { text: format.tail, records: 0 };
}

import type { RecordQueries, RecordSessions } from '../../../../shared/recordsApi';
import type { CopyOrSave, TextToCopy } from '../../../../shared/results';
import { isProblem } from '../../../common/errors';
import { Scheduler } from '../../../common/scheduler';
import { isTextToCopy, joinedPieces, type SavedPiece, saveRows } from '../../write/copyOrSave';
import { ParquetFile } from '../../write/parquet/parquetFile';
import { recordFormat } from '../../write/recordFormats';
import type { AskedView, ServerViews } from '../dataset/views';
import { typesOnServer } from './columnTypes';

const recordsAtOnce = 2000;

export async function copyOnServer(
	views: ServerViews,
	{ what, limit }: RecordQueries['copy']['params'],
	signal: AbortSignal,
): Promise<string | undefined> {
	return joinedPieces(piecesOf(views, what, await chosen(views, what, signal), signal), limit);
}

type SaveMethod = RecordSessions['saveRecords'];

export async function saveOnServer(
	views: ServerViews,
	{ what, path }: Omit<SaveMethod['params'], 'session'>,
	onProgress: (progress: SaveMethod['progress']) => void,
	signal: AbortSignal,
): Promise<SaveMethod['result']> {
	const records = await chosen(views, what, signal);
	const of = records.ranges.reduce((sum, [from, to]) => sum + to - from, 0);
	return saveRows(
		{ path, of, onProgress },
		async (sink, onRecords) => {
			if (isTextToCopy(what)) {
				for await (const piece of piecesOf(views, what, records, signal)) {
					await sink.write(piece.text);
					onRecords(piece.records);
				}
				return;
			}
			const types = await typesOnServer(views.dataset, what.columns, signal);
			const columns = what.columns.map((column, index) => ({
				name: views.dataset.column(column).name,
				type: types[index] ?? ('text' as const),
			}));
			const file = await ParquetFile.begin(columns, sink, new Scheduler(signal));
			for await (const rows of batchesOf(views, what.columns, records, signal)) {
				await file.add(
					rows,
					rows.reduce((sum, row) => sum + row.reduce((all, { length }) => all + length, 0), 0),
				);
				onRecords(rows.length);
			}
			await file.finish();
		},
		signal,
	);
}

interface ChosenRecords {
	readonly view: AskedView;
	/** Ranges of positions in the view. The end of a range (`to`) is exclusive. */
	readonly ranges: readonly (readonly [from: number, to: number])[];
}

async function chosen(views: ServerViews, what: CopyOrSave, signal: AbortSignal): Promise<ChosenRecords> {
	const view = await views.view(what.view, signal);
	const within = (position: number) => Math.min(view.records, Math.max(0, position));
	const ranges = (what.positions ?? [{ from: 0, to: view.records }])
		.map(({ from, to }) => [within(from), within(to)] as const)
		.filter(([from, to]) => to > from);
	return { view, ranges };
}

async function* batchesOf(
	views: ServerViews,
	columns: readonly number[],
	{ view, ranges }: ChosenRecords,
	signal: AbortSignal,
): AsyncGenerator<string[][], void, void> {
	const selected = ['toString(_n)', ...columns.map((column) => views.dataset.column(column).text)];
	let atOnce = recordsAtOnce;
	for (const [from, to] of ranges) {
		for (let start = from; start < to; ) {
			const end = Math.min(to, start + atOnce);
			try {
				yield (await views.selectedAt(view, start, end, selected, signal)).map(([, ...cells]) => cells);
				start = end;
			} catch (error) {
				if (!isTooLong(error) || atOnce === 1) {
					throw error;
				}
				atOnce = Math.ceil(atOnce / 4);
			}
		}
	}
}

function isTooLong(error: unknown): boolean {
	return isProblem(error, 'databaseTooMuch') && error.problem.limit === 'bytes';
}

/** Values are written as strings, because a dataset doesn't store which values were JSON in the file. */
async function* piecesOf(
	views: ServerViews,
	what: TextToCopy,
	records: ChosenRecords,
	signal: AbortSignal,
): AsyncGenerator<SavedPiece, void, void> {
	const names = what.columns.map((column) => views.dataset.column(column).name);
	const { head, tail, record } = recordFormat(what, names);
	const scheduler = new Scheduler(signal);
	yield { text: head, records: 0 };
	let index = 0;
	for await (const rows of batchesOf(views, what.columns, records, signal)) {
		const texts: string[] = [];
		for (const cells of rows) {
			texts.push((await scheduler.run(record(cells, index++))).result);
		}
		yield { text: texts.join(''), records: texts.length };
	}
	yield { text: tail, records: 0 };
}

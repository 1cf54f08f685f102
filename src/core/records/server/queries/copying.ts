import type { RecordQueries, RecordSessions } from '../../../../shared/recordsApi';
import type { CopyOrSave, TextToCopy } from '../../../../shared/results';
import { isProblem } from '../../../common/errors';
import { Scheduler } from '../../../common/scheduler';
import { textLiteral } from '../../../database/literals';
import { isTextToCopy, joinedPieces, type SavedPiece, saveRows } from '../../write/copyOrSave';
import {
	chooseType,
	longestTyped,
	type ParquetColumnType,
	type TypedColumn,
	typedColumns,
} from '../../write/parquet/columnType';
import { ParquetFile } from '../../write/parquet/parquetFile';
import { recordFormat } from '../../write/recordFormats';
import type { Dataset } from '../dataset/dataset';
import type { AskedView, ServerViews } from '../dataset/views';

const recordsAtOnce = 2000;

/** Number of records in the sample. A column whose sampled values can only have the type `text` isn't read in full. */
const sampledRecords = 1000;

/** Pattern (RE2) for timestamps whose text can be restored exactly from the stored time. */
const timestamp = [
	String.raw`^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))`,
	String.raw`|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)`,
	String.raw` (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3}(?:\d{3})?)?$`,
].join('');
const paddedFraction = String.raw`\.(?:\d{3})?000$`;

const conditions: Readonly<Record<TypedColumn, (text: string) => string>> = {
	boolean: (text) => `${text} IN ('true', 'false')`,
	int64: (text) => `toString(toInt64OrZero(${text})) = ${text}`,
	uint64: (text) => `toString(toUInt64OrZero(${text})) = ${text}`,
	timestamp: (text) =>
		`(match(${text}, ${textLiteral(timestamp)}) AND NOT match(${text}, ${textLiteral(paddedFraction)}))`,
};

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
	/** Ranges of positions in the view. The end of each range is exclusive. */
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

/** Yields the records. In JSON, all values are strings, because a dataset doesn't store the original types. */
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

async function typesOnServer(
	dataset: Dataset,
	columns: readonly number[],
	signal: AbortSignal,
): Promise<readonly ParquetColumnType[]> {
	const sampled = await possibleTypes(dataset, columns, ` LIMIT ${sampledRecords}`, signal);
	const candidates = columns.filter((_, index) => !sampled[index]?.hasTexts || sampled[index]?.types.size > 0);
	const found = candidates.length === 0 ? [] : await possibleTypes(dataset, candidates, '', signal);
	const chosen = new Map(candidates.map((column, index) => [column, chooseType(found[index])]));
	return columns.map((column) => chosen.get(column) ?? 'text');
}

async function possibleTypes(dataset: Dataset, columns: readonly number[], limit: string, signal: AbortSignal) {
	const name = (place: number) => `_t${place}`;
	const texts = columns.map((column, place) => `${dataset.column(column).text} AS ${name(place)}`);
	const counts = columns.flatMap((_, place) => {
		const text = name(place);
		const wrong = typedColumns.map(
			(type) => `countIf(${text} != '' AND NOT (length(${text}) <= ${longestTyped} AND ${conditions[type](text)}))`,
		);
		return [`countIf(${text} != '')`, ...wrong].map((count) => `toString(${count})`);
	});
	const from = `(SELECT ${texts.join(', ')} FROM ${dataset.from} WHERE ${dataset.condition}${limit})`;
	const [row = []] = await dataset.rows(`SELECT ${counts.join(', ')} FROM ${from}`, 1, signal);
	return columns.map((_, place) => {
		const [filled, ...wrong] = row.slice(place * (typedColumns.length + 1), (place + 1) * (typedColumns.length + 1));
		return { hasTexts: filled !== '0', types: new Set(typedColumns.filter((_type, index) => wrong[index] === '0')) };
	});
}

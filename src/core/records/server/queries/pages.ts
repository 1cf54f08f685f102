import type { RecordQueries } from '../../../../shared/recordsApi';
import type { RecordDetail, RecordPage } from '../../../../shared/results';
import { isProblem } from '../../../common/errors';
import { cutText, ShownTexts, shortenErrors } from '../../table/readPage';
import { getBeginning } from '../dataset/sqlColumn';
import { before, getPivot } from '../dataset/viewOrder';
import type { ServerViews } from '../dataset/views';

/** Maximum number of characters to read from an error to find its most important line. */
const lineWithin = 8192;

export async function pageOnServer(
	views: ServerViews,
	{ view, start, end, columns, cellLength, errorLines = false }: RecordQueries['page']['params'],
	signal: AbortSignal,
): Promise<RecordPage> {
	const { dataset } = views;
	const lineColumn = errorLines ? dataset.info.columns.findIndex(({ name }) => name === 'error') : -1;
	const length = (column: number) => (column === lineColumn ? Math.max(cellLength, lineWithin) : cellLength);
	const cells = columns.map((column) => getBeginning(dataset.column(column).text, length(column)));
	const selected = ['toString(_fault)', 'toString(_n)', ...cells];
	const { count, first, rows } = await newlyCounted(views, async () => {
		const sqlView = await views.view(view, signal);
		const count = sqlView.records;
		const first = Math.min(Math.max(0, start), count);
		const last = Math.max(first, Math.min(end, count));
		return { count, first, rows: await views.selectedAt(sqlView, first, last, selected, signal) };
	});
	const shown = rows.map((row) => [...row]);
	await shortenErrors(shown, lineColumn < 0 ? -1 : 2 + columns.indexOf(lineColumn), signal);
	return {
		count,
		start: first,
		rows: shown.map(([fault, number, ...texts]) => ({
			number: Number(number),
			cells: texts.map((text) => cutText(text, cellLength)),
			broken: fault !== '0',
		})),
	};
}

/** Repeats a query with new counts if other clients have written to the table since records were counted. */
async function newlyCounted<T>(views: ServerViews, ask: () => Promise<T>): Promise<T> {
	try {
		return await ask();
	} catch (error) {
		if (!views.dataset.isHashed || !isProblem(error, 'databaseAnswer') || error.problem.fault !== 'changed') {
			throw error;
		}
		views.invalidateCounts();
		return ask();
	}
}

/** @throws RangeError if the dataset has no record with this number */
export async function recordOnServer(views: ServerViews, number: number, signal: AbortSignal): Promise<RecordDetail> {
	const { fault, found, raw, values } = await wholeRecord(views, number, signal);
	const shown = new ShownTexts();
	const cells = values.map((text, column) => shown.of(text, column));
	const kind = fault === 1 ? 'cells' : 'json';
	return {
		number,
		values: cells,
		fault: fault === 0 ? undefined : { kind, found, raw: shown.of(raw, 'raw') },
		...(shown.cut.length > 0 && { cut: shown.cut }),
	};
}

export async function valueOnServer(
	views: ServerViews,
	{ number, column, limit }: RecordQueries['value']['params'],
	signal: AbortSignal,
): Promise<string | undefined> {
	const text = column === 'raw' ? '_raw' : views.dataset.column(column).text;
	const [value] = (await views.ofRecord(checked(number), [text], signal)) ?? missing(number);
	return value === undefined || value.length > limit ? undefined : value;
}

export async function positionOnServer(
	views: ServerViews,
	params: RecordQueries['positionOf']['params'],
	signal: AbortSignal,
): Promise<number | undefined> {
	return (await placeOnServer(views, params, signal))?.position;
}

export async function placeOnServer(
	views: ServerViews,
	{ view, number }: RecordQueries['positionOf']['params'],
	signal: AbortSignal,
): Promise<{ readonly position: number; readonly equal: number } | undefined> {
	const { dataset } = views;
	const sqlView = await views.sql(view, signal);
	const pivot = await getPivot(views, sqlView, number, signal);
	if (!pivot) {
		return undefined;
	}
	const [[equal = '0', position = '0'] = []] = await dataset.rows(
		`SELECT toString(countIf(_n = ${number})), toString(countIf(${before(sqlView.order, pivot)})) FROM ${sqlView.from()} WHERE ${sqlView.where}`,
		1,
		signal,
	);
	return equal === '0' ? undefined : { position: Number(position), equal: Number(equal) };
}

interface WholeRecord {
	readonly fault: number;
	readonly found: number;
	readonly raw: string;
	readonly values: readonly string[];
}

async function wholeRecord(views: ServerViews, number: number, signal: AbortSignal): Promise<WholeRecord> {
	const { columns } = views.dataset;
	const selected = ['toString(_fault)', 'toString(_found)', '_raw', ...columns.map(({ text }) => text)];
	const row = await views.ofRecord(checked(number), selected, signal);
	const [fault, found, raw = '', ...values] = row ?? missing(number);
	return { fault: Number(fault), found: Number(found), raw, values };
}

function checked(number: number): number {
	return Number.isSafeInteger(number) && number >= 0 ? number : missing(number);
}

function missing(number: number): never {
	throw new RangeError(`no record ${number}`);
}

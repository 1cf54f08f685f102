import { fold } from '../../../../shared/fold';
import type { RecordQueries } from '../../../../shared/recordsApi';
import { locatedBy, locating } from '../dataset/locators';
import { containsText } from '../dataset/sqlColumn';
import { before, pivotOf } from '../dataset/viewOrder';
import { anywhere, orderBy } from '../dataset/viewSql';
import type { ServerViews } from '../dataset/views';
import { placeOnServer } from './pages';

type FindMethod = RecordQueries['find'];

/** Goes through a view to the next record with a text, once round. */
export async function findOnServer(
	views: ServerViews,
	{ view, text, from, backwards, columns = [] }: FindMethod['params'],
	signal: AbortSignal,
	report: (progress: FindMethod['progress']) => void,
): Promise<FindMethod['result']> {
	const { dataset } = views;
	const asked = await views.view(view, signal);
	if (asked.records === 0 || text === '') {
		return undefined;
	}
	const start = Math.min(Math.max(0, from), asked.records - 1);
	const [first] = await views.at(asked, start, start + 1, signal);
	const pivot = first === undefined ? undefined : await pivotOf(views, asked, first, signal);
	if (!pivot) {
		return undefined;
	}
	const hits = `(${asked.where}) AND (${anywhere(dataset.columns, text)})`;
	const firstOf = async (where: string) => {
		const [row] = await dataset.rows(
			`SELECT ${locating(dataset).join(', ')} FROM ${asked.from()} WHERE ${where} ORDER BY ${orderBy(asked.order, backwards)} LIMIT 1`,
			1,
			signal,
			(share) => report({ searched: Math.floor(share * asked.records), of: asked.records }),
		);
		return row && locatedBy(row);
	};
	// What is not found behind it is before it, if anywhere.
	const found = (await firstOf(`${hits} AND NOT (${before(asked.order, pivot, backwards)})`)) ?? (await firstOf(hits));
	if (!found) {
		return undefined;
	}
	views.locators.note([found]);
	if (dataset.isHashed) {
		await views.ofRecords([found.number], ['toString(_row)'], signal);
	}
	const place = await placeOnServer(views, { view, number: found.number }, signal);
	// Of equal records it is the one that comes first on the way.
	const nearest = backwards ? (place?.position ?? 0) + (place?.equal ?? 0) - 1 : place?.position;
	const position = place && found.number === first ? start : nearest;
	const column = await columnWith(views, found.number, text, columns, signal);
	return position === undefined ? undefined : { position, number: found.number, column };
}

/** The first column whose value has the text: of those preferred, else of all. */
async function columnWith(
	views: ServerViews,
	number: number,
	text: string,
	preferred: readonly number[],
	signal: AbortSignal,
): Promise<number> {
	const { columns } = views.dataset;
	const wanted = fold(text);
	const tests = columns.map((column) => `if(${containsText(column, wanted)}, '1', '')`);
	const [found = []] = await views.ofRecords([number], tests, signal);
	const has = (column: number) => found[column] === '1';
	return preferred.find((column) => column < columns.length && has(column)) ?? [...columns.keys()].find(has) ?? 0;
}

import { fold } from '../../../../shared/fold';
import type { RecordQueries } from '../../../../shared/recordsApi';
import { isProblem } from '../../../common/errors';
import { locatedBy, locating } from '../dataset/locators';
import { containsText } from '../dataset/sqlColumn';
import { before, getPivot } from '../dataset/viewOrder';
import type { ViewSql } from '../dataset/viewSql';
import { anywhere, orderBy } from '../dataset/viewSql';
import type { ServerViews } from '../dataset/views';
import { placeOnServer } from './pages';

type FindMethod = RecordQueries['find'];

export async function findOnServer(
	views: ServerViews,
	{ view, text, from, backwards, columns = [] }: FindMethod['params'],
	signal: AbortSignal,
	report: (progress: FindMethod['progress']) => void,
): Promise<FindMethod['result']> {
	const { dataset } = views;
	const sqlView = await views.view(view, signal);
	if (sqlView.records === 0 || text === '') {
		return undefined;
	}
	const start = Math.min(Math.max(0, from), sqlView.records - 1);
	const [first] = await views.at(sqlView, start, start + 1, signal);
	const pivot = first === undefined ? undefined : await getPivot(views, sqlView, first, signal);
	if (!pivot) {
		return undefined;
	}
	const hits = `(${sqlView.where}) AND (${anywhere(dataset.columns, text)})`;
	const search = async (where: string) => {
		const [row] = await dataset.rows(
			`SELECT ${locating(dataset).join(', ')} FROM ${sqlView.from()} WHERE ${where} ORDER BY ${orderBy(sqlView.order, backwards)} LIMIT 1`,
			1,
			signal,
			(share) => report({ searched: Math.floor(share * sqlView.records), of: sqlView.records }),
		);
		return row && locatedBy(row);
	};
	const firstOf = async (where: string) => {
		if (!views.searchedByDay.has(sqlView.where)) {
			try {
				return await search(where);
			} catch (error) {
				if (!sqlView.order[0]?.isTime || dataset.isHashed || !isProblem(error, 'databaseTooMuch')) {
					throw error;
				}
				views.searchedByDay.add(sqlView.where);
			}
		}
		return await searchByDay(views, sqlView, (days) => search(`(${where}) AND ${days}`), backwards, signal);
	};
	// If nothing is found from the start position on, the search continues at the beginning of the view.
	const found =
		(await firstOf(`${hits} AND NOT (${before(sqlView.order, pivot, backwards)})`)) ?? (await firstOf(hits));
	if (!found) {
		return undefined;
	}
	views.locators.note([found]);
	if (dataset.isHashed) {
		await views.ofRecords([found.number], ['toString(_row)'], signal);
	}
	const place = await placeOnServer(views, { view, number: found.number }, signal);
	// Of several identical records, uses the first one in the direction of the search.
	const nearest = backwards ? (place?.position ?? 0) + (place?.equal ?? 0) - 1 : place?.position;
	const position = place && found.number === first ? start : nearest;
	const column = await columnWith(views, found.number, text, columns, signal);
	return position === undefined ? undefined : { position, number: found.number, column };
}

/** Searches ranges of days. Each range is twice as long as the previous one, within the server's limits. */
async function searchByDay<T>(
	{ dataset }: ServerViews,
	{ from, where, order }: ViewSql,
	search: (condition: string) => Promise<T | undefined>,
	backwards: boolean,
	signal: AbortSignal,
): Promise<T | undefined> {
	const { key = "''", descending = false } = order[0] ?? {};
	const latestFirst = descending !== backwards;
	const span = `SELECT toString(min(toUInt16(_day))), toString(max(toUInt16(_day))) FROM ${from()} WHERE ${where} AND ${key} != ''`;
	const [days = []] = await dataset.rows(span, 1, signal);
	const [first = 0, last = 0] = days.map(Number);
	let isGrowing = true;
	for (let searched = 0, size = 1; searched <= last - first; ) {
		const near = latestFirst ? last - searched : first + searched;
		const far = latestFirst ? Math.max(first, near - size + 1) : Math.min(last, near + size - 1);
		const range = `_day >= toDate(${Math.min(near, far)}) AND _day <= toDate(${Math.max(near, far)})`;
		try {
			const found = await search(`${key} != '' AND ${range}`);
			if (found !== undefined) {
				return found;
			}
			searched += size;
			size *= isGrowing ? 2 : 1;
		} catch (error) {
			if (size === 1 || !isProblem(error, 'databaseTooMuch')) {
				throw error;
			}
			size = Math.ceil(size / 4);
			isGrowing = false;
		}
	}
	// Records without a time come last in both directions.
	return search(`${key} = ''`);
}

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

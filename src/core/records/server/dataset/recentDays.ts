import type { DatabaseClient } from '../../../database/databaseClient';
import { hasTime, secondsOfDay } from './schema';

const shownDays = 7;

/** Returns the start of the most recent days in Unix seconds. Undefined if there are no earlier records. */
export async function recentSince(
	source: Pick<DatabaseClient, 'rows'>,
	from: string,
	where: string,
	signal: AbortSignal,
): Promise<number | undefined> {
	const sql = `SELECT toString(toUInt16(_day)) FROM ${from} WHERE (${where}) AND ${hasTime} GROUP BY _day ORDER BY _day DESC LIMIT ${shownDays + 1}`;
	const days = await source.rows({ sql, maxRows: shownDays + 1, signal });
	const [day] = days[shownDays - 1] ?? [];
	return days.length > shownDays && day !== undefined ? Number(day) * secondsOfDay : undefined;
}

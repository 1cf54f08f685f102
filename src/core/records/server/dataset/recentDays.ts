import type { DatabaseClient } from '../../../database/databaseClient';
import { hasTime, secondsOfDay } from './schema';

/** So many of the last days that have records are shown first. */
const shownDays = 7;

/**
 * When the last days that have records begin (Unix seconds); undefined where there are no earlier ones.
 * @param where Which records there are.
 */
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

import type { DatabaseClient } from '../../../database/databaseClient';
import { nameLiteral } from '../../../database/literals';
import type { LoadFacts } from './loadFacts';
import { datasetTables, recordsOfLoad } from './schema';

/** More loads than a dataset has in years. */
const maxLoads = 1_000_000;

/** A load that was begun. */
interface BegunLoad {
	readonly load: number;
	/** Undefined while it is not finished, and where it never will be. */
	readonly facts: LoadFacts | undefined;
	readonly isAbandoned: boolean;
}

/** All loads of a dataset by their numbers. What was given up does not count, whatever became of it later. */
export async function readLoads(
	source: Pick<DatabaseClient, 'rows'>,
	database: string,
	signal: AbortSignal,
): Promise<readonly BegunLoad[]> {
	const rows = await source.rows({
		sql: `SELECT toString(load), toString(countIf(state = 'finished')), toString(countIf(state = 'abandoned')), anyIf(facts, state = 'finished') FROM ${nameLiteral(database)}.${datasetTables.loads} GROUP BY load ORDER BY load`,
		maxRows: maxLoads,
		signal,
	});
	return rows.map(([load, finished, abandoned, facts = '{}']) => ({
		load: Number(load),
		facts: finished !== '0' && abandoned === '0' ? JSON.parse(facts) : undefined,
		isAbandoned: abandoned !== '0',
	}));
}

/** Holds for the records of finished loads. @param own One that counts as finished; it is the last. */
export function ofFinished(loads: readonly BegunLoad[], own?: number): string {
	const last = own ?? loads.findLast(({ facts }) => facts)?.load;
	if (last === undefined) {
		return '0';
	}
	const others = loads.filter(({ load, facts }) => !facts && load < last).map(({ load }) => load);
	return [
		`_n < ${(last + 1) * recordsOfLoad}`,
		...(others.length > 0 ? [`intDiv(_n, ${recordsOfLoad}) NOT IN (${others.join(', ')})`] : []),
	].join(' AND ');
}

import type { DatabaseClient } from '../../../database/databaseClient';
import { nameLiteral } from '../../../database/literals';
import type { LoadFacts } from './loadFacts';
import { datasetTables, recordsOfLoad } from './schema';

const maxLoads = 1_000_000;

export interface BegunLoad {
	readonly load: number;
	/** Time of the last state change, in Unix seconds. */
	readonly at: number;
	readonly facts: LoadFacts | undefined;
	readonly isAbandoned: boolean;
}

/** Returns all loads, sorted by number. An abandoned load remains abandoned, even if it finished later. */
export async function readLoads(
	source: Pick<DatabaseClient, 'rows'>,
	database: string,
	signal: AbortSignal,
): Promise<readonly BegunLoad[]> {
	const rows = await source.rows({
		sql: `SELECT toString(load), toString(countIf(state = 'finished')), toString(countIf(state = 'abandoned')), anyIf(facts, state = 'finished'), toString(max(at)) FROM ${nameLiteral(database)}.${datasetTables.loads} GROUP BY load ORDER BY load`,
		maxRows: maxLoads,
		signal,
	});
	return rows.map(([load, finished, abandoned, facts = '{}', at]) => ({
		load: Number(load),
		at: Number(at),
		facts: finished !== '0' && abandoned === '0' ? JSON.parse(facts) : undefined,
		isAbandoned: abandoned !== '0',
	}));
}

/** Returns an SQL condition for the records of finished loads and, if `own` is given, of this unfinished load. */
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

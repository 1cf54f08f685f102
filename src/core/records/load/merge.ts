import { AppError, isProblem } from '../../common/errors';
import type { DatabaseClient } from '../../database/databaseClient';
import { nameLiteral } from '../../database/literals';
import { datasetTables, recordsOfLoad, type StoredField, sentColumns } from '../server/dataset/schema';
import type { Claim } from './claim';

/** Maximum number of records per statement, because the server holds their digests in memory. */
const recordsAtOnce = 2_000_000;

/** Maximum number of days per INSERT, because servers reject INSERTs into too many partitions. */
const daysAtOnce = 1000;

const maxDays = 100_000;

const maxLoads = 1_000_000;

/** ClickHouse error NOT_IMPLEMENTED, for example for OPTIMIZE on a Distributed table. */
const notImplemented = 48;

const maxTries = 3;

interface MergeOrder {
	readonly client: DatabaseClient;
	readonly database: string;
	readonly load: number;
	readonly fields: readonly StoredField[];
	/** Quoted SQL name of the table that holds the records of the load. */
	readonly staging: string;
	/** SQL condition for the dataset's visible records, including those from this load. */
	readonly present: string;
	/** Whether equal records always have the same day. Otherwise, equal records are found by their digests. */
	readonly byDay: boolean;
	readonly claim: Pick<Claim, 'fence' | 'check'>;
	readonly onProgress: (records: number) => void;
	readonly signal: AbortSignal;
}

interface Day {
	readonly day: number;
	readonly loaded: number;
	readonly known: number;
}

interface LoadedPart {
	/** SQL condition that selects the same days or digests from the load and from the dataset. */
	readonly scope: string;
	readonly loaded: number;
	/** Whether `loaded` is the exact number of records of the load. */
	readonly isExact: boolean;
	readonly partitions: readonly string[];
}

interface MergedRecords {
	readonly added: number;
	/** Number of records that earlier loads had already added, by load number. */
	readonly shared: Readonly<Record<string, number>>;
}

/**
 * Adds the records that the dataset doesn't have yet. `_copy` numbers equal records within a load, so that `_digest`
 * and `_copy` together are unique.
 */
export async function merge(order: MergeOrder): Promise<MergedRecords> {
	let merged = 0;
	let added = 0;
	const shared = new Map<string, number>();
	for (const part of getParts(await getDays(order), order.byDay)) {
		const addedOfPart = await mergePart(order, part);
		added += addedOfPart.added;
		for (const [load, count] of addedOfPart.shared) {
			shared.set(load, (shared.get(load) ?? 0) + count);
		}
		merged += part.loaded;
		order.onProgress(merged);
	}
	return { added, shared: Object.fromEntries(shared) };
}

interface MergedPart {
	readonly added: number;
	readonly shared: readonly (readonly [load: string, records: number])[];
}

async function mergePart(order: MergeOrder, part: LoadedPart): Promise<MergedPart> {
	const { client, database, load, fields, claim, signal } = order;
	const records = `${nameLiteral(database)}.${datasetTables.records}`;
	const names = sentColumns(fields).map(([name]) => nameLiteral(name));
	const columns = names.join(', ');
	const numbered = names
		.map((name) => (name === '`_n`' ? `_n + toUInt64('${load * recordsOfLoad}')` : name))
		.join(', ');
	const where = presentIn(order, part);
	const present = `SELECT _digest, _copy FROM ${records} WHERE ${where}`;
	for (let tries = 1; ; tries++) {
		await claim.check(signal);
		await client.change({
			sql: `INSERT INTO ${records} (${columns}, _digest, _copy) SELECT ${numbered}, _digest, _copy FROM (${withCopies(order, part, columns)}) WHERE (_digest, _copy) GLOBAL NOT IN (${present}) AND ${claim.fence}`,
			// Repeating the statement adds nothing, because records that already exist are excluded.
			repeatable: true,
			signal,
		});
		const counts = `SELECT toString(count()), toString(uniqExact(_digest, _copy)), toString(countIf(_n >= ${load * recordsOfLoad})) FROM ${records} WHERE ${where}`;
		const [all, unique, added = '0'] = await one(order, counts);
		// If all records of the load were added, no record can be missing.
		const isComplete =
			all === unique &&
			((part.isExact && Number(added) === part.loaded) || (await countMissing(order, part, present)) === 0);
		if (isComplete) {
			return { added: Number(added), shared: await getShared(order, part, Number(added)) };
		}
		if (tries === maxTries) {
			await claim.check(signal);
			throw new AppError({ kind: 'datasetLoad', fault: 'incomplete' });
		}
		if (all !== unique) {
			await deduplicate(order, records, part);
		}
	}
}

async function countMissing(order: MergeOrder, part: LoadedPart, present: string): Promise<number> {
	const copies = withCopies(order, part, '_n');
	const sql = `SELECT toString(count()) FROM (${copies}) WHERE (_digest, _copy) GLOBAL NOT IN (${present})`;
	const [missing] = await one(order, sql);
	return Number(missing);
}

/** Returns the SQL condition for records of the dataset that can be equal to records of the load. */
function presentIn({ present, byDay, staging }: MergeOrder, { scope }: LoadedPart): string {
	const digests = byDay ? '' : ` AND _digest GLOBAL IN (SELECT _digest FROM ${staging} WHERE ${scope})`;
	return `${scope} AND ${present}${digests}`;
}

/** Counts the records that the dataset already contained, by the load that had added them. */
async function getShared(order: MergeOrder, part: LoadedPart, added: number): Promise<MergedPart['shared']> {
	const { client, database, load, signal } = order;
	if (part.isExact && added === part.loaded) {
		return [];
	}
	const records = `${nameLiteral(database)}.${datasetTables.records}`;
	const loaded = `SELECT _digest, _copy FROM (${withCopies(order, part, '_n')})`;
	const number = `intDiv(_n, ${recordsOfLoad})`;
	const rows = await client.rows({
		sql: `SELECT toString(${number}), toString(count()) FROM ${records} WHERE ${presentIn(order, part)} AND _n < ${load * recordsOfLoad} AND (_digest, _copy) GLOBAL IN (${loaded}) GROUP BY ${number}`,
		maxRows: maxLoads,
		signal,
	});
	return rows.map(([number = '', count]) => [number, Number(count)]);
}

/** Deduplicates now, because the nodes of a cluster would otherwise do so at an unpredictable time. */
async function deduplicate({ client, signal }: MergeOrder, records: string, part: LoadedPart): Promise<void> {
	for (const partition of part.partitions) {
		try {
			const sql = `OPTIMIZE TABLE ${records} PARTITION ${partition} FINAL`;
			await client.change({ sql, repeatable: true, signal });
		} catch (error) {
			if (!isProblem(error, 'databaseFailure') || error.problem.code !== notImplemented) {
				throw error;
			}
		}
	}
}

/** Returns SQL that selects the records of the load with their copy numbers. */
function withCopies({ staging }: MergeOrder, { scope }: LoadedPart, columns: string): string {
	const several = `SELECT groupArray(_n) AS numbers FROM ${staging} WHERE ${scope} GROUP BY _digest HAVING count() > 1`;
	const copies = `SELECT n AS _n, toUInt32(c - 1) AS _copy FROM (SELECT arraySort(numbers) AS sorted, arrayEnumerate(numbers) AS places FROM (${several})) ARRAY JOIN sorted AS n, places AS c WHERE c > 1`;
	return `SELECT ${columns}, _digest, _copy FROM (SELECT ${columns}, _digest FROM ${staging} WHERE ${scope}) AS l ANY LEFT JOIN (${copies}) AS r USING _n`;
}

async function getDays({ client, database, staging, byDay, signal }: MergeOrder): Promise<readonly Day[]> {
	const count = async (table: string, where: string) => {
		const sql = `SELECT toString(toUInt16(_day)), toString(count()) FROM ${table} WHERE ${where} GROUP BY _day ORDER BY _day`;
		return (await client.rows({ sql, maxRows: maxDays, signal })).map((row) => row.map(Number));
	};
	const records = `${nameLiteral(database)}.${datasetTables.records}`;
	const counted = byDay ? await count(records, `_day GLOBAL IN (SELECT _day FROM ${staging})`) : [];
	const known = new Map(counted.map(([day = 0, rows = 0]) => [day, rows]));
	return (await count(staging, '1')).map(([day = 0, loaded = 0]) => ({ day, loaded, known: known.get(day) ?? 0 }));
}

function getParts(days: readonly Day[], byDay: boolean): readonly LoadedPart[] {
	const groups: Day[][] = [];
	let size = 0;
	for (const day of days) {
		const group = groups.at(-1);
		size += day.loaded + day.known;
		if (group && (!byDay || (size <= recordsAtOnce && day.day - (group[0]?.day ?? 0) < daysAtOnce))) {
			group.push(day);
		} else {
			groups.push([day]);
			size = day.loaded + day.known;
		}
	}
	return groups.flatMap((group) => partsOfGroup(group, byDay));
}

function partsOfGroup(group: readonly Day[], byDay: boolean): readonly LoadedPart[] {
	const sum = (of: (day: Day) => number) => group.reduce((all, day) => all + of(day), 0);
	const pieces = Math.max(1, Math.ceil(sum(({ loaded, known }) => loaded + known) / recordsAtOnce));
	const [first, last] = [group[0]?.day ?? 0, group.at(-1)?.day ?? 0];
	const days = byDay ? `_day >= toDate(${first}) AND _day <= toDate(${last})` : '1';
	return Array.from({ length: pieces }, (_, piece) => ({
		scope: pieces === 1 ? days : `${days} AND sipHash64(_digest) % ${pieces} = ${piece}`,
		// If the days are divided into several pieces, this is only an estimate.
		loaded: sum(({ loaded }) => loaded) / pieces,
		isExact: pieces === 1,
		partitions: [...new Set(group.map(({ day }) => monthOf(day)))],
	}));
}

/** Formats days since 1970 as year and month, like `toYYYYMM`. */
function monthOf(day: number): string {
	return new Date(day * 86_400_000).toISOString().slice(0, 7).replace('-', '');
}

async function one({ client, signal }: MergeOrder, sql: string): Promise<readonly string[]> {
	const [row = []] = await client.rows({ sql, maxRows: 1, signal });
	return row;
}

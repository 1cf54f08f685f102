import { AppError, isProblem } from '../../common/errors';
import type { DatabaseClient } from '../../database/databaseClient';
import { nameLiteral } from '../../database/literals';
import { datasetTables, recordsOfLoad, type StoredField, sentColumns } from '../server/dataset/schema';
import type { Claim } from './claim';

/** Records of a load and of the dataset that are compared at once: the server has what tells them apart in memory. */
const recordsAtOnce = 2_000_000;

/** An INSERT may touch so many months that a server takes it for a mistake. */
const daysAtOnce = 1000;

/** Far more than there can be (days). */
const maxDays = 100_000;

/** The server's code for what a kind of table cannot do, such as one that is divided among nodes. */
const notImplemented = 48;

/** How often what is missing is merged again. */
const maxTries = 3;

interface MergeOrder {
	readonly client: DatabaseClient;
	readonly database: string;
	readonly load: number;
	readonly fields: readonly StoredField[];
	/** The table with all records of the load, as SQL names it. */
	readonly staging: string;
	/** Which records of the dataset there are, those of the load among them. */
	readonly present: string;
	/** Equal records are on the same day. */
	readonly byDay: boolean;
	readonly claim: Pick<Claim, 'fence' | 'check'>;
	/** Is told how many records are merged. */
	readonly onProgress: (records: number) => void;
	readonly signal: AbortSignal;
}

interface Day {
	readonly day: number;
	/** Records of the load, and of the dataset. */
	readonly loaded: number;
	readonly known: number;
}

/** Some of the records. */
interface Part {
	/** Of the load, and the same of the dataset. */
	readonly scope: string;
	readonly loaded: number;
	/** The months that its days are of, as partitions are named. */
	readonly partitions: readonly string[];
}

/**
 * Adds to a dataset what it lacks of a load: a record is there as often as the load has it that has it most often. The
 * second of equal records of a load is told from the first by `_copy`, so that the pair with `_digest` is there once.
 * @returns how many were added
 */
export async function merge(order: MergeOrder): Promise<number> {
	let merged = 0;
	let added = 0;
	for (const part of partsOf(await daysOf(order), order.byDay)) {
		added += await mergePart(order, part);
		merged += part.loaded;
		order.onProgress(merged);
	}
	return added;
}

async function mergePart(order: MergeOrder, part: Part): Promise<number> {
	const { client, database, load, fields, claim, signal } = order;
	const records = `${nameLiteral(database)}.${datasetTables.records}`;
	const columns = sentColumns(fields)
		.map(([name]) => nameLiteral(name))
		.join(', ');
	const present = `SELECT _digest, _copy FROM ${records} WHERE ${part.scope} AND ${order.present}`;
	for (let tries = 1; ; tries++) {
		await claim.check(signal);
		await client.change({
			sql: `INSERT INTO ${records} (${columns}, _digest, _copy) SELECT ${columns}, _digest, _copy FROM (${withCopies(order, part, columns)}) WHERE (_digest, _copy) GLOBAL NOT IN (${present}) AND ${claim.fence}`,
			// What was added is not added again.
			repeatable: true,
			signal,
		});
		const [missing = ''] = await one(
			order,
			`SELECT toString(count()) FROM (${withCopies(order, part, '_n')}) WHERE (_digest, _copy) GLOBAL NOT IN (${present})`,
		);
		const counts = `SELECT toString(count()), toString(uniqExact(_digest, _copy)), toString(countIf(_n >= ${load * recordsOfLoad})) FROM ${records} WHERE ${part.scope} AND ${order.present}`;
		const [all, unique, added = '0'] = await one(order, counts);
		if (missing === '0' && all === unique) {
			return Number(added);
		}
		if (tries === maxTries) {
			await claim.check(signal);
			throw new AppError({ kind: 'datasetLoad', fault: 'incomplete' });
		}
		if (all !== unique) {
			await withoutRepetitions(order, records, part);
		}
	}
}

/** Has the server merge what is there twice; nodes of a cluster do so only by themselves, some time. */
async function withoutRepetitions({ client, signal }: MergeOrder, records: string, part: Part): Promise<void> {
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

/** Records of the load, each with which of its equal ones it is. @param columns Of the table it was sent to. */
function withCopies({ staging }: MergeOrder, { scope }: Part, columns: string): string {
	const several = `SELECT groupArray(_n) AS numbers FROM ${staging} WHERE ${scope} GROUP BY _digest HAVING count() > 1`;
	const copies = `SELECT n AS _n, toUInt32(c - 1) AS _copy FROM (SELECT arraySort(numbers) AS sorted, arrayEnumerate(numbers) AS places FROM (${several})) ARRAY JOIN sorted AS n, places AS c WHERE c > 1`;
	return `SELECT ${columns}, _digest, _copy FROM (SELECT ${columns}, _digest FROM ${staging} WHERE ${scope}) AS l ANY LEFT JOIN (${copies}) AS r USING _n`;
}

async function daysOf({ client, database, staging, signal }: MergeOrder): Promise<readonly Day[]> {
	const count = async (table: string, where: string) => {
		const sql = `SELECT toString(toUInt16(_day)), toString(count()) FROM ${table} WHERE ${where} GROUP BY _day ORDER BY _day`;
		return (await client.rows({ sql, maxRows: maxDays, signal })).map((row) => row.map(Number));
	};
	const records = `${nameLiteral(database)}.${datasetTables.records}`;
	const known = new Map(
		(await count(records, `_day GLOBAL IN (SELECT _day FROM ${staging})`)).map(([day = 0, rows = 0]) => [day, rows]),
	);
	return (await count(staging, '1')).map(([day = 0, loaded = 0]) => ({ day, loaded, known: known.get(day) ?? 0 }));
}

/** Days that are near each other together, and those with very many records in several parts. */
function partsOf(days: readonly Day[], byDay: boolean): readonly Part[] {
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

function partsOfGroup(group: readonly Day[], byDay: boolean): readonly Part[] {
	const sum = (of: (day: Day) => number) => group.reduce((all, day) => all + of(day), 0);
	const pieces = Math.max(1, Math.ceil(sum(({ loaded, known }) => loaded + known) / recordsAtOnce));
	const [first, last] = [group[0]?.day ?? 0, group.at(-1)?.day ?? 0];
	const days = byDay ? `_day >= toDate(${first}) AND _day <= toDate(${last})` : '1';
	return Array.from({ length: pieces }, (_, piece) => ({
		scope: pieces === 1 ? days : `${days} AND sipHash64(_digest) % ${pieces} = ${piece}`,
		loaded: sum(({ loaded }) => loaded) / pieces,
		partitions: [...new Set(group.map(({ day }) => monthOf(day)))],
	}));
}

/** As `toYYYYMM` has it. */
function monthOf(day: number): string {
	return new Date(day * 86_400_000).toISOString().slice(0, 7).replace('-', '');
}

async function one({ client, signal }: MergeOrder, sql: string): Promise<readonly string[]> {
	const [row = []] = await client.rows({ sql, maxRows: 1, signal });
	return row;
}

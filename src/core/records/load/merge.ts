import { AppError, isProblem } from '../../common/errors';
import type { DatabaseClient } from '../../database/databaseClient';
import { nameLiteral } from '../../database/literals';
import {
	copyColumn,
	datasetTables,
	digestsOfPiece,
	monthOf,
	recordsAtOnce,
	recordsOfLoad,
	type StoredField,
	sentColumns,
} from '../server/dataset/schema';
import { attachPartition } from './attach';
import type { Claim } from './claim';
import type { Staging } from './staging';

/** Maximum number of days per INSERT. Servers reject INSERTs that affect too many partitions. */
const daysAtOnce = 1000;

const maxDays = 100_000;

const maxLoads = 1_000_000;

/** The ClickHouse error NOT_IMPLEMENTED, for example for OPTIMIZE on a Distributed table. */
const notImplemented = 48;

const maxTries = 3;

interface MergeOrder {
	readonly client: DatabaseClient;
	readonly database: string;
	readonly load: number;
	readonly fields: readonly StoredField[];
	readonly staging: Staging;
	/** SQL condition for the visible records in the dataset, including those from this load. */
	readonly present: string;
	/** Whether identical records always have the same day. If not, all days are searched for duplicates. */
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
	/** SQL condition for this part of the load, by day or digest. It applies to the staging table and the dataset. */
	readonly scope: string;
	readonly loaded: number;
	readonly isExact: boolean;
	readonly partitions: readonly string[];
}

interface MergedRecords {
	readonly added: number;
	/**
	 * For each earlier load, the number of this load's records that the earlier load had already added to the dataset.
	 */
	readonly shared: Readonly<Record<string, number>>;
}

/** Adds the records that the dataset doesn't contain yet. A record is identified by `_digest` and `_copy`. */
export async function merge(order: MergeOrder): Promise<MergedRecords> {
	const days = await getDays(order);
	const results: MergedPart[] = [];
	let merged = 0;
	const note = ({ loaded }: LoadedPart, result: MergedPart) => {
		results.push(result);
		merged += loaded;
		order.onProgress(merged);
	};
	const copied: Day[][] = [[]];
	for (const month of monthsOf(days)) {
		const part = partOfDays(month);
		if (await attachMonth(order, month, part)) {
			note(part, { added: part.loaded, shared: [] });
			// The next month starts a new range, because a range of days must not contain an attached month.
			copied.push([]);
		} else {
			copied.at(-1)?.push(...month);
		}
	}
	const isCopied = copied.some(({ length }) => length > 0);
	if (isCopied && !order.byDay) {
		// Identical records can have different days, so duplicates can be in different months. Therefore, all months are
		// merged together, including the months that are already attached. The results and the count start again from 0.
		[results.length, merged] = [0, 0];
	}
	const ranges = isCopied && !order.byDay ? [days] : copied;
	for (const part of ranges.flatMap((range) => getParts(range, order.byDay))) {
		note(part, await mergePart(order, part));
	}
	return union(results);
}

function union(results: readonly MergedPart[]): MergedRecords {
	const shared = new Map<string, number>();
	for (const [load, count] of results.flatMap((result) => result.shared)) {
		shared.set(load, (shared.get(load) ?? 0) + count);
	}
	return { added: results.reduce((all, { added }) => all + added, 0), shared: Object.fromEntries(shared) };
}

async function attachMonth(order: MergeOrder, days: readonly Day[], part: LoadedPart): Promise<boolean> {
	const { staging, load } = order;
	const [partition] = part.partitions;
	if (!staging.isByMonth || staging.load !== load || partition === undefined || !(await isNew(order, days, part))) {
		return false;
	}
	await attachPartition({ ...order, staging: staging.table }, partition);
	return (await countAdded(order, part)) === part.loaded;
}

/**
 * Returns true if the dataset contains no record of this part of the load. Returns false if it contains such a record,
 * or if checking would be too expensive.
 */
async function isNew(order: MergeOrder, days: readonly Day[], part: LoadedPart): Promise<boolean> {
	const { load, byDay, present, staging } = order;
	const earlier = `${present} AND _n < ${load * recordsOfLoad}`;
	const known = byDay ? sum(days, (day) => day.known) : await count(order, recordsOf(order), earlier);
	if (known === 0 || !byDay || part.loaded + known > recordsAtOnce) {
		return known === 0;
	}
	const loaded = `SELECT _digest, _copy FROM ${staging.table} WHERE ${part.scope}`;
	const where = `${part.scope} AND ${earlier} AND (_digest, _copy) GLOBAL IN (${loaded})`;
	return (await count(order, recordsOf(order), where)) === 0;
}

function countAdded(order: MergeOrder, { scope }: LoadedPart): Promise<number> {
	const own = `_n >= ${order.load * recordsOfLoad} AND _n < ${(order.load + 1) * recordsOfLoad}`;
	return count(order, recordsOf(order), `${scope} AND ${own}`);
}

interface MergedPart {
	readonly added: number;
	readonly shared: readonly (readonly [load: string, records: number])[];
}

async function mergePart(order: MergeOrder, part: LoadedPart): Promise<MergedPart> {
	const { client, load, fields, staging, claim, signal } = order;
	const records = recordsOf(order);
	const names = [...sentColumns(fields), copyColumn].map(([name]) => nameLiteral(name));
	const columns = names.join(', ');
	const place = `bitAnd(_n, ${recordsOfLoad - 1})`;
	const numbered = names
		.map((name) => (name === '`_n`' ? `${place} + toUInt64('${load * recordsOfLoad}')` : name))
		.join(', ');
	const where = presentIn(order, part);
	const present = `SELECT _digest, _copy FROM ${records} WHERE ${where}`;
	const missing = `${part.scope} AND (_digest, _copy) GLOBAL NOT IN (${present})`;
	for (let tries = 1; ; tries++) {
		await claim.check(signal);
		await client.change({
			sql: `INSERT INTO ${records} (${columns}, _digest) SELECT ${numbered}, _digest FROM ${staging.table} WHERE ${missing} AND ${claim.fence}`,
			// The statement excludes records that the dataset already contains, so it can be repeated.
			repeatable: true,
			signal,
		});
		const counts = `SELECT toString(count()), toString(uniqExact(_digest, _copy)), toString(countIf(_n >= ${load * recordsOfLoad})) FROM ${records} WHERE ${where}`;
		const [all, unique, added = '0'] = await one(order, counts);
		// If the number of added records equals the number of loaded records, none are missing.
		const isComplete =
			all === unique &&
			((part.isExact && Number(added) === part.loaded) || (await count(order, staging.table, missing)) === 0);
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

function presentIn({ present, byDay, staging }: MergeOrder, { scope }: LoadedPart): string {
	const digests = byDay ? '' : ` AND _digest GLOBAL IN (SELECT _digest FROM ${staging.table} WHERE ${scope})`;
	return `${scope} AND ${present}${digests}`;
}

async function getShared(order: MergeOrder, part: LoadedPart, added: number): Promise<MergedPart['shared']> {
	const { client, staging, load, signal } = order;
	if (part.isExact && added === part.loaded) {
		return [];
	}
	const loaded = `SELECT _digest, _copy FROM ${staging.table} WHERE ${part.scope}`;
	const number = `intDiv(_n, ${recordsOfLoad})`;
	const rows = await client.rows({
		sql: `SELECT toString(${number}), toString(count()) FROM ${recordsOf(order)} WHERE ${presentIn(order, part)} AND _n < ${load * recordsOfLoad} AND (_digest, _copy) GLOBAL IN (${loaded}) GROUP BY ${number}`,
		maxRows: maxLoads,
		signal,
	});
	return rows.map(([number = '', count]) => [number, Number(count)]);
}

/** Removes duplicates now. Otherwise, the nodes of a cluster would remove them at an unpredictable time. */
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

async function getDays(order: MergeOrder): Promise<readonly Day[]> {
	const { client, staging, byDay, signal } = order;
	const countDays = async (table: string, where: string) => {
		const sql = `SELECT toString(toUInt16(_day)), toString(count()) FROM ${table} WHERE ${where} GROUP BY _day ORDER BY _day`;
		return (await client.rows({ sql, maxRows: maxDays, signal })).map((row) => row.map(Number));
	};
	const inStaging = `_day GLOBAL IN (SELECT _day FROM ${staging.table})`;
	const counted = byDay ? await countDays(recordsOf(order), inStaging) : [];
	const known = new Map(counted.map(([day = 0, rows = 0]) => [day, rows]));
	const loaded = await countDays(staging.table, '1');
	return loaded.map(([day = 0, loaded = 0]) => ({ day, loaded, known: known.get(day) ?? 0 }));
}

function monthsOf(days: readonly Day[]): readonly (readonly Day[])[] {
	const months = new Map<string, Day[]>();
	for (const day of days) {
		const month = monthOf(day.day);
		const others = months.get(month) ?? [];
		months.set(month, others);
		others.push(day);
	}
	return [...months.values()];
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
	const size = sum(group, ({ loaded, known }) => loaded + known);
	const pieces = Math.max(1, Math.ceil(size / recordsAtOnce));
	const whole = partOfDays(group);
	const days = byDay ? whole.scope : '1';
	return Array.from({ length: pieces }, (_, piece) => ({
		...whole,
		scope: pieces === 1 ? days : `${days} AND ${digestsOfPiece(piece, pieces)}`,
		// If the days are divided into several digest ranges, this number is an estimate.
		loaded: whole.loaded / pieces,
		isExact: pieces === 1,
	}));
}

function partOfDays(days: readonly Day[]): LoadedPart {
	return {
		scope: `_day >= toDate(${days[0]?.day ?? 0}) AND _day <= toDate(${days.at(-1)?.day ?? 0})`,
		loaded: sum(days, ({ loaded }) => loaded),
		isExact: true,
		partitions: [...new Set(days.map(({ day }) => monthOf(day)))],
	};
}

function sum(days: readonly Day[], of: (day: Day) => number): number {
	return days.reduce((all, day) => all + of(day), 0);
}

function recordsOf({ database }: MergeOrder): string {
	return `${nameLiteral(database)}.${datasetTables.records}`;
}

async function count(order: MergeOrder, table: string, where: string): Promise<number> {
	const [found] = await one(order, `SELECT toString(count()) FROM ${table} WHERE ${where}`);
	return Number(found);
}

async function one({ client, signal }: MergeOrder, sql: string): Promise<readonly string[]> {
	const [row = []] = await client.rows({ sql, maxRows: 1, signal });
	return row;
}

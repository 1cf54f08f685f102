import { AppError, isProblem } from '../../common/errors';
import { cut, plainText } from '../../common/plainText';
import type { DatabaseClient } from '../../database/databaseClient';
import { nameLiteral, textLiteral } from '../../database/literals';
import { timeFields } from '../../plan/timeFields';
import { Snapshot } from '../query/work/snapshot';
import { ofFinished, readLoads } from '../server/dataset/loads';
import {
	createDataset,
	datasetTables,
	fieldsOfColumns,
	recordsOfLoad,
	type StoredField,
	storedFields,
} from '../server/dataset/schema';
import type { Table } from '../table/table';
import { ChosenColumns } from './chosenColumns';
import { Claim, type ClaimTiming } from './claim';
import { merge } from './merge';
import { LoadRows } from './rows/loadRows';
import { dropStaging, stage } from './staging';

/** What a load is doing; `waiting` for another one to end. */
type LoadStage = 'waiting' | 'sending' | 'merging';

export interface LoadProgress {
	readonly stage: LoadStage;
	/** Records that this is done for, of `of`. */
	readonly records: number;
	readonly of: number;
}

export interface LoadResult {
	/** Its number in the dataset. */
	readonly load: number;
	readonly records: number;
	/** Those that the dataset did not have. */
	readonly added: number;
	/** What the dataset has by now. */
	readonly total: number;
}

interface LoadOrder {
	readonly client: DatabaseClient;
	/** The database of the dataset. */
	readonly dataset: string;
	/** One that is complete. */
	readonly table: Table;
	/** Places of the columns that are loaded. */
	readonly columns: readonly number[];
	/** Whether the dataset is made where there is none. */
	readonly setUp: boolean;
	readonly onProgress: (progress: LoadProgress) => void;
	readonly timing?: ClaimTiming;
	readonly signal: AbortSignal;
}

/** Of a name of a field, and of how many of them, in words. */
const maxName = 60;
const maxNames = 20;

/** More columns than a table has. */
const maxColumns = 100_000;

/** Milliseconds that are taken to clear up what was given up. */
const clearPatience = 30_000;

/**
 * Adds the records of a table to a dataset, as often each as a load has it that has it most often. Records are there once
 * the load is finished, and not before; one that was stopped, wherever it was, has changed nothing that can be seen, and
 * is cleared away by the next.
 * @throws AppError `datasetFields` for other fields than the dataset has, `datasetLoad`, and what databases throw
 */
export async function loadRecords(order: LoadOrder): Promise<LoadResult> {
	const { client, dataset, table, onProgress, signal } = order;
	if (!table.complete) {
		throw new Error('records are loaded once all of them are read');
	}
	const chosen = storedFields(
		order.columns
			.flatMap((column) => table.columns[column] ?? [])
			.map(({ name, kind, values }) => ({ name, kind, few: values.kind === 'dictionary' })),
	);
	if (order.setUp) {
		await setUp(client, dataset, chosen, signal);
	}
	const fields = await checkedFields(client, dataset, chosen, signal);
	const of = table.records;
	const report = (stage: LoadStage) => (records: number) => onProgress({ stage, records: Math.round(records), of });
	await using claim = await Claim.take(
		client,
		dataset,
		{ onWaiting: () => report('waiting')(0), timing: order.timing },
		signal,
	);
	const within = AbortSignal.any([signal, claim.signal]);
	try {
		const load = await begin(order, claim, within);
		try {
			const columns = fields.map(
				({ column }) => order.columns[chosen.findIndex((field) => field.column === column)] ?? -1,
			);
			const snapshot = new Snapshot(inOrder(table, columns));
			const rows = new LoadRows(snapshot, fields, load);
			const target = { client, database: dataset, load, fields, signal: within };
			const staging = await stage({ ...target, rows, records: of, onProgress: report('sending') });
			const added = await merge({
				...{ ...target, staging, claim },
				present: ofFinished(await readLoads(client, dataset, within), load),
				byDay: isTimeByName(snapshot),
				onProgress: report('merging'),
			});
			await write(order, claim, load, 'finished', within, JSON.stringify(rows.facts(added)));
			await claim.check(within);
			await dropStaging(client, dataset, within).catch(() => undefined);
			return { load, records: of, added, total: await totalOf(order, within) };
		} catch (error) {
			await clear(order, claim, load);
			throw error;
		}
	} catch (error) {
		throw claim.signal.aborted && !signal.aborted ? new AppError({ kind: 'datasetLoad', fault: 'takenOver' }) : error;
	}
}

async function setUp(
	client: DatabaseClient,
	dataset: string,
	fields: readonly StoredField[],
	signal: AbortSignal,
): Promise<void> {
	for (const sql of createDataset(dataset, fields, client.server.version)) {
		await client.change({ sql, repeatable: true, signal });
	}
}

/** The fields as the dataset has them, in its order. */
async function checkedFields(
	client: DatabaseClient,
	dataset: string,
	chosen: readonly StoredField[],
	signal: AbortSignal,
): Promise<readonly StoredField[]> {
	const sql = `SELECT name FROM system.columns WHERE database = ${textLiteral(dataset)} AND table = '${datasetTables.records}'`;
	const columns = (await client.rows({ sql, maxRows: maxColumns, signal })).map(([name = '']) => name);
	const known = fieldsOfColumns(columns);
	if (!known) {
		throw new AppError({ kind: 'databaseMissing', words: '' });
	}
	const lacking = (those: readonly StoredField[], others: readonly StoredField[]) => {
		const names = new Set(others.map(({ column }) => column));
		return those.filter(({ column }) => !names.has(column)).map(({ name }) => cut(plainText(name), maxName));
	};
	const missing = lacking(known, chosen);
	const unexpected = lacking(chosen, known);
	if (missing.length > 0 || unexpected.length > 0) {
		throw new AppError({
			kind: 'datasetFields',
			dataset,
			missing: missing.slice(0, maxNames),
			unexpected: unexpected.slice(0, maxNames),
		});
	}
	return known;
}

/** Clears away what others have left unfinished, and takes the next number. */
async function begin(order: LoadOrder, claim: Claim, signal: AbortSignal): Promise<number> {
	const { client, dataset } = order;
	const loads = await readLoads(client, dataset, signal);
	for (const { load } of loads.filter(({ facts, isAbandoned }) => !facts && !isAbandoned)) {
		await abandon(order, claim, load, signal);
	}
	await dropStaging(client, dataset, signal);
	const load = (loads.at(-1)?.load ?? -1) + 1;
	await write(order, claim, load, 'begun', signal);
	return load;
}

/** Nothing of the load counts any more, nor will; its records go as far as the user has the right. */
async function abandon(order: LoadOrder, claim: Claim, load: number, signal: AbortSignal): Promise<void> {
	const { client, dataset } = order;
	await write(order, claim, load, 'abandoned', signal);
	const records = `${nameLiteral(dataset)}.${datasetTables.records}`;
	const those = `_n >= ${load * recordsOfLoad} AND _n < ${(load + 1) * recordsOfLoad}`;
	const [[left] = []] = await client.rows({
		sql: `SELECT toString(count()) FROM ${records} WHERE ${those}`,
		maxRows: 1,
		signal,
	});
	if (left !== '0') {
		try {
			await client.change({ sql: `ALTER TABLE ${records} DELETE WHERE ${those}`, repeatable: true, signal });
		} catch (error) {
			if (!isProblem(error, 'databaseForbidden') && !isProblem(error, 'databaseFailure')) {
				throw error;
			}
			// They are in nobody's way.
		}
	}
}

/** Of a load that failed, as far as the database can be reached. */
async function clear(order: LoadOrder, claim: Claim, load: number): Promise<void> {
	const signal = AbortSignal.timeout(clearPatience);
	try {
		await order.client.endAll(`${order.client.id}-`);
		await abandon(order, claim, load, signal);
		await dropStaging(order.client, order.dataset, signal);
	} catch {
		// The next load does it.
	}
}

async function write(
	{ client, dataset }: LoadOrder,
	claim: Claim,
	load: number,
	state: 'begun' | 'finished' | 'abandoned',
	signal: AbortSignal,
	facts = '{}',
): Promise<void> {
	const values = `toUInt32(${load}), '${state}', toInt64(toUnixTimestamp(now())), ${textLiteral(facts)}`;
	await client.change({
		sql: `INSERT INTO ${nameLiteral(dataset)}.${datasetTables.loads} (load, state, at, facts) SELECT ${values} FROM system.one WHERE ${claim.fence}`,
		repeatable: true,
		signal,
	});
}

async function totalOf({ client, dataset }: LoadOrder, signal: AbortSignal): Promise<number> {
	const condition = ofFinished(await readLoads(client, dataset, signal));
	const sql = `SELECT toString(count()) FROM ${nameLiteral(dataset)}.${datasetTables.records} WHERE ${condition}`;
	const [[total] = []] = await client.rows({ sql, maxRows: 1, signal });
	return Number(total);
}

function inOrder(table: Table, columns: readonly number[]): Table {
	const isWhole = columns.length === table.columns.length && columns.every((column, place) => column === place);
	return isWhole ? table : new ChosenColumns(table, columns);
}

/** Where the values tell which column is the time, another file may have another one, and days that do not compare. */
function isTimeByName({ info }: Snapshot): boolean {
	const name = info.columns[info.timeColumn ?? -1]?.name;
	return [...timeFields.default, ...timeFields.receive].some((known) => known === name);
}

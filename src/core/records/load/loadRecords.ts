import { AppError } from '../../common/errors';
import { cut, plainText } from '../../common/plainText';
import type { DatabaseClient } from '../../database/databaseClient';
import { textLiteral } from '../../database/literals';
import { CachedSnapshot } from '../query/cachedSnapshot';
import type { Snapshot } from '../query/execution/snapshot';
import { QueryCache } from '../query/queryCache';
import { type BegunLoad, ofFinished, readLoads } from '../server/dataset/loads';
import {
	createDataset,
	datasetTables,
	fieldsOfColumns,
	type StoredField,
	storedFields,
} from '../server/dataset/schema';
import type { Table } from '../table/table';
import { ChosenColumns } from './chosenColumns';
import { Claim, type ClaimTiming, usualTiming } from './claim';
import { abandon, totalOf, writeState } from './loadStates';
import { merge } from './merge';
import { LoadRows } from './rows/loadRows';
import { findTimeColumn, readSeconds } from './rows/timeColumn';
import { dropAbandonedStaging, dropOwnStaging, stage } from './staging';
import { StagingClaim } from './stagingClaim';

type LoadStage = 'waiting' | 'sending' | 'merging';

export interface LoadProgress {
	readonly stage: LoadStage;
	readonly records: number;
	readonly of: number;
}

export interface LoadResult {
	readonly load: number;
	readonly records: number;
	readonly added: number;
	readonly total: number;
	readonly time: string | undefined;
}

interface LoadOrder {
	readonly client: DatabaseClient;
	readonly dataset: string;
	readonly table: Table;
	readonly columns: readonly number[];
	/** Index of the column with the record times. By default, the column is detected by its name and values. */
	readonly time?: number | undefined;
	readonly setUp: boolean;
	readonly onProgress: (progress: LoadProgress) => void;
	readonly timing?: ClaimTiming;
	readonly signal: AbortSignal;
}

const maxName = 60;
const maxNames = 20;

const maxColumns = 100_000;

const clearPatience = 30_000;

/**
 * Adds a table's records to a dataset. If several loads contain identical records, the dataset contains as many copies
 * as the load with the most copies. An interrupted load has no visible effect, and the next load removes its leftovers.
 * @throws AppError `datasetFields` if the fields differ, `datasetLoad`, or a database error.
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
	const columns = fields.map(({ column }) => order.columns[chosen.findIndex((field) => field.column === column)] ?? -1);
	const snapshot = new CachedSnapshot(new QueryCache(), inOrder(table, columns));
	const before = await readLoads(client, dataset, signal);
	const time = await chooseTime(order, snapshot, columns, before);
	const rows = new LoadRows(snapshot, fields, time);
	await using _stagingClaim = await StagingClaim.take(client, dataset, order.timing, signal);
	try {
		const target = { client, database: dataset, fields };
		const staging = await stage({ ...target, rows, records: of, onProgress: report('sending'), signal });
		await using claim = await Claim.take(
			client,
			dataset,
			{ onWaiting: () => report('waiting')(0), timing: order.timing },
			signal,
		);
		const within = AbortSignal.any([signal, claim.signal]);
		try {
			const { load, loads } = await begin(order, claim, within);
			try {
				const name = time === undefined ? undefined : snapshot.column(time).name;
				const { added, shared } = await merge({
					...target,
					load,
					staging,
					claim,
					signal: within,
					present: ofFinished(await readLoads(client, dataset, within), load),
					byDay: name !== undefined && loads.every(({ facts }) => !facts || facts.time === name),
					onProgress: report('merging'),
				});
				await writeState(order, claim, {
					load,
					state: 'finished',
					signal: within,
					facts: JSON.stringify(rows.facts(added, shared)),
				});
				await claim.check(within);
				return { load, records: of, added, total: await totalOf(order, within), time: name };
			} catch (error) {
				await clear(order, claim, load);
				throw error;
			}
		} catch (error) {
			throw claim.signal.aborted && !signal.aborted ? new AppError({ kind: 'datasetLoad', fault: 'takenOver' }) : error;
		}
	} catch (error) {
		await client.endAll(`${client.id}-`).catch(() => undefined);
		throw error;
	} finally {
		// If the tables can't be dropped, the next load drops them.
		await dropOwnStaging(client, dataset, AbortSignal.timeout(clearPatience)).catch(() => undefined);
	}
}

/** Selects the time column: the user's choice, the time column of earlier loads, or a detected column. */
async function chooseTime(
	{ time, signal }: LoadOrder,
	snapshot: Snapshot,
	columns: readonly number[],
	loads: readonly BegunLoad[],
): Promise<number | undefined> {
	if (time !== undefined) {
		const chosen = columns.indexOf(time);
		const times = chosen < 0 ? [] : await readSeconds(snapshot, chosen, signal);
		if (snapshot.records > 0 && !times.some((seconds) => !Number.isNaN(seconds))) {
			throw new AppError({ kind: 'datasetLoad', fault: 'noTimes' });
		}
		return chosen;
	}
	const earlier = loads.findLast(({ facts }) => facts)?.facts?.time;
	return (earlier === undefined ? undefined : snapshot.indexOf(earlier)) ?? (await findTimeColumn(snapshot, signal));
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

async function begin(order: LoadOrder, claim: Claim, signal: AbortSignal) {
	const { client, dataset, timing = usualTiming } = order;
	const loads = await readLoads(client, dataset, signal);
	for (const { load } of loads.filter(({ facts, isAbandoned }) => !facts && !isAbandoned)) {
		await abandon(order, claim, load, signal);
	}
	await dropAbandonedStaging(client, dataset, timing.deadAfter, signal);
	const load = (loads.at(-1)?.load ?? -1) + 1;
	await writeState(order, claim, { load, state: 'begun', signal });
	return { load, loads };
}

async function clear(order: LoadOrder, claim: Claim, load: number): Promise<void> {
	const signal = AbortSignal.timeout(clearPatience);
	try {
		await order.client.endAll(`${order.client.id}-`);
		// The server may still be attaching a partition. This doesn't affect other processes, because this process still
		// holds the claim.
		await dropOwnStaging(order.client, order.dataset, signal);
		await abandon(order, claim, load, signal);
	} catch {
		// If cleaning up fails, the next load drops the tables.
	}
}

function inOrder(table: Table, columns: readonly number[]): Table {
	const isWhole = columns.length === table.columns.length && columns.every((column, index) => column === index);
	return isWhole ? table : new ChosenColumns(table, columns);
}

import type { ColumnKind } from '../../../../shared/results';
import { nameLiteral } from '../../../database/literals';

/** The tables of a dataset, which has a database for itself. `claims` tells who loads. */
export const datasetTables = { records: 'records', keys: 'keys', loads: 'loads', claims: 'claims' } as const;

/** Where a load puts its records first. */
export const stagingPrefix = 'staging_';

/** A record's number is that of its load and, in the lower 32 bits, its place in what was loaded. */
export const recordsOfLoad = 2 ** 32;

/** In place of Unix seconds where a record has no time. */
export const noTime = -(2n ** 63n);

/** No text of more digits is a time (seconds). */
export const latestTime = 1_000_000_000_000_000n;

/** Holds for records with a time. */
export const hasTime = `_time != toInt64('${noTime}')`;

/**
 * Days are for parting and pruning: they never contradict the order of times. Later ones, and values that are no time, which
 * come behind all times, are on the last day that every server knows (2104-02-27).
 */
export const lastDay = 49_000;

export const secondsOfDay = 86_400;

/** What the keys of `keys` group by. */
export const keyKinds = { frames: 1, message: 2, topFrame: 3 } as const;
export type HashedKeyKind = keyof typeof keyKinds;

/** The columns with the hash of a record's key; of no key it is all zeros. */
export const keyColumns: Readonly<Record<HashedKeyKind, string>> = {
	frames: '_frames',
	message: '_message',
	topFrame: '_top',
};

/** A field of the records, and what its columns are called. */
export interface StoredField {
	/** As in the header of the file. */
	readonly name: string;
	readonly kind: ColumnKind;
	/** Its values as in the file. */
	readonly column: string;
	/** Its values folded, '' where they are ASCII alone. */
	readonly folded: string;
	/** Text in the order of its kind, '' where there is no value; undefined for texts, which are in order themselves. */
	readonly order: string | undefined;
	/** It is known to have few different values. */
	readonly few: boolean;
}

/** Names that begin with a single `_` and a letter are the product's own. */
export function storedFields(
	fields: readonly { readonly name: string; readonly kind: ColumnKind; readonly few?: boolean }[],
): readonly StoredField[] {
	const taken = new Map<string, number>();
	return fields.map(({ name, kind, few = false }) => {
		const times = (taken.get(name) ?? 0) + 1;
		taken.set(name, times);
		const plain = name === '' || name.startsWith('_') ? `_${name}` : name;
		const column = times === 1 ? plain : `_${times}_${name}`;
		const order = kind === 'text' ? undefined : `_order_${column}`;
		return { name, kind, column, folded: `_folded_${column}`, order, few };
	});
}

const ownColumns = [
	['_n', 'UInt64'],
	['_day', 'Date'],
	['_time', 'Int64'],
	['_frames', 'FixedString(16)'],
	['_message', 'FixedString(16)'],
	['_top', 'FixedString(16)'],
	['_device', 'UInt64'],
	['_digest', 'FixedString(16)'],
	['_copy', 'UInt32'],
	['_fault', 'UInt8'],
	['_found', 'UInt32'],
	['_raw', 'String'],
] as const;

/** Of the table `keys`. */
export const keysColumns = [
	['kind', 'UInt8'],
	['hash', 'FixedString(16)'],
	['value', 'String'],
	['ordered', 'String'],
	['searched', 'String'],
] as const;

/** Compression that a server may be told of, and dictionaries of values, were not there in the first ones. */
const firstWithCodecs = 20;

/**
 * Records that are read together where one of them is wanted. A page in an order by something else than time has them from
 * all over the table; with as many as usual, a page of traces reads gigabytes.
 */
const settings = 'SETTINGS index_granularity = 1024';

/** How the tables of a dataset are made. */
interface DatasetTable {
	readonly name: string;
	/** What is in the parentheses. */
	readonly columns: string;
	/** `MergeTree` or one of its kin. */
	readonly engine: 'MergeTree' | 'ReplacingMergeTree';
	/** What follows the engine. */
	readonly order: string;
}

/** @param version Of the server. */
export function tablesOfDataset(fields: readonly StoredField[], version: readonly number[]): readonly DatasetTable[] {
	return [
		{
			name: datasetTables.records,
			columns: [...ownColumns, ...textColumns(fields, version)]
				.map(([name, type]) => `${nameLiteral(name)} ${type}${codecOf(version)}`)
				.join(', '),
			engine: 'ReplacingMergeTree',
			order: `PARTITION BY toYYYYMM(_day) ORDER BY (_day, _frames, _time, _digest, _copy) ${settings}`,
		},
		{
			name: datasetTables.keys,
			columns: keysColumns.map(([name, type]) => `${name} ${type}`).join(', '),
			engine: 'ReplacingMergeTree',
			order: `ORDER BY (kind, hash) ${settings}`,
		},
		{
			name: datasetTables.loads,
			columns: 'load UInt32, state String, at Int64, facts String',
			engine: 'MergeTree',
			order: 'ORDER BY (load, at)',
		},
		{
			name: datasetTables.claims,
			columns: 'owner String, state String, at Int64',
			engine: 'MergeTree',
			order: 'ORDER BY (owner, at)',
		},
	];
}

/**
 * What makes a dataset, statement by statement.
 * @param version Of the server.
 */
export function createDataset(
	database: string,
	fields: readonly StoredField[],
	version: readonly number[],
): readonly string[] {
	return [
		`CREATE DATABASE IF NOT EXISTS ${nameLiteral(database)}`,
		...tablesOfDataset(fields, version).map(
			({ name, columns, engine, order }) =>
				`CREATE TABLE IF NOT EXISTS ${nameLiteral(database)}.${name} (${columns}) ENGINE = ${engine} ${order}`,
		),
	];
}

/** Columns that a load has no value for: the server makes them once all records are there. */
const madeLater: ReadonlySet<string> = new Set(['_digest', '_copy']);

/** What a load sends of each record, and the type of it. */
export function sentColumns(fields: readonly StoredField[]): readonly (readonly [name: string, type: string])[] {
	return [...ownColumns.filter(([name]) => !madeLater.has(name)), ...textColumns(fields)];
}

/** What makes the table that a load is sent to: `_digest` is equal for records with equal values, and for no others. */
export function createStaging(table: string, fields: readonly StoredField[], version: readonly number[]): string {
	const columns = sentColumns(fields).map(([name, type]) => `${nameLiteral(name)} ${type}${codecOf(version)}`);
	const told = ['_raw', ...fields.map(({ column }) => column)].map(nameLiteral);
	const text = told.flatMap((value) => [`toString(length(${value}))`, "' '", value]).join(', ');
	const digest = `_digest FixedString(16) MATERIALIZED sipHash128(concat(toString(_fault), ' ', ${text}))`;
	return `CREATE TABLE ${table} (${[...columns, digest].join(', ')}) ENGINE = MergeTree ORDER BY (_day, _n)`;
}

/**
 * The fields of a dataset as its columns tell them, in their order; names as far as columns tell them, and kinds not at
 * all. Undefined for columns that are of no dataset.
 */
export function fieldsOfColumns(columns: readonly string[]): readonly StoredField[] | undefined {
	const all = new Set(columns);
	if (ownColumns.some(([name]) => !all.has(name))) {
		return undefined;
	}
	return columns
		.filter((column) => all.has(`_folded_${column}`))
		.map((column) => {
			const order = `_order_${column}`;
			return {
				name: column,
				kind: 'text',
				column,
				folded: `_folded_${column}`,
				order: all.has(order) ? order : undefined,
				few: false,
			};
		});
}

/** @param version Of a server that is to keep the texts; else they are only sent. */
function textColumns(
	fields: readonly StoredField[],
	version: readonly number[] = [],
): readonly (readonly [string, string])[] {
	return fields.flatMap(({ column, folded, order, few }) => {
		const type = few && (version[0] ?? 0) >= firstWithCodecs ? 'LowCardinality(String)' : 'String';
		return [column, folded, ...(order === undefined ? [] : [order])].map((name) => [name, type] as const);
	});
}

function codecOf(version: readonly number[]): string {
	return (version[0] ?? 0) >= firstWithCodecs ? ' CODEC(ZSTD(1))' : '';
}

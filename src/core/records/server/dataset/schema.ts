import type { ColumnKind } from '../../../../shared/results';
import { nameLiteral } from '../../../database/literals';

/** Tables of a dataset, which has a database of its own. `claims` contains the locks of running loads. */
export const datasetTables = { records: 'records', keys: 'keys', loads: 'loads', claims: 'claims' } as const;

export const stagingPrefix = 'staging_';

/** Number of record numbers for each load. The lower 32 bits of a record number are the record's index in its load. */
export const recordsOfLoad = 2 ** 32;

/** Maximum number of records per statement of a load. The server keeps the digests of all these records in memory. */
export const recordsAtOnce = 2_000_000;

/** Returns an SQL condition that selects one of several parts of the records. Identical records share a part. */
export function digestsOfPiece(piece: number, pieces: number): string {
	return `sipHash64(_digest) % ${pieces} = ${piece}`;
}

/** Value of `_time` for a record without a time. */
export const noTime = -(2n ** 63n);

/** Upper limit for times in seconds. Larger numbers are not treated as times. */
export const latestTime = 1_000_000_000_000_000n;

export const hasTime = `_time != toInt64('${noTime}')`;

/** Latest value of `_day` that all servers support (2104-02-27). It also represents later and invalid times. */
export const lastDay = 49_000;

export const secondsOfDay = 86_400;

/** Formats the month of a day (counted from 1970-01-01) like the SQL function `toYYYYMM`. */
export function monthOf(day: number): string {
	return new Date(day * 86_400_000).toISOString().slice(0, 7).replace('-', '');
}

export const keyKinds = { frames: 1, message: 2, topFrame: 3 } as const;
export type HashedKeyKind = keyof typeof keyKinds;

/** Columns with the hash of the group key. The hash consists of zeros if the record has no group key. */
export const keyColumns: Readonly<Record<HashedKeyKind, string>> = {
	frames: '_frames',
	message: '_message',
	topFrame: '_top',
};

export interface StoredField {
	readonly name: string;
	readonly kind: ColumnKind;
	readonly column: string;
	readonly folded: string;
	/** Column with the sort keys. Undefined for text fields, which are sorted by their values. */
	readonly order: string | undefined;
	readonly few: boolean;
}

/** Returns the fields with their column names. Names that begin with `_` and a letter are reserved. */
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

export const keysColumns = [
	['kind', 'UInt8'],
	['hash', 'FixedString(16)'],
	['value', 'String'],
	['ordered', 'String'],
	['searched', 'String'],
] as const;

const firstWithCodecs = 20;

/**
 * Number of rows per index entry. With ClickHouse's default, a page of traces that isn't sorted by time would require
 * reading gigabytes.
 */
export const granularity = 1024;
const settings = `SETTINGS index_granularity = ${granularity}`;

const orderOfRecords = `PARTITION BY toYYYYMM(_day) ORDER BY (_day, _frames, _time, _digest, _copy) ${settings}`;

interface DatasetTable {
	readonly name: string;
	readonly columns: string;
	readonly engine: 'MergeTree' | 'ReplacingMergeTree';
	readonly order: string;
}

export function tablesOfDataset(fields: readonly StoredField[], version: readonly number[]): readonly DatasetTable[] {
	return [
		{
			name: datasetTables.records,
			columns: [...ownColumns, ...textColumns(fields, version)]
				.map(([name, type]) => `${nameLiteral(name)} ${type}${codecOf(version)}`)
				.join(', '),
			engine: 'ReplacingMergeTree',
			order: orderOfRecords,
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

export const copyColumn = ['_copy', 'UInt32'] as const;

/** Columns that `sentColumns` doesn't return. The server computes `_digest`, and callers append `copyColumn`. */
const notSent: ReadonlySet<string> = new Set(['_digest', copyColumn[0]]);

export function sentColumns(fields: readonly StoredField[]): readonly (readonly [name: string, type: string])[] {
	return [...ownColumns.filter(([name]) => !notSent.has(name)), ...textColumns(fields)];
}

export function comparedColumns(fields: readonly StoredField[]): ReadonlySet<string> {
	return new Set(['_fault', '_raw', ...fields.map(({ column }) => column)]);
}

interface StagingOptions {
	readonly version: readonly number[];
	readonly types: ReadonlyMap<string, string>;
	/** Whether the table has the same partitions as `records`, so that entire partitions can be attached. */
	readonly isByMonth: boolean;
}

/** Returns SQL that creates a staging table. Two records have equal digests if and only if all values are equal. */
export function createStaging(
	table: string,
	fields: readonly StoredField[],
	{ version, types, isByMonth }: StagingOptions,
): string {
	const columns = [...sentColumns(fields), copyColumn].map(
		([name, type]) => `${nameLiteral(name)} ${types.get(name) ?? type}${codecOf(version)}`,
	);
	const text = [...comparedColumns(fields)]
		.filter((name) => name !== '_fault')
		.map(nameLiteral)
		.flatMap((value) => [`toString(length(${value}))`, "' '", value])
		.join(', ');
	const digest = `_digest FixedString(16) MATERIALIZED sipHash128(concat(toString(_fault), ' ', ${text}))`;
	const order = isByMonth ? orderOfRecords : 'ORDER BY (_day, _n)';
	return `CREATE TABLE ${table} (${[...columns, digest].join(', ')}) ENGINE = MergeTree ${order}`;
}

/** Returns the fields of a dataset without their kinds. Returns undefined if the columns don't belong to a dataset. */
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

/** @param version Version of the server that stores the columns. Not needed for columns that are only sent */
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

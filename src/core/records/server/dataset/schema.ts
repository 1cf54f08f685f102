import type { ColumnKind } from '../../../../shared/results';
import { nameLiteral } from '../../../database/literals';

/** The tables of a dataset, which has a database for itself. */
export const datasetTables = { records: 'records', keys: 'keys', loads: 'loads' } as const;

/** A record's number is that of its load and, in the lower 32 bits, its place in what was loaded. */
export const recordsOfLoad = 2 ** 32;

/** In place of Unix seconds where a record has no time. */
export const noTime = -(2n ** 63n);

/** Holds for records with a time. */
export const hasTime = `_time != toInt64('${noTime}')`;

/**
 * Days are for parting and pruning: they never contradict the order of times. Later ones, and values that are no time, which
 * come behind all times, are on the last day that every server knows (2104-02-27).
 */
export const lastDay = 49_000;

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
}

/** Names that begin with a single `_` and a letter are the product's own. */
export function storedFields(
	fields: readonly { readonly name: string; readonly kind: ColumnKind }[],
): readonly StoredField[] {
	const taken = new Map<string, number>();
	return fields.map(({ name, kind }) => {
		const times = (taken.get(name) ?? 0) + 1;
		taken.set(name, times);
		const plain = name === '' || name.startsWith('_') ? `_${name}` : name;
		const column = times === 1 ? plain : `_${times}_${name}`;
		return { name, kind, column, folded: `_folded_${column}`, order: kind === 'text' ? undefined : `_order_${column}` };
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

/** Compression that a server may be told of was not there in the first ones. */
const firstWithCodecs = 20;

/**
 * What makes the tables of a dataset, statement by statement.
 * @param version Of the server.
 */
export function createDataset(
	database: string,
	fields: readonly StoredField[],
	version: readonly number[],
): readonly string[] {
	const codec = (version[0] ?? 0) >= firstWithCodecs ? ' CODEC(ZSTD(1))' : '';
	const texts = fields.flatMap(({ column, folded, order }) => [
		column,
		folded,
		...(order === undefined ? [] : [order]),
	]);
	const columns = [
		...ownColumns.map(([name, type]) => `${name} ${type}${codec}`),
		...texts.map((name) => `${nameLiteral(name)} String${codec}`),
	];
	const table = (name: string) => `CREATE TABLE IF NOT EXISTS ${nameLiteral(database)}.${name}`;
	return [
		`CREATE DATABASE IF NOT EXISTS ${nameLiteral(database)}`,
		`${table(datasetTables.records)} (${columns.join(', ')}) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(_day) ORDER BY (_day, _frames, _time, _digest, _copy)`,
		`${table(datasetTables.keys)} (kind UInt8, hash FixedString(16), value String, ordered String, searched String) ENGINE = ReplacingMergeTree ORDER BY (kind, hash)`,
		`${table(datasetTables.loads)} (load UInt32, state String, at Int64, facts String) ENGINE = MergeTree ORDER BY (load, at)`,
	];
}

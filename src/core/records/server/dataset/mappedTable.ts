import type { ColumnKind } from '../../../../shared/results';
import { AppError } from '../../../common/errors';
import { plainText } from '../../../common/plainText';
import { listTableColumns } from '../../../database/browse';
import type { DatabaseClient } from '../../../database/databaseClient';
import { nameLiteral } from '../../../database/literals';
import {
	type ColumnRole,
	canBeTime,
	columnRoles,
	type DatabaseColumn,
	secondsOfColumn,
	type TableMapping,
} from '../../../database/tableMapping';
import { getDeviceColumn, kindByName } from '../../table/columnKinds';
import {
	type ColumnType,
	columnType,
	dayOfTime,
	hasFewValues,
	integerOrder,
	isHashed,
	isReadable,
	isWholeNumber,
	textOfColumn,
	timeOrder,
	timeOrNone,
	versionOrder,
	writtenTime,
} from './mappedValues';
import { lastDay, secondsOfDay } from './schema';
import { mappedColumn, type SqlColumn } from './sqlColumn';

const fieldOfRole: Readonly<Record<ColumnRole, string>> = {
	time: 'error_datetime',
	error: 'error',
	version: 'app_version_name',
	device: 'analytics_device_id',
	name: 'error_name',
};

/** Column name that is reserved for the mapped time column. */
const reserved = ['error_timestamp'];

const sampled = 50_000;

const shortText = 64;

/** Number of bits to discard from a 64-bit hash, so that a double can represent the remaining 53 bits exactly. */
const leftOut = 11;

interface Mapped {
	readonly name: string;
	readonly role: ColumnRole | undefined;
	readonly type: ColumnType;
	readonly kind: ColumnKind;
	readonly text: string;
	readonly inner: string;
}

/** Range of days since 1970-01-01, including both ends. A missing end means no limit. */
export interface Days {
	readonly from?: number;
	readonly to?: number;
}

interface MappedTable {
	readonly columns: readonly SqlColumn[];
	readonly total: number;
	/** Returns an SQL table expression for these days. The table may include records of other days. */
	readonly from: (days?: Days) => string;
}

/** @throws AppError `databaseMissing` if the table or a mapped column doesn't exist. */
export async function openMappedTable(
	source: Pick<DatabaseClient, 'rows'>,
	mapping: TableMapping,
	signal: AbortSignal,
): Promise<MappedTable> {
	const listed = (await listTableColumns(source, mapping, signal)).filter(({ type }) => isReadable(columnType(type)));
	const time = listed.find(({ name }) => name === mapping.time.name);
	for (const name of [mapping.time.name, ...Object.values(mapping.others)]) {
		if (!listed.some((column) => column.name === name)) {
			throw missing(mapping, name);
		}
	}
	if (!time || !canBeTime(time)) {
		throw missing(mapping, mapping.time.name);
	}
	const prefix = innerPrefix(listed);
	const columns = mappedColumns(listed, mapping, prefix);
	const table = `${nameLiteral(mapping.database)}.${nameLiteral(mapping.table)}`;
	const renamed = listed.map(({ name }, index) => `${nameLiteral(name)} AS ${prefix}${index}`).join(', ');
	const selected = selectedOf(columns, { name: `${prefix}${listed.indexOf(time)}`, type: time.type });
	const [[total = '0'] = []] = await source.rows({
		sql: `SELECT toString(count()) FROM ${table}`,
		maxRows: 1,
		signal,
	});
	const sample = (more: readonly string[]) =>
		`(SELECT ${[...selected, ...more].join(', ')} FROM (SELECT ${renamed} FROM ${table} LIMIT ${sampled}))`;
	const distinguishingColumns = await distinguishing(source, columns, sample, signal);
	const all = [
		...selected,
		`bitShiftRight(${hashOf(distinguishingColumns)}, ${leftOut}) AS _n`,
		`${hashOf(columns)} AS _row`,
	].join(', ');
	return {
		columns: columns.map(({ name, kind, text, type }) =>
			mappedColumn({ name, kind, text, order: orderColumn(kind, text), few: hasFewValues(type) }),
		),
		total: Number(total),
		from: (days) => {
			const where = days && withinDays(time, days);
			return `(SELECT ${all} FROM (SELECT ${renamed} FROM ${table}${where === undefined ? '' : ` WHERE ${where}`}))`;
		},
	};
}

function missing({ database, table }: TableMapping, column: string): AppError {
	return new AppError({ kind: 'databaseMissing', words: plainText(`${database}.${table}: ${column}`) });
}

function innerPrefix(listed: readonly DatabaseColumn[]): string {
	let prefix = '_x';
	while (listed.some(({ name }) => name.startsWith(prefix))) {
		prefix += 'x';
	}
	return prefix;
}

function mappedColumns(listed: readonly DatabaseColumn[], mapping: TableMapping, prefix: string): readonly Mapped[] {
	const names: Readonly<Partial<Record<ColumnRole, string>>> = { ...mapping.others, time: mapping.time.name };
	const isMapped = (name: string) => columnRoles.some((role) => names[role] === name);
	const taken = new Set([
		...reserved,
		...columnRoles.flatMap((role) => (names[role] === undefined ? [] : fieldOfRole[role])),
	]);
	const ownName = (name: string) => {
		let own = name;
		for (let count = 2; taken.has(own); count++) {
			own = `${name}_${count}`;
		}
		taken.add(own);
		return own;
	};
	const found = listed.flatMap((column, index): Omit<Mapped, 'text'>[] => {
		const type = columnType(column.type);
		const rest = { type, inner: `${prefix}${index}` };
		if (!isMapped(column.name)) {
			const name = ownName(column.name);
			return [{ ...rest, name, role: undefined, kind: kindOf(name, type) }];
		}
		const roles = columnRoles.filter((role) => names[role] === column.name);
		return roles.map((role) => {
			const name = fieldOfRole[role];
			return { ...rest, name, role, kind: role === 'time' ? 'time' : kindOf(name, type) };
		});
	});
	return found.map((column, index) => ({ ...column, text: `_c${index}` }));
}

/** Returns the kind of a column that isn't mapped to the time field. Dates and times in it are sorted as text. */
function kindOf(name: string, type: ColumnType): ColumnKind {
	if (isWholeNumber(type)) {
		return 'integer';
	}
	return kindByName(name, undefined) === 'version' ? 'version' : 'text';
}

function orderColumn(kind: ColumnKind, text: string): string {
	return kind === 'text' ? text : `_order${text}`;
}

function selectedOf(columns: readonly Mapped[], time: DatabaseColumn): readonly string[] {
	const type = columnType(time.type);
	const device = columns[getDeviceColumn(columns) ?? -1]?.text ?? "''";
	return [
		`${timeOrNone(secondsOfColumn(time), time.name, type)} AS _time`,
		`${textOfColumn(time.name, type)} AS _written`,
		...columns.map(({ role, inner, type, text }) =>
			role === 'time'
				? `${writtenTime('_time', inner, '_written', type)} AS ${text}`
				: `${textOfColumn(inner, type)} AS ${text}`,
		),
		...columns.flatMap(({ kind, text }) =>
			kind === 'text' ? [] : `${getOrder[kind](text)} AS ${orderColumn(kind, text)}`,
		),
		...columns.flatMap(({ role, text }) => (role === 'time' ? `${dayOfTime('_time', text)} AS _day` : [])),
		`if(${device} = '', toUInt64(0), greatest(toUInt64(1), sipHash64(${device}))) AS _device`,
		'toUInt8(0) AS _fault',
		'toUInt32(0) AS _found',
		"'' AS _raw",
	];
}

const getOrder: Readonly<Record<Exclude<ColumnKind, 'text'>, (text: string) => string>> = {
	integer: integerOrder,
	version: versionOrder,
	time: (text) => timeOrder('_time', text),
};

function hashOf(columns: readonly Mapped[]): string {
	const hashed = columns.map(({ role, type, inner, text }) => {
		if (role === 'time') {
			return `_time, ${text}`;
		}
		return isHashed(type) ? inner : text;
	});
	return `sipHash64(${hashed.join(', ')})`;
}

/** Returns columns whose values together are unique in a sample. Prefers few and short columns for faster queries. */
async function distinguishing(
	source: Pick<DatabaseClient, 'rows'>,
	columns: readonly Mapped[],
	sample: (more: readonly string[]) => string,
	signal: AbortSignal,
): Promise<readonly Mapped[]> {
	const [lengths = []] = await source.rows({
		sql: `SELECT ${columns.map(({ text }) => `toString(toUInt64(ifNull(sum(length(${text})), 0)))`).join(', ')}, toString(count()) FROM ${sample([])}`,
		maxRows: 1,
		signal,
	});
	const isShort = (column: Mapped) => Number(lengths[columns.indexOf(column)]) <= shortText * Number(lengths.at(-1));
	const isId = ({ name, type }: Mapped) => type.plain === 'UUID' || /(?:^|_)(?:id|uuid|guid)$/i.test(name);
	const first = columns.filter(
		(column) => (column.role !== undefined || isId(column)) && column.role !== 'error' && isShort(column),
	);
	const sets = [
		first,
		columns.filter((column) => first.includes(column) || (isHashed(column.type) && column.type.plain !== 'String')),
		columns.filter((column) => first.includes(column) || isShort(column)),
		columns,
	].map((set) => (set.some(({ role }) => role === 'time') ? set : columns));
	const hashes = sets.map((set, index) => `${hashOf(set)} AS _hash${index}`);
	const [counts = []] = await source.rows({
		sql: `SELECT ${sets.map((_, index) => `toString(uniqExact(_hash${index}))`).join(', ')} FROM ${sample(hashes)}`,
		maxRows: 1,
		signal,
	});
	return sets.find((_, index) => counts[index] === counts.at(-1)) ?? columns;
}

/** Returns a condition for which the server can use an index, or undefined. Records of other days may also match. */
function withinDays(time: DatabaseColumn, { from, to }: Days): string | undefined {
	const name = nameLiteral(time.name);
	const { plain } = columnType(time.type);
	const after = from === undefined || from <= 0 ? undefined : from;
	const before = to === undefined || to >= lastDay ? undefined : to;
	const both = (one: (day: number) => string, other: (day: number) => string) =>
		[...(after === undefined ? [] : [one(after)]), ...(before === undefined ? [] : [other(before)])].join(' AND ');
	const seconds = (unit: number) =>
		both(
			(day) => `${name} >= ${day * secondsOfDay * unit}`,
			(day) => `${name} < ${(day + 1) * secondsOfDay * unit}`,
		);
	if (after === undefined && before === undefined) {
		return undefined;
	}
	if (isWholeNumber(columnType(plain))) {
		return `(${seconds(1)}) OR (${seconds(1000)})${after === undefined ? '' : ` OR ${name} < -1000000000000000`}`;
	}
	if (plain === 'Date' || plain === 'Date32') {
		return both(
			(day) => `${name} >= toDate(${day})`,
			(day) => `${name} <= toDate(${day})`,
		);
	}
	const moment = (day: number) =>
		plain.startsWith('DateTime64') ? `toDateTime64(${day * secondsOfDay}, 0)` : `toDateTime(${day * secondsOfDay})`;
	return plain.startsWith('DateTime')
		? both(
				(day) => `${name} >= ${moment(day)}`,
				(day) => `${name} < ${moment(day + 1)}`,
			)
		: undefined;
}

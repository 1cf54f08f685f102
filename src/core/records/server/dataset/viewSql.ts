import { fold } from '../../../../shared/fold';
import { encodeGroupValue } from '../../../../shared/groupValue';
import type { GroupKey, PositionRange, RecordFilter, SortKey, View } from '../../../../shared/results';
import { textLiteral } from '../../../database/literals';
import { comparedText } from '../../query/values/comparedText';
import { orderKey } from '../../query/values/orderKey';
import { getTime } from '../../query/values/timeValue';
import type { Dataset } from './dataset';
import { hash16, hashLiteral } from './hash16';
import { assertOne } from './locators';
import type { Days } from './mappedTable';
import { patternCondition } from './patternCondition';
import { hasTime, keyColumns, lastDay, secondsOfDay } from './schema';
import { among, containsText, type SqlColumn } from './sqlColumn';

/** Column of the sort order. Empty values come last in both directions. */
export interface OrderPart {
	readonly key: string;
	readonly descending: boolean;
	/** Whether the sort key is the time, so that the records are also in the order of `_day`. */
	readonly isTime: boolean;
}

export interface ViewSql {
	readonly from: (days?: Days) => string;
	readonly where: string;
	readonly order: readonly OrderPart[];
}

export async function viewSql(dataset: Dataset, view: View, signal: AbortSignal): Promise<ViewSql> {
	const conditions = [dataset.condition];
	let days: Days = {};
	let chosen: string | undefined;
	for (const filter of view.filters) {
		if (filter.kind === 'positions' && dataset.isHashed && chosen === undefined) {
			chosen = rowsAt(await viewSql(dataset, filter.of, signal), filter.positions);
		} else {
			conditions.push(await passing(dataset, filter, signal));
		}
		if (filter.kind === 'range' && filter.column === dataset.info.timeColumn) {
			days = bothDays(days, getDays(filter));
		}
	}
	return {
		from: (more = {}) => chosen ?? dataset.within(bothDays(days, more)),
		where: conditions.map((condition) => `(${condition})`).join(' AND '),
		order: getOrder(dataset, view.sort),
	};
}

function getOrder(dataset: Dataset, sort: readonly SortKey[]): readonly OrderPart[] {
	const { timeColumn } = dataset.info;
	if (sort.length === 0) {
		return dataset.natural === 'loaded' || timeColumn === undefined
			? []
			: [{ key: dataset.column(timeColumn).order, descending: true, isTime: isOrderedByTime(dataset, timeColumn) }];
	}
	return sort.map(({ column, descending }) => ({
		key: dataset.column(column).order,
		descending,
		isTime: column === timeColumn && isOrderedByTime(dataset, column),
	}));
}

/** Returns false if times are converted from numbers, because the numbers then determine the order. */
function isOrderedByTime(dataset: Dataset, column: number): boolean {
	return dataset.column(column).kind === 'time';
}

export function orderBy(order: readonly OrderPart[], backwards = false): string {
	const up = backwards ? 'DESC' : 'ASC';
	const down = backwards ? 'ASC' : 'DESC';
	return [
		...order.flatMap(({ key, descending }) => [`${key} = '' ${up}`, `${key} ${descending ? down : up}`]),
		`_n ${up}`,
	].join(', ');
}

/** Returns the FROM and WHERE clauses for records at these positions in a view. */
export function scopeAt(dataset: Dataset, view: ViewSql, positions: readonly PositionRange[]): string {
	return dataset.isHashed
		? `FROM ${rowsAt(view, positions)} WHERE 1`
		: `FROM ${dataset.from} WHERE _n GLOBAL IN (${numbersAt(view, positions)})`;
}

function numbersAt(view: ViewSql, positions: readonly PositionRange[]): string {
	const parts = filled(positions).map(
		([first, to]) =>
			`SELECT _n FROM (SELECT _n FROM ${view.from()} WHERE ${view.where} ORDER BY ${orderBy(view.order)} LIMIT ${first}, ${to - first})`,
	);
	return parts.length === 0 ? `SELECT _n FROM ${view.from()} WHERE 0` : parts.join(' UNION ALL ');
}

/**
 * Returns SQL that selects records with all columns. In a mapped table, record numbers aren't unique, so they can't be
 * used to select records.
 */
function rowsAt({ from, where, order }: ViewSql, positions: readonly PositionRange[]): string {
	const parts = filled(positions).map(
		([first, to]) =>
			`SELECT * FROM (SELECT * FROM ${from()} WHERE ${where} ORDER BY ${orderBy(order)}, _row LIMIT ${first}, ${to - first})`,
	);
	return `(${parts.length === 0 ? `SELECT * FROM ${from()} WHERE 0` : parts.join(' UNION ALL ')})`;
}

function filled(positions: readonly PositionRange[]) {
	return positions
		.map(({ from, to }) => [Math.max(0, from), Math.max(0, to)] as const)
		.filter(([from, to]) => to > from);
}

/** Returns SQL for the group key of a record, or for its hash if the dataset stores hashes of keys. */
export function groupExpression(dataset: Dataset, key: GroupKey): string {
	switch (key.kind) {
		case 'column':
			return dataset.column(key.column).compared;
		case 'name':
			return dataset.named('error_name')?.compared ?? "''";
		default:
			return dataset.keys && keyColumns[key.kind];
	}
}

export function groupLiteral({ kind }: GroupKey, text: string): string {
	return kind === 'column' || kind === 'name'
		? textLiteral(comparedText(text))
		: hashLiteral(hash16(text).toString('hex'));
}

async function passing(dataset: Dataset, filter: RecordFilter, signal: AbortSignal): Promise<string> {
	switch (filter.kind) {
		case 'contains':
			return filter.text === '' ? '1' : containsText(dataset.column(filter.column), fold(filter.text));
		case 'anywhere': {
			const { text, columns } = filter;
			const searched = dataset.columns.filter((_, column) => columns?.includes(column) ?? true);
			return text === '' ? '1' : anywhere(searched, text);
		}
		case 'oneOf':
			return among(
				dataset.column(filter.column).compared,
				filter.values.map((value) => textLiteral(comparedText(value))),
				filter.not,
			);
		case 'group':
			return among(
				groupExpression(dataset, filter.key),
				filter.values.map((value) => groupLiteral(filter.key, encodeGroupValue(value))),
				filter.not,
			);
		case 'empty':
			return `${dataset.column(filter.column).text} ${filter.not ? '!=' : '='} ''`;
		case 'range':
			return within(dataset, filter);
		case 'broken':
			return '_fault != 0';
		case 'matches':
			return patternCondition(dataset, dataset.column(filter.column), filter.pattern, signal);
		case 'sameAs':
			return sameAs(dataset, filter, signal);
		case 'positions':
			return `_n GLOBAL IN (${numbersAt(await viewSql(dataset, filter.of, signal), filter.positions)})`;
	}
}

export function anywhere(columns: readonly SqlColumn[], text: string): string {
	const wanted = fold(text);
	return columns.length === 0 ? '0' : columns.map((column) => containsText(column, wanted)).join(' OR ');
}

function within(dataset: Dataset, filter: RangeFilter): string {
	const { column, from = '', to = '', fromOpen, toOpen } = filter;
	const { order, kind } = dataset.column(column);
	const days = column === dataset.info.timeColumn ? getDays(filter) : {};
	if (column === dataset.info.timeColumn && !isOrderedByTime(dataset, column)) {
		return withinTimes(filter);
	}
	const ofDay = (day: number | undefined, sign: string) => (day === undefined ? [] : [`_day ${sign} toDate(${day})`]);
	return [
		`${order} != ''`,
		...(from === ''
			? []
			: [`${order} ${fromOpen ? '>' : '>='} ${textLiteral(orderKey(kind, from))}`, ...ofDay(days.from, '>=')]),
		...(to === ''
			? []
			: [`${order} ${toOpen ? '<' : '<='} ${textLiteral(orderKey(kind, to))}`, ...ofDay(days.to, '<=')]),
	].join(' AND ');
}

/** Returns an SQL condition for a time range in a column of numbers. The bounds are times or Unix seconds. */
function withinTimes(filter: RangeFilter): string {
	const { from = '', to = '', fromOpen, toOpen } = filter;
	const days = getDays(filter);
	const [first, last] = [getTime(from), getTime(to)];
	return [
		hasTime,
		...(first === undefined
			? []
			: [`_time ${fromOpen ? '>' : '>='} toInt64('${first}')`, `_day >= toDate(${days.from})`]),
		...(last === undefined ? [] : [`_time ${toOpen ? '<' : '<='} toInt64('${last}')`, `_day <= toDate(${days.to})`]),
	].join(' AND ');
}

type RangeFilter = Extract<RecordFilter, { kind: 'range' }>;

function getDays({ from = '', to = '' }: RangeFilter): Days {
	const [first, last] = [getTime(from), getTime(to)];
	return {
		...(first !== undefined && { from: storedDay(first) }),
		...(last !== undefined && { to: storedDay(last) }),
	};
}

function bothDays(one: Days, other: Days): Days {
	const from = Math.max(one.from ?? 0, other.from ?? 0);
	const to = Math.min(one.to ?? lastDay, other.to ?? lastDay);
	return { ...(from > 0 && { from }), ...(to < lastDay && { to }) };
}

function storedDay(seconds: number): number {
	return Math.min(lastDay, Math.max(0, Math.floor(seconds / secondsOfDay)));
}

async function sameAs(
	dataset: Dataset,
	{ column, number, beginning, length, not = false }: Extract<RecordFilter, { kind: 'sameAs' }>,
	signal: AbortSignal,
): Promise<string> {
	const { text } = dataset.column(column);
	const that = `FROM ${dataset.from} WHERE (${dataset.condition}) AND _n = ${number}`;
	const isNumber = Number.isSafeInteger(number) && number >= 0;
	const values = isNumber ? await dataset.rows(`SELECT DISTINCT ${text} ${that} LIMIT 2`, 2, signal) : [];
	assertOne(values);
	const [[value] = []] = values;
	return value?.length === length && value.startsWith(beginning)
		? `${text} ${not ? '!=' : '='} (SELECT any(${text}) ${that})`
		: among(text, [], not);
}

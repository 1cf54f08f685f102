import { fold } from '../../../../shared/fold';
import { encodeGroupValue } from '../../../../shared/groupValue';
import type { GroupKey, PositionRange, RecordFilter, SortKey, View } from '../../../../shared/results';
import { textLiteral } from '../../../database/literals';
import { comparedText } from '../../query/values/comparedText';
import { orderKey } from '../../query/values/orderKey';
import { timeOf } from '../../query/values/timeValue';
import type { Dataset } from './dataset';
import { hash16 } from './hash16';
import { patternCondition } from './patternCondition';
import { keyColumns, lastDay } from './schema';
import { among, containsText, type SqlColumn } from './sqlColumn';

const daySeconds = 86_400;

/** One part of an order: the values of a column, empty ones last whether ascending or descending. */
export interface OrderPart {
	/** Text in order, '' for none. */
	readonly key: string;
	readonly descending: boolean;
	/** `_day` is in the same order. */
	readonly isTime: boolean;
}

/** A view in SQL. */
export interface ViewSql {
	readonly where: string;
	readonly order: readonly OrderPart[];
}

export async function viewSql(dataset: Dataset, view: View, signal: AbortSignal): Promise<ViewSql> {
	return { where: await conditionOf(dataset, view.filters, signal), order: orderOf(dataset, view.sort) };
}

/** Which records of the dataset pass all filters. */
async function conditionOf(dataset: Dataset, filters: readonly RecordFilter[], signal: AbortSignal): Promise<string> {
	const conditions = [dataset.condition];
	for (const filter of filters) {
		conditions.push(await passing(dataset, filter, signal));
	}
	return conditions.map((condition) => `(${condition})`).join(' AND ');
}

function orderOf(dataset: Dataset, sort: readonly SortKey[]): readonly OrderPart[] {
	const { timeColumn } = dataset.info;
	if (sort.length === 0) {
		return dataset.natural === 'loaded' || timeColumn === undefined
			? []
			: [{ key: dataset.column(timeColumn).order, descending: true, isTime: true }];
	}
	return sort.map(({ column, descending }) => ({
		key: dataset.column(column).order,
		descending,
		isTime: column === timeColumn,
	}));
}

/** What comes behind ORDER BY. @param backwards From the last record to the first. */
export function orderBy(order: readonly OrderPart[], backwards = false): string {
	const up = backwards ? 'DESC' : 'ASC';
	const down = backwards ? 'ASC' : 'DESC';
	return [
		...order.flatMap(({ key, descending }) => [`${key} = '' ${up}`, `${key} ${descending ? down : up}`]),
		`_n ${up}`,
	].join(', ');
}

/** The numbers of what stands at some positions of a view. */
export function numbersAt({ where, order }: ViewSql, from: string, positions: readonly PositionRange[]): string {
	const parts = positions
		.map(({ from: first, to }) => [Math.max(0, first), Math.max(0, to)] as const)
		.filter(([first, to]) => to > first)
		.map(
			([first, to]) =>
				`SELECT _n FROM (SELECT _n FROM ${from} WHERE ${where} ORDER BY ${orderBy(order)} LIMIT ${first}, ${to - first})`,
		);
	return parts.length === 0 ? `SELECT _n FROM ${from} WHERE 0` : parts.join(' UNION ALL ');
}

/** What records are grouped by; hashes for keys that are stored so. */
export function groupExpression(dataset: Dataset, key: GroupKey): string {
	switch (key.kind) {
		case 'column':
			return dataset.column(key.column).compared;
		case 'name':
			return dataset.named('error_name')?.compared ?? "''";
		default:
			return keyColumns[key.kind];
	}
}

/** @param text Of a key. */
export function groupLiteral({ kind }: GroupKey, text: string): string {
	return kind === 'column' || kind === 'name'
		? textLiteral(comparedText(text))
		: `toFixedString(unhex('${hash16(text).toString('hex')}'), 16)`;
}

async function passing(dataset: Dataset, filter: RecordFilter, signal: AbortSignal): Promise<string> {
	switch (filter.kind) {
		case 'contains':
			return filter.text === '' ? '1' : containsText(dataset.column(filter.column), fold(filter.text));
		case 'anywhere': {
			const { text, columns } = filter;
			const looked = dataset.columns.filter((_, column) => columns?.includes(column) ?? true);
			return text === '' ? '1' : anywhere(looked, text);
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
			return `_n IN (${numbersAt(await viewSql(dataset, filter.of, signal), dataset.from, filter.positions)})`;
	}
}

/** Whether a text occurs in any of the columns. */
export function anywhere(columns: readonly SqlColumn[], text: string): string {
	const wanted = fold(text);
	return columns.length === 0 ? '0' : columns.map((column) => containsText(column, wanted)).join(' OR ');
}

function within(
	dataset: Dataset,
	{ column, from = '', to = '', fromOpen, toOpen }: Extract<RecordFilter, { kind: 'range' }>,
): string {
	const { order, kind } = dataset.column(column);
	const isTime = column === dataset.info.timeColumn;
	const days = (end: string, sign: string) => {
		const seconds = isTime ? timeOf(end) : undefined;
		return seconds === undefined ? [] : [`_day ${sign} toDate(${storedDay(seconds)})`];
	};
	return [
		`${order} != ''`,
		...(from === ''
			? []
			: [`${order} ${fromOpen ? '>' : '>='} ${textLiteral(orderKey(kind, from))}`, ...days(from, '>=')]),
		...(to === '' ? [] : [`${order} ${toOpen ? '<' : '<='} ${textLiteral(orderKey(kind, to))}`, ...days(to, '<=')]),
	].join(' AND ');
}

/** As `recordMoment` has it. */
function storedDay(seconds: number): number {
	return Math.min(lastDay, Math.max(0, Math.floor(seconds / daySeconds)));
}

async function sameAs(
	dataset: Dataset,
	{ column, number, beginning, length, not = false }: Extract<RecordFilter, { kind: 'sameAs' }>,
	signal: AbortSignal,
): Promise<string> {
	const { text } = dataset.column(column);
	const that = `SELECT ${text} FROM ${dataset.from} WHERE (${dataset.condition}) AND _n = ${number}`;
	const [[value] = []] = Number.isSafeInteger(number) && number >= 0 ? await dataset.rows(that, 1, signal) : [];
	return value?.length === length && value.startsWith(beginning)
		? `${text} ${not ? '!=' : '='} (${that})`
		: among(text, [], not);
}

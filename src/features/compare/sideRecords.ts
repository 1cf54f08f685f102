import { timeFields } from '../../core/plan/timeFields';
import { versionKey } from '../../core/records/query/values/versionKey';
import type { ComparedSide, RecordsFacts, SideSummary, TimeRange } from '../../shared/comparison';
import type { GroupValue } from '../../shared/groupValue';
import type { ComparisonAsked } from '../../shared/protocols/comparisonProtocol';
import type { GroupKey, RecordFilter, TableInfo } from '../../shared/results';
import { type NamedFilters, withColumnNames } from '../../shared/savedColumns';
import type { ComparedSides } from './comparedSides';
import { filtersBefore, keyBefore, type SideColumns } from './sideColumns';

/**
 * Maximum number of distinct version strings to read. The same version can have several spellings, such as `1.0` and
 * `v1.0`.
 */
const maxSpellings = 1000;

/** Returns the filters that select exactly the compared records in a side's file. */
export async function filtersOfSide(
	sides: ComparedSides,
	side: ComparedSide,
	asked: ComparisonAsked,
	signal: AbortSignal,
): Promise<readonly RecordFilter[]> {
	const info = await sides.read();
	const columns: SideColumns = { before: info.before.columns, after: info.after.columns };
	const { range, versions } = sides.chosen[side];
	const facts = sides.factsOf(side);
	const page = { verdicts: [], order: 'evidence', start: 0, end: 0, trendParts: 1 } as const;
	const summary = (await sides.compare(asked, page, { signal }))[side];
	return [
		...(side === 'after' ? asked.filters : filtersBefore(asked.filters, columns)),
		...(versions ? await filterOfVersions(sides, side, info[side], versions, signal) : []),
		...filterOfTime(info[side], facts, summary, range !== undefined),
	];
}

/** Returns filters with column names for use in another view. If `value` is undefined, the filters match all groups. */
export async function filtersOfRecords(
	sides: ComparedSides,
	side: ComparedSide,
	{ asked, value }: { readonly asked: ComparisonAsked; readonly value: GroupValue | undefined },
	signal: AbortSignal,
): Promise<NamedFilters> {
	const columns = await sides.columns();
	const ofGroup = value === undefined ? [] : filtersOfGroup(columns, side, asked.key, value);
	return withColumnNames([...(await filtersOfSide(sides, side, asked, signal)), ...ofGroup], columns[side]);
}

/** Returns the filter for a group. Returns an empty list if the side doesn't have the grouping column. */
export function filtersOfGroup(
	columns: SideColumns,
	side: ComparedSide,
	keyAfter: GroupKey,
	value: GroupValue,
): readonly RecordFilter[] {
	const key = side === 'after' ? keyAfter : keyBefore(keyAfter, columns);
	return key ? [{ kind: 'group', key, values: [value] }] : [];
}

async function filterOfVersions(
	sides: ComparedSides,
	side: ComparedSide,
	{ versionColumn: column }: TableInfo,
	versions: readonly string[],
	signal: AbortSignal,
): Promise<RecordFilter[]> {
	if (column === undefined) {
		return [];
	}
	const params = { view: { filters: [], sort: [] }, column, limit: maxSpellings };
	const { values } = await sides.query(side, 'topValues', params, { signal });
	const wanted = new Set(versions.map(versionKey));
	const spellings = values.map(({ value }) => value).filter((value) => wanted.has(versionKey(value)));
	return [{ kind: 'oneOf', column, values: spellings.length > 0 ? spellings : versions }];
}

function filterOfTime(
	info: TableInfo,
	facts: RecordsFacts | undefined,
	{ spans, untimed, outside }: SideSummary,
	isChosen: boolean,
): RecordFilter[] {
	const column = getTimeColumn(info, facts);
	const counted = hullOf(spans);
	const covered = facts && hullOf(facts.covers);
	const isLess =
		isChosen ||
		untimed + outside > 0 ||
		(covered && (covered.since !== counted?.since || covered.until !== counted.until));
	if (column === undefined || !counted || !isLess) {
		return [];
	}
	return [{ kind: 'range', column, from: String(counted.since), to: String(counted.until) }];
}

function hullOf(spans: readonly TimeRange[]): TimeRange | undefined {
	const [first, last] = [spans[0], spans.at(-1)];
	return first && last && { since: first.since, until: last.until };
}

function getTimeColumn({ columns, timeColumn }: TableInfo, facts: RecordsFacts | undefined): number | undefined {
	if (facts?.dimension !== 'receive') {
		return timeColumn;
	}
	return timeFields.receive
		.map((name) => columns.findIndex((column) => column.name === name))
		.find((column) => column >= 0);
}

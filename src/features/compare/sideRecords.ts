import { timeFields } from '../../core/plan/timeFields';
import { versionKey } from '../../core/records/query/values/versionKey';
import type { ComparedSide, RecordsFacts, SideSummary, TimeRange } from '../../shared/comparison';
import type { ComparisonAsked } from '../../shared/comparisonProtocol';
import type { GroupValue } from '../../shared/groupValue';
import { type NamedFilters, withColumnNames } from '../../shared/keptColumns';
import type { GroupKey, RecordFilter, TableInfo } from '../../shared/results';
import type { ComparedSides } from './comparedSides';
import { filtersBefore, keyBefore, type SideColumns } from './sideColumns';

/** More versions are not looked through for other spellings of one. */
const maxSpellings = 1000;

/** Filters of a side by which its file shows what the comparison counts. */
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

/** With the names of the file's columns, for a view of it. @param value Undefined for all groups. */
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

/** By which a side shows one group, beside `filtersOfSide`; none on a side that has no such column. */
export function filtersOfGroup(
	columns: SideColumns,
	side: ComparedSide,
	keyAfter: GroupKey,
	value: GroupValue,
): readonly RecordFilter[] {
	const key = side === 'after' ? keyAfter : keyBefore(keyAfter, columns);
	return key ? [{ kind: 'group', key, values: [value] }] : [];
}

/** As they are written in the file, for there may be several spellings of a version. */
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

/** What is counted may be less than the file has: a part that was chosen, what the other side has not, what tells no time. */
function filterOfTime(
	info: TableInfo,
	facts: RecordsFacts | undefined,
	{ spans, untimed, outside }: SideSummary,
	isChosen: boolean,
): RecordFilter[] {
	const column = timeColumnOf(info, facts);
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

/** That tells when on the clock of a side's range. */
function timeColumnOf({ columns, timeColumn }: TableInfo, facts: RecordsFacts | undefined): number | undefined {
	if (facts?.dimension !== 'receive') {
		return timeColumn;
	}
	return timeFields.receive
		.map((name) => columns.findIndex((column) => column.name === name))
		.find((column) => column >= 0);
}

import type {
	ComparedSide,
	ExposureKind,
	Forbidden,
	Reason,
	ReasonFact,
	SideQuestion,
} from '../../../shared/comparison';
import type { GroupKey, RecordFilter } from '../../../shared/results';
import { timeFieldOf } from '../../plan/timeFields';
import type { Snapshot } from '../query/work/snapshot';
import { dimensionOf } from './clocks';
import { difference, intersection, secondsIn } from './spans';

/** Less on a side is too short (seconds), and fewer devices on both together too few. */
const leastSeconds = 86_400;
const leastCounted = 30;

/** Seconds: less is the edge of a day on some clock. */
const leastMissing = 60;

/** Where so much more of a side's minified traces keep their short names, its groups are others. */
const leastMinified = 0.05;

/** A side as far as it tells what it can be compared with. */
interface KnownSide {
	readonly question: SideQuestion;
	readonly snapshot: Snapshot;
	readonly records: number;
	/** Undefined without a time column. */
	readonly seconds: number | undefined;
	readonly counted: number;
	/** Records whose traces are minified: grouped by their original names, and not. */
	readonly deobfuscated: { readonly records: number; readonly minified: number } | undefined;
}

export interface SharedRecords {
	readonly records: number;
	readonly seconds: number;
}

/** Why two sides are not comparable, the gravest first; empty where they are. */
export function reasonsAgainst(
	before: KnownSide,
	after: KnownSide,
	key: GroupKey,
	exposure: ExposureKind,
	shared: SharedRecords | undefined,
): Reason[] {
	const [factsBefore, factsAfter] = [before.question.facts, after.question.facts];
	const byTime = exposure === 'time';
	const reasons: ReasonFact[] = [];
	if (factsBefore && factsAfter) {
		if (factsBefore.application !== factsAfter.application) {
			reasons.push({
				kind: 'otherApplication',
				before: factsBefore.application,
				after: factsAfter.application,
			});
		}
		if (byTime && factsBefore.dimension !== factsAfter.dimension) {
			reasons.push({ kind: 'dimensionDiffers' });
		}
		if (byTime && factsBefore.timeZone !== factsAfter.timeZone) {
			reasons.push({ kind: 'clockDiffers', before: factsBefore.timeZone, after: factsAfter.timeZone });
		}
	}
	const fields = missingFields(before, after, key, byTime);
	if (fields.length > 0) {
		reasons.push({ kind: 'fieldsMissing', fields });
	}
	const columns = differingFilters(before, after, byTime);
	if (columns.length > 0) {
		reasons.push({ kind: 'filtersDiffer', columns });
	}
	if (key.kind !== 'name' && key.kind !== 'column' && mappingDiffers(before, after)) {
		reasons.push({ kind: 'mappingDiffers' });
	}
	for (const [side, { records }] of sidesOf(before, after)) {
		if (records === 0) {
			reasons.push({ kind: 'empty', side });
		}
	}
	const seconds = Math.min(before.seconds ?? 0, after.seconds ?? 0);
	const counted = before.counted + after.counted;
	if ((byTime && seconds < leastSeconds) || counted < leastCounted) {
		reasons.push({ kind: 'tooShort', seconds, counted });
	}
	for (const [side, { question }] of sidesOf(before, after)) {
		const proof = question.facts?.proof ?? 'unproven';
		if (proof !== 'proven') {
			reasons.push({ kind: proof, side });
		}
		const seconds = proof === 'cut' ? 0 : secondsMissing(question);
		if (seconds >= leastMissing) {
			reasons.push({ kind: 'timeMissing', side, seconds });
		}
	}
	if (shared) {
		reasons.push({ kind: 'rangesOverlap', ...shared });
	}
	return reasons.map((reason) => ({ ...reason, forbids: forbiddenBy(reason) }));
}

/**
 * More records before can only take back what has risen, and more of them after what has fallen: what is missing on a side
 * leaves the verdicts that it would make stronger.
 */
function forbiddenBy(reason: ReasonFact): Forbidden {
	switch (reason.kind) {
		case 'cut':
		case 'unproven':
			return reason.side === 'before' ? 'rises' : 'falls';
		case 'rangesOverlap':
		case 'timeMissing':
			return 'nothing';
		default:
			return 'all';
	}
}

/** Of a side, between the first and the last second that its file covers. */
function secondsMissing({ facts, range }: SideQuestion): number {
	const [first, last] = [facts?.covers[0], facts?.covers.at(-1)];
	if (!facts || !first || !last) {
		return 0;
	}
	const whole = [{ since: first.since, until: last.until }];
	return secondsIn(difference(range ? intersection([range], whole) : whole, facts.covers));
}

/** Which columns a side has of those by which a group is told. */
function columnsOfKey(key: GroupKey, after: Snapshot): readonly string[] {
	switch (key.kind) {
		case 'frames':
		case 'topFrame':
			return ['error', 'error_json'];
		case 'message':
			return ['error', 'error_name'];
		case 'name':
			return ['error_name'];
		case 'column':
			return [after.column(key.column).name];
	}
}

function missingFields(before: KnownSide, after: KnownSide, key: GroupKey, byTime: boolean): string[] {
	const names = columnsOfKey(key, after.snapshot);
	const has = ({ snapshot }: KnownSide, name: string) => snapshot.indexOf(name) !== undefined;
	const unlike = names.filter((name) => has(before, name) !== has(after, name));
	const none = names.every((name) => !has(before, name) && !has(after, name)) ? names.slice(0, 1) : [];
	const times = [before, after]
		.filter(() => byTime)
		.filter(({ seconds }) => seconds === undefined)
		.map(({ question }) => timeFieldOf(dimensionOf(question.facts)));
	return [...new Set([...unlike, ...none, ...times])];
}

/** Columns of filters that only one side has, whether it was asked for with them or is looked at through them. */
function differingFilters(before: KnownSide, after: KnownSide, byTime: boolean): string[] {
	const [one, other] = [filtersOf(before), filtersOf(after)];
	const unlike = [...one, ...other].filter(([text]) => one.has(text) !== other.has(text));
	// Versions are what sides of the same time differ in.
	return [...new Set(unlike.map(([, column]) => column))].filter((column) => byTime || column !== 'app_version_name');
}

/** By what they say, in words that mean the same for every table: the name of their column. */
function filtersOf({ question, snapshot }: KnownSide): ReadonlyMap<string, string> {
	const nameOf = (column: number) => snapshot.column(column).name;
	const asked = (question.facts?.filters ?? []).map(({ field, value }) => [sayOneOf(field, [value]), field] as const);
	const looked = question.filters.map((filter) => {
		const column = columnOf(filter, nameOf);
		return [sayFilter(filter, column), column] as const;
	});
	const versions = question.versions
		? [[sayOneOf('app_version_name', question.versions), 'app_version_name'] as const]
		: [];
	return new Map([...asked, ...looked, ...versions]);
}

function columnOf(filter: RecordFilter, nameOf: (column: number) => string): string {
	if ('column' in filter) {
		return nameOf(filter.column);
	}
	return filter.kind === 'group' && filter.key.kind === 'column' ? nameOf(filter.key.column) : filter.kind;
}

function sayFilter(filter: RecordFilter, column: string): string {
	return filter.kind === 'oneOf' && !filter.not
		? sayOneOf(column, filter.values)
		: JSON.stringify({ ...filter, column, ...(filter.kind === 'group' && { key: { ...filter.key, column } }) });
}

function sayOneOf(column: string, values: readonly string[]): string {
	return JSON.stringify(['oneOf', column, [...new Set(values)].sort()]);
}

/** Where traces have their original names on one side and not on the other, the same error has two keys. */
function mappingDiffers(before: KnownSide, after: KnownSide): boolean {
	const sides = [before, after].map(
		({ snapshot, deobfuscated: { records, minified } = { records: 0, minified: 0 } }) => ({
			isUsed: records > 0,
			isKnown: (snapshot.mappings?.id ?? '') !== '',
			share: minified / Math.max(1, records + minified),
		}),
	);
	const [one = 0, other = 0] = sides.map(({ share }) => share);
	return (
		sides.some(({ isUsed }) => isUsed) &&
		(sides.some(({ isKnown }) => !isKnown) || Math.abs(one - other) >= leastMinified)
	);
}

function sidesOf(before: KnownSide, after: KnownSide): readonly (readonly [ComparedSide, KnownSide])[] {
	return [
		['before', before],
		['after', after],
	];
}

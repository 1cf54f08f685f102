import type {
	ComparedSide,
	ExposureKind,
	Forbidden,
	Reason,
	ReasonFact,
	SideQuestion,
} from '../../../shared/comparison';
import { getFileLimits } from '../../../shared/fileLimits';
import type { GroupKey, RecordFilter } from '../../../shared/results';
import { getTimeField } from '../../plan/timeFields';
import type { Snapshot } from '../query/execution/snapshot';
import { getDimension } from './clocks';
import { difference, intersection, secondsIn } from './spans';

const leastSeconds = 86_400;
const leastCounted = 30;

const leastMissing = 60;

/** Groups aren't comparable if the shares of minified traces on both sides differ by at least this much. */
const leastMinified = 0.05;

interface KnownSide {
	readonly question: SideQuestion;
	readonly snapshot: Snapshot;
	readonly records: number;
	readonly seconds: number | undefined;
	readonly counted: number;
	readonly deobfuscated: { readonly records: number; readonly minified: number } | undefined;
}

export interface SharedRecords {
	readonly records: number;
	readonly seconds: number;
}

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
	for (const [side, { snapshot }] of sidesOf(before, after)) {
		reasons.push(...getFileLimits(snapshot.info).map((limit) => ({ kind: 'file', side, limit }) as const));
	}
	if (shared) {
		reasons.push({ kind: 'rangesOverlap', ...shared });
	}
	return reasons.map(withForbidden);
}

export function withForbidden(reason: ReasonFact): Reason {
	return { ...reason, forbids: forbiddenBy(reason) };
}

function forbiddenBy(reason: ReasonFact): Forbidden {
	switch (reason.kind) {
		case 'cut':
		case 'unproven':
			return forbiddenByMissing(reason.side);
		case 'file':
			return reason.limit.kind === 'truncated' || reason.limit.kind === 'tooLong'
				? forbiddenByMissing(reason.side)
				: 'none';
		case 'rangesOverlap':
		case 'timeMissing':
		case 'commonMovement':
			return 'none';
		case 'minifiedBuilds':
			return 'renames';
		default:
			return 'all';
	}
}

function forbiddenByMissing(side: ComparedSide): Forbidden {
	return side === 'before' ? 'increases' : 'decreases';
}

function secondsMissing({ facts, range }: SideQuestion): number {
	const [first, last] = [facts?.covers[0], facts?.covers.at(-1)];
	if (!facts || !first || !last) {
		return 0;
	}
	const whole = [{ since: first.since, until: last.until }];
	return secondsIn(difference(range ? intersection([range], whole) : whole, facts.covers));
}

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
		.map(({ question }) => getTimeField(getDimension(question.facts)));
	return [...new Set([...unlike, ...none, ...times])];
}

function differingFilters(before: KnownSide, after: KnownSide, byTime: boolean): string[] {
	const [one, other] = [filtersOf(before), filtersOf(after)];
	const unlike = [...one, ...other].filter(([text]) => one.has(text) !== other.has(text));
	// A comparison by devices usually compares app versions, so different version filters are intended.
	return [...new Set(unlike.map(([, column]) => column))].filter((column) => byTime || column !== 'app_version_name');
}

function filtersOf({ question, snapshot }: KnownSide): ReadonlyMap<string, string> {
	const getName = (column: number) => snapshot.column(column).name;
	const inExport = (question.facts?.filters ?? []).map(
		({ field, value }) => [describeOneOf(field, [value]), field] as const,
	);
	const inQuestion = question.filters.map((filter) => {
		const column = getColumn(filter, getName);
		return [describeFilter(filter, column), column] as const;
	});
	const versions = question.versions
		? [[describeOneOf('app_version_name', question.versions), 'app_version_name'] as const]
		: [];
	return new Map([...inExport, ...inQuestion, ...versions]);
}

function getColumn(filter: RecordFilter, getName: (column: number) => string): string {
	if ('column' in filter) {
		return getName(filter.column);
	}
	return filter.kind === 'group' && filter.key.kind === 'column' ? getName(filter.key.column) : filter.kind;
}

function describeFilter(filter: RecordFilter, column: string): string {
	return filter.kind === 'oneOf' && !filter.not
		? describeOneOf(column, filter.values)
		: JSON.stringify({ ...filter, column, ...(filter.kind === 'group' && { key: { ...filter.key, column } }) });
}

function describeOneOf(column: string, values: readonly string[]): string {
	return JSON.stringify(['oneOf', column, [...new Set(values)].sort()]);
}

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

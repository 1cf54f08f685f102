import type { Scheduler } from '../../common/scheduler';
import type { AlignedWeeks } from './alignWeeks';
import { countAllInPeriods, countPeriods } from './countPeriods';
import type { JoinedGroups } from './joinGroups';
import { equalParts, type Periods, periodsOfParts, wholeDays } from './periods';
import { selectSide, spanOfTable } from './selectSide';
import type { CountedSide, CountedSides } from './sides';
import { difference, intersection, secondsIn } from './spans';
import type { Exposure } from './statistics/binomialTest';
import { getDispersion, getRhythmDispersion, minDays, type Series, sumOf } from './statistics/dispersion';
import type { ExposedCounts, PeriodCounts } from './verdicts';

const daySeconds = 86_400;
const weekDays = 7;

type Variation =
	/** Both sides have the same weekdays and hours, so weekly patterns don't affect the comparison. */
	| { readonly kind: 'aligned'; readonly aligned: AlignedWeeks }
	/** Both sides are long enough to contain all weekdays. */
	| { readonly kind: 'days' }
	/** A side is too short to contain all weekdays, so other days in the files are used as well. */
	| { readonly kind: 'history'; readonly history: readonly CountedDays[] };

interface CountedDays {
	readonly side: CountedSide;
	readonly codes: keyof Pick<JoinedGroups, 'before' | 'after'>;
	readonly numbers: Uint32Array;
	readonly days: Periods;
}

/** Returns the periods that show how counts vary from day to day, or undefined if the files contain too few days. */
export async function findVariation(
	{ before, after, aligned }: CountedSides,
	timeZone: string,
	scheduler: Scheduler,
): Promise<Variation | undefined> {
	if (aligned) {
		return { kind: 'aligned', aligned };
	}
	const [daysBefore, daysAfter] = [before, after].map(
		({ tested }) => wholeDays(tested.spans ?? [], timeZone).count,
	) as [number, number];
	if (Math.min(daysBefore, daysAfter) >= minDays) {
		return { kind: 'days' };
	}
	const history: CountedDays[] = [];
	const isSameFile =
		before.snapshot.table === after.snapshot.table &&
		JSON.stringify([before.question.filters, before.question.versions]) ===
			JSON.stringify([after.question.filters, after.question.versions]);
	for (const [side, codes] of [
		[after, 'after'],
		[before, 'before'],
	] as const) {
		if (side === after || !isSameFile) {
			const {
				numbers,
				times,
				spans = [],
			} = await selectSide({ ...side, question: { ...side.question, range: undefined } }, scheduler);
			// Excludes days that aren't in the open files. Synced records can cover more days than these files.
			const open = times ? intersection(spans, await spanOfTable(side, times, scheduler)) : [];
			const sides = isSameFile ? [before, after] : [side];
			const outside = sides.reduce((left, { spans: ofSide = [] }) => difference(left, ofSide), open);
			history.push({ side, codes, numbers, days: wholeDays(outside, timeZone) });
		}
	}
	const days = history.reduce((sum, { days }) => sum + days.count, daysBefore + daysAfter);
	return days >= minDays ? { kind: 'history', history } : undefined;
}

interface Counted {
	readonly before: CountedSide;
	readonly after: CountedSide;
	readonly joined: JoinedGroups;
	readonly exposure: Exposure;
	readonly timeZone: string;
}

/** Counts the devices of the candidate groups in each period. Counting all groups would take too long. */
export async function countVariation(
	groups: Uint32Array,
	variation: Variation,
	counted: Counted,
	scheduler: Scheduler,
): Promise<readonly PeriodCounts[]> {
	if (groups.length === 0) {
		return [];
	}
	const dispersions = await dispersionsOf(groups, variation, counted, scheduler);
	const alike = await countAlike(groups, variation, counted, scheduler);
	return Array.from(groups, (_, index) => ({
		dispersion: { time: 1, share: 1 },
		withoutPeak: undefined,
		...dispersions[index],
		alike: alike?.[index],
	}));
}

interface CountedSeries {
	readonly groups: readonly ArrayLike<number>[];
	readonly all: Uint32Array;
}

async function countSeries(
	side: CountedSide,
	numbers: Uint32Array,
	codes: ArrayLike<number>,
	periods: Periods,
	scheduler: Scheduler,
): Promise<CountedSeries> {
	return {
		groups: await countPeriods(side, numbers, codes, periods, scheduler),
		all: await countAllInPeriods(side, numbers, periods, scheduler),
	};
}

async function alignedDispersions(
	groups: Uint32Array,
	{ shorter, spans, parts }: Extract<Variation, { kind: 'aligned' }>['aligned'],
	seriesOf: (name: 'before' | 'after', periods: Periods) => Promise<CountedSeries>,
): Promise<readonly Pick<PeriodCounts, 'dispersion' | 'withoutPeak'>[]> {
	const days = Math.max(1, Math.round(secondsIn(spans) / daySeconds));
	const short = await seriesOf(shorter, periodsOfParts([spans], days));
	const long = await seriesOf(shorter === 'before' ? 'after' : 'before', periodsOfParts(parts, days));
	const ofPart = <T extends ArrayLike<number>>(counts: T, part: number) =>
		Array.from({ length: days }, (_, day) => counts[part * days + day] ?? 0);
	return Array.from(groups, (_, index) => {
		const series: readonly Series[] = [
			{ counts: Array.from(short.groups[index] ?? []), totals: short.all },
			...parts.map((_, part) => ({
				counts: ofPart(long.groups[index] ?? [], part),
				totals: ofPart(long.all, part),
			})),
		];
		const [one = [], ...others] = series.map(({ counts }) => counts);
		const daysOfOthers = others.flatMap((counts) => Array.from(counts));
		return {
			dispersion: bothDispersions(series, getRhythmDispersion),
			withoutPeak:
				days < minDays
					? undefined
					: shorter === 'before'
						? countsWithoutPeak(one, daysOfOthers)
						: countsWithoutPeak(daysOfOthers, one),
		};
	});
}

async function dispersionsOf(
	groups: Uint32Array,
	variation: Variation,
	{ before, after, joined, timeZone }: Counted,
	scheduler: Scheduler,
): Promise<readonly Pick<PeriodCounts, 'dispersion' | 'withoutPeak'>[]> {
	const codesOf = (name: 'before' | 'after') => Array.from(groups, (group) => joined[name][group] ?? -1);
	const seriesOf = (name: 'before' | 'after', periods: Periods) => {
		const side = name === 'before' ? before : after;
		return countSeries(side, side.tested.numbers, codesOf(name), periods, scheduler);
	};
	if (variation.kind === 'aligned') {
		return alignedDispersions(groups, variation.aligned, seriesOf);
	}
	const days = {
		before: wholeDays(before.tested.spans ?? [], timeZone),
		after: wholeDays(after.tested.spans ?? [], timeZone),
	};
	const counted = [
		{ phases: days.before.weekdays, ...(await seriesOf('before', days.before)) },
		{ phases: days.after.weekdays, ...(await seriesOf('after', days.after)) },
	];
	const seriesOfGroup = (place: number): Series[] =>
		counted.map(({ groups, all, phases }) => ({ counts: groups[place] ?? [], totals: all, phases }));
	if (variation.kind === 'days') {
		return Array.from(groups, (_, index) => {
			const series = seriesOfGroup(index);
			const [ofBefore = [], ofAfter = []] = series.map(({ counts }) => counts);
			return {
				dispersion: bothDispersions(series, getRhythmDispersion),
				withoutPeak: countsWithoutPeak(ofBefore, ofAfter),
			};
		});
	}
	for (const { side, codes, numbers, days } of variation.history) {
		counted.push({ phases: days.weekdays, ...(await countSeries(side, numbers, codesOf(codes), days, scheduler)) });
	}
	const lengths = [before, after].map(({ tested }) => secondsIn(tested.spans ?? []) / daySeconds) as [number, number];
	// Counts of adjacent days can be correlated, for example on a weekend. This increases the variance of their sum.
	const adjacent = Math.min(weekDays, Math.max(1, ...lengths));
	return Array.from(groups, (group, index) => {
		const series = seriesOfGroup(index);
		const [a, b] = [before.tested.counts[joined.before[group] ?? -1], after.tested.counts[joined.after[group] ?? -1]];
		const perDay = [(a ?? 0) / lengths[0], (b ?? 0) / lengths[1]] as const;
		// Excludes the side with the higher daily count, because an outbreak is not part of the usual variation.
		const usual = series.toSpliced(perDay[0] > perDay[1] ? 0 : 1, 1);
		const mean = ((a ?? 0) + (b ?? 0)) / (lengths[0] + lengths[1]);
		const widen = (variance: number) => 1 + variance * mean * adjacent;
		const ofTime = usual.map(({ counts }) => ({ counts, totals: undefined }));
		return {
			dispersion: {
				time: widen(Math.max(relativeVariance(ofTime), relativeVariance([othersOf(series)]))),
				share: widen(relativeVariance(usual)),
			},
			withoutPeak: undefined,
		};
	});
}

function relativeVariance(series: readonly Series[]): number {
	const days = series.reduce((sum, { counts }) => sum + counts.length, 0);
	const mean = series.reduce((sum, { counts }) => sum + sumOf(counts), 0) / days;
	return mean > 0 ? Math.max(0, getDispersion(series) - 1) / mean : 0;
}

function othersOf(series: readonly Series[]): Series {
	const counts = series.flatMap(({ counts, totals }) =>
		Array.from(counts, (count, day) => Math.max(0, (totals?.[day] ?? 0) - count)),
	);
	return { counts, totals: undefined };
}

function countsWithoutPeak(before: ArrayLike<number>, after: ArrayLike<number>): ExposedCounts {
	const [one, other] = [before, after].map((counts) => ({
		days: counts.length,
		sum: sumOf(counts),
		highest: Array.from(counts).reduce((most, count) => Math.max(most, count), 0),
	})) as [DayCounts, DayCounts];
	const without = ({ days, sum, highest }: DayCounts): DayCounts => ({ days: days - 1, sum: sum - highest, highest });
	const rises = other.sum * one.days > one.sum * other.days;
	const [left, right] = rises ? [one, without(other)] : [without(one), other];
	return { before: left.sum, after: right.sum, exposure: { before: left.days, after: right.days } };
}

interface DayCounts {
	readonly days: number;
	readonly sum: number;
	readonly highest: number;
}

function bothDispersions(
	series: readonly Series[],
	dispersionOf: (series: readonly Series[]) => number,
): PeriodCounts['dispersion'] {
	return {
		time: dispersionOf(series.map(({ counts }) => ({ counts, totals: undefined }))),
		share: dispersionOf(series),
	};
}

/** Divides the longer side into parts with the duration of the shorter side. Each part counts a device once. */
async function countAlike(
	groups: Uint32Array,
	variation: Variation,
	{ before, after, joined, exposure }: Counted,
	scheduler: Scheduler,
): Promise<readonly PeriodCounts['alike'][] | undefined> {
	const longer = Math.round(Math.max(exposure.before / exposure.after, exposure.after / exposure.before));
	if (!(longer > 1 && Number.isFinite(longer))) {
		return undefined;
	}
	const isBefore = exposure.before > exposure.after;
	const [long, short] = isBefore ? [before, after] : [after, before];
	const [longCodes, shortCodes] = isBefore ? [joined.before, joined.after] : [joined.after, joined.before];
	const parts =
		variation.kind === 'aligned'
			? periodsOfParts(variation.aligned.parts, 1)
			: equalParts(long.tested.spans ?? [], longer);
	const codes = Array.from(groups, (group) => longCodes[group] ?? -1);
	const found = await countSeries(long, long.tested.numbers, codes, parts, scheduler);
	const allLong = sumOf(found.all);
	const allShort = short.summary.tested.counted;
	return Array.from(groups, (group, index) => {
		const many = sumOf(found.groups[index] ?? []);
		const few = short.tested.counts[shortCodes[group] ?? -1] ?? 0;
		return {
			before: isBefore ? many : few,
			after: isBefore ? few : many,
			exposure,
			all: { before: isBefore ? allLong : allShort, after: isBefore ? allShort : allLong },
		};
	});
}

import {
	type ComparisonQuestion,
	type ExposureKind,
	type LikelySame,
	type Reason,
	type VerdictKind,
	verdictKinds,
} from '../../../shared/comparison';
import type { GroupKey } from '../../../shared/results';
import { Pace, type Report } from '../../common/pace';
import type { Snapshot } from '../query/work/snapshot';
import { reasonsAgainst } from './comparability';
import { countPeriods } from './countPeriods';
import { type JoinedGroups, joinGroups } from './joinGroups';
import { findLikelySame } from './likelySame';
import { equalParts, type Periods, wholeDays } from './periods';
import type { AskedSide, ComparedTable } from './selectSide';
import { type CountedSide, type CountedSides, countSides } from './sides';
import type { Exposure } from './statistics/binomialTest';
import { minDays } from './statistics/dispersion';
import { type GroupCounts, type JudgedGroups, judgeGroups, type PeriodCounts } from './verdicts';

/** Everything about two sides but what is told of a group. */
export interface Comparison extends CountedSides {
	readonly joined: JoinedGroups;
	readonly counts: GroupCounts;
	readonly exposure: Exposure;
	/** By the share of all devices with errors, where the other is by time. */
	readonly shareExposure: Exposure | undefined;
	readonly reasons: readonly Reason[];
	readonly judged: JudgedGroups;
	/** By verdict. */
	readonly groups: Readonly<Record<VerdictKind, number>>;
	readonly likelySame: readonly LikelySame[];
}

/** The share of the work that the sides are; what is left is to judge their groups. */
const shareOfSides = 0.9;

export async function compareSides(
	tables: { readonly before: ComparedTable; readonly after: ComparedTable },
	{ before: questionBefore, after: questionAfter, key, exposure: kind, timeZone }: ComparisonQuestion,
	signal: AbortSignal,
	report: Report,
): Promise<Comparison> {
	const pace = new Pace(signal);
	const snapshots = { before: tables.before.snapshot(), after: tables.after.snapshot() };
	const asked: { before: AskedSide; after: AskedSide } = {
		before: {
			prepared: tables.before.prepared,
			snapshot: snapshots.before,
			question: questionBefore,
			key: keyIn(key, snapshots.after, snapshots.before),
		},
		after: { prepared: tables.after.prepared, snapshot: snapshots.after, question: questionAfter, key },
	};
	const sides = await countSides(asked, kind, signal, (share) => report(share * shareOfSides));
	const { before, after, shared } = sides;
	const joined = await joinGroups(groupsOf(before), groupsOf(after), pace);
	const counts = await countsOf(joined, before, after, pace);
	const exposure = exposureOf(before, after, kind);
	const shareExposure = kind === 'time' ? exposureOf(before, after, 'devices') : undefined;
	const reasons = reasonsAgainst(known(before), known(after), key, kind, shared);
	const judged = await judgeGroups(
		{
			counts,
			exposure,
			otherExposure: shareExposure,
			forbidden: reasons.map(({ forbids }) => forbids),
			...(kind === 'time' && {
				periods: (groups) => periodsOf(groups, joined, before, after, exposure, timeZone, pace),
			}),
		},
		pace,
	);
	report(1);
	return {
		...sides,
		joined,
		counts,
		exposure,
		shareExposure,
		reasons,
		judged,
		groups: countVerdicts(judged.verdicts),
		likelySame: key.kind === 'frames' ? await findLikelySame(sides, joined, judged, pace) : [],
	};
}

/** The same key in another table; undefined where that has no such column. */
function keyIn(key: GroupKey, from: Snapshot, to: Snapshot): GroupKey | undefined {
	if (key.kind !== 'column') {
		return key;
	}
	const column = to.indexOf(from.column(key.column).name);
	return column === undefined ? undefined : { kind: 'column', column };
}

function groupsOf({ groups: { keys, tally } }: CountedSide) {
	return { keys, groups: tally.groups };
}

function known({ question, snapshot, summary, groups }: CountedSide) {
	const { records, tested } = summary;
	const { seconds, counted } = tested;
	return { question, snapshot, records, seconds, counted, deobfuscated: groups.deobfuscated };
}

async function countsOf(
	joined: JoinedGroups,
	before: CountedSide,
	after: CountedSide,
	pace: Pace,
): Promise<GroupCounts> {
	const spread = async (codes: Int32Array, counts: Uint32Array) => {
		const spreadCounts = new Uint32Array(joined.size);
		await pace.walk(joined.size, (from, to) => {
			for (let group = from; group < to; group++) {
				spreadCounts[group] = counts[codes[group] ?? -1] ?? 0;
			}
		});
		return spreadCounts;
	};
	return {
		before: await spread(joined.before, before.tested.counts),
		after: await spread(joined.after, after.tested.counts),
		recordsBefore: await spread(joined.before, before.groups.tally.counts),
		recordsAfter: await spread(joined.after, after.groups.tally.counts),
	};
}

function exposureOf(before: CountedSide, after: CountedSide, kind: ExposureKind): Exposure {
	const of = ({ summary: { tested } }: CountedSide) => (kind === 'time' ? (tested.seconds ?? 0) : tested.counted);
	return { before: of(before), after: of(after) };
}

/** What takes longer to count of groups that may have changed. */
async function periodsOf(
	groups: Uint32Array,
	joined: JoinedGroups,
	before: CountedSide,
	after: CountedSide,
	exposure: Exposure,
	timeZone: string,
	pace: Pace,
): Promise<readonly PeriodCounts[]> {
	const sides = [
		{ side: before, codes: Array.from(groups, (group) => joined.before[group] ?? -1) },
		{ side: after, codes: Array.from(groups, (group) => joined.after[group] ?? -1) },
	] as const;
	const [one, other] = sides;
	const days = sides.map(({ side }) => wholeDays(side.tested.spans ?? [], timeZone));
	const countEach = async ({ side, codes }: (typeof sides)[number], periods: Periods | undefined) =>
		periods && (await countPeriods(side, side.tested.numbers, codes, periods, pace));
	const hasDays = days.every(({ count }) => count >= minDays);
	const [daysBefore, daysAfter] = [
		await countEach(one, hasDays ? days[0] : undefined),
		await countEach(other, hasDays ? days[1] : undefined),
	];
	// One device that comes back every day is one in a month, and one in a day.
	const longer = Math.round(Math.max(exposure.before / exposure.after, exposure.after / exposure.before));
	const isBefore = exposure.before > exposure.after;
	const long = isBefore ? one : other;
	const parts = longer > 1 ? equalParts(long.side.tested.spans ?? [], longer) : undefined;
	const ofParts = await countEach(long, parts);
	const short = isBefore ? other : one;
	return Array.from(groups, (_, place) => {
		const [inDaysBefore, inDaysAfter, inParts] = [daysBefore?.[place], daysAfter?.[place], ofParts?.[place]];
		const many = inParts?.reduce((sum, count) => sum + count, 0);
		const few = short.side.tested.counts[short.codes[place] ?? -1] ?? 0;
		return {
			days: inDaysBefore && inDaysAfter && { before: inDaysBefore, after: inDaysAfter },
			alike: many === undefined ? undefined : { before: isBefore ? many : few, after: isBefore ? few : many, exposure },
		};
	});
}

function countVerdicts(verdicts: Uint8Array): Record<VerdictKind, number> {
	const counts = verdictKinds.map(() => 0);
	for (const verdict of verdicts) {
		counts[verdict] = (counts[verdict] ?? 0) + 1;
	}
	return Object.fromEntries(verdictKinds.map((kind, place) => [kind, counts[place] ?? 0])) as Record<
		VerdictKind,
		number
	>;
}

import {
	type ComparisonPage,
	type ComparisonQuestion,
	changeThresholds,
	type ExposureKind,
	type LikelySame,
	type Reason,
	type ReasonFact,
	type VerdictKind,
	verdictKinds,
} from '../../../shared/comparison';
import type { GroupKey } from '../../../shared/results';
import { type Report, Scheduler } from '../../common/scheduler';
import type { Snapshot } from '../query/execution/snapshot';
import { reasonsAgainst, withForbidden } from './comparability';
import { type JoinedGroups, joinGroups } from './joinGroups';
import { findLikelySame } from './likelySame';
import { findMinifiedGroups } from './minifiedBuilds';
import type { AskedSide, ComparedTable } from './selectSide';
import { type CountedSide, type CountedSides, countSides } from './sides';
import { binomialLogPValue, type Exposure, getRatio } from './statistics/binomialTest';
import { countVariation, findVariation } from './variation';
import { type GroupCounts, type JudgedGroups, judgeGroups } from './verdicts';

export interface Comparison extends CountedSides {
	readonly joined: JoinedGroups;
	readonly counts: GroupCounts;
	readonly exposure: Exposure;
	/** Number of devices with errors on each side, for testing shares. Undefined if `exposure` already counts devices. */
	readonly shareExposure: Exposure | undefined;
	readonly reasons: readonly Reason[];
	readonly judged: JudgedGroups;
	readonly rhythm: ComparisonPage['rhythm'];
	/** Groups with the verdict `new` or `gone` that may exist under another name on the other side. */
	readonly renamed: ReadonlySet<number>;
	readonly groups: Readonly<Record<VerdictKind, number>>;
	readonly likelySame: readonly LikelySame[];
}

const shareOfSides = 0.9;

const changeVerdicts: readonly VerdictKind[] = ['new', 'gone', 'increased', 'decreased'];
/** Log of the significance level for a change that all groups have in common. */
const leastLogPValue = Math.log(0.01);

export async function compareSides(
	tables: { readonly before: ComparedTable; readonly after: ComparedTable },
	{ before: questionBefore, after: questionAfter, key, exposure: kind, timeZone }: ComparisonQuestion,
	signal: AbortSignal,
	report: Report,
): Promise<Comparison> {
	const scheduler = new Scheduler(signal);
	const snapshots = { before: tables.before.snapshot(), after: tables.after.snapshot() };
	const asked: { before: AskedSide; after: AskedSide } = {
		before: {
			snapshot: snapshots.before,
			question: questionBefore,
			key: keyIn(key, snapshots.after, snapshots.before),
		},
		after: { snapshot: snapshots.after, question: questionAfter, key },
	};
	const counted = await countSides(asked, { exposure: kind, timeZone }, signal, (share) =>
		report(share * shareOfSides),
	);
	const sides = kind === 'devices' ? withActiveDevices(counted) : counted;
	const { before, after, shared } = sides;
	const joined = await joinGroups(getGroups(before), getGroups(after), scheduler);
	const counts = await countsOf(joined, before, after, scheduler);
	const exposure = getExposure(before, after, kind);
	const shareExposure = kind === 'time' ? getExposure(before, after, 'devices') : undefined;
	const variation =
		kind === 'time' && before.spans && after.spans ? await findVariation(sides, timeZone, scheduler) : undefined;
	const isTooShort = kind === 'time' && before.spans !== undefined && after.spans !== undefined && !variation;
	const reasons = [
		...reasonsAgainst(known(before), known(after), key, kind, shared),
		...(isTooShort ? [withForbidden({ kind: 'shorterThanWeek' })] : []),
	];
	const found = await judgeGroups(
		{
			counts,
			exposure,
			all: shareExposure,
			forbidden: reasons.map(({ forbids }) => forbids),
			...(variation && {
				periods: (groups) =>
					countVariation(groups, variation, { before, after, joined, exposure, timeZone }, scheduler),
			}),
		},
		scheduler,
	);
	const movement = variation ? commonMovement(counts, found, exposure) : undefined;
	const minified = await findMinifiedGroups(sides, joined, found, key, scheduler);
	const judged = { ...found, verdicts: withheld(found.verdicts, minified.groups) };
	report(1);
	return {
		...sides,
		joined,
		counts,
		exposure,
		shareExposure,
		reasons: [
			...reasons,
			...(minified.groups.size > 0
				? [withForbidden({ kind: 'minifiedBuilds', groups: minified.groups.size, traces: minified.traces })]
				: []),
			...(movement ? [withForbidden(movement)] : []),
		],
		rhythm: variation && (variation.kind === 'aligned' ? 'aligned' : 'widened'),
		judged,
		renamed: minified.groups,
		groups: countVerdicts(judged.verdicts),
		likelySame: key.kind === 'frames' ? await findLikelySame(sides, joined, judged, scheduler) : [],
	};
}

function withheld(verdicts: Uint8Array, groups: ReadonlySet<number>): Uint8Array {
	const inconclusive = verdictKinds.indexOf('inconclusive');
	return groups.size === 0 ? verdicts : verdicts.map((verdict, group) => (groups.has(group) ? inconclusive : verdict));
}

function keyIn(key: GroupKey, from: Snapshot, to: Snapshot): GroupKey | undefined {
	if (key.kind !== 'column') {
		return key;
	}
	const column = to.indexOf(from.column(key.column).name);
	return column === undefined ? undefined : { kind: 'column', column };
}

function getGroups({ groups: { keys, tally } }: CountedSide) {
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
	scheduler: Scheduler,
): Promise<GroupCounts> {
	const spread = async (codes: Int32Array, counts: Uint32Array) => {
		const spreadCounts = new Uint32Array(joined.size);
		await scheduler.forEachBatch(joined.size, (from, to) => {
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

function withActiveDevices(sides: CountedSides): CountedSides {
	const { before, after } = sides;
	const [one = 0, other = 0] = [before.question.activeDevices, after.question.activeDevices];
	const counting = (side: CountedSide, activeDevices: number): CountedSide => ({
		...side,
		summary: { ...side.summary, tested: { ...side.summary.tested, activeDevices } },
	});
	return one > 0 && other > 0 ? { ...sides, before: counting(before, one), after: counting(after, other) } : sides;
}

function getExposure(before: CountedSide, after: CountedSide, kind: ExposureKind): Exposure {
	const of = ({ summary: { tested } }: CountedSide) =>
		kind === 'time' ? (tested.seconds ?? 0) : (tested.activeDevices ?? tested.counted);
	return { before: of(before), after: of(after) };
}

/**
 * Returns the common change of all groups that have no verdict of their own, if this change is large and significant.
 */
function commonMovement(
	counts: GroupCounts,
	{ unforbidden }: JudgedGroups,
	exposure: Exposure,
): ReasonFact | undefined {
	const changed = new Set(changeVerdicts.map((kind) => verdictKinds.indexOf(kind)));
	let [before, after] = [0, 0];
	for (const [group, verdict] of unforbidden.entries()) {
		if (!changed.has(verdict)) {
			before += counts.before[group] ?? 0;
			after += counts.after[group] ?? 0;
		}
	}
	const isKnown = exposure.before > 0 && exposure.after > 0 && before > 0 && after > 0;
	if (!isKnown || binomialLogPValue(before, after, exposure) > leastLogPValue) {
		return undefined;
	}
	const ratio = getRatio(before, after, exposure);
	return Math.max(ratio, 1 / ratio) >= changeThresholds.ratio ? { kind: 'commonMovement', ratio } : undefined;
}

function countVerdicts(verdicts: Uint8Array): Record<VerdictKind, number> {
	const counts = verdictKinds.map(() => 0);
	for (const verdict of verdicts) {
		counts[verdict] = (counts[verdict] ?? 0) + 1;
	}
	return Object.fromEntries(verdictKinds.map((kind, index) => [kind, counts[index] ?? 0])) as Record<
		VerdictKind,
		number
	>;
}

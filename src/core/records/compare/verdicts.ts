import type { Forbidden, VerdictKind } from '../../../shared/comparison';
import { changeThresholds, verdictKinds } from '../../../shared/comparison';
import type { Scheduler } from '../../common/scheduler';
import { binomialLogPValue, type Exposure, getRatio } from './statistics/binomialTest';
import { significanceThreshold } from './statistics/falseDiscoveryRate';
import { getOddsRatio, type ShareCounts, shareLogPValue } from './statistics/shareTest';

const { count: minDevices, ratio: minRatio } = changeThresholds;
/** A dispersion below this value is attributed to chance, so p-values are not corrected. */
const minDispersion = 1.5;

/** P-values are cached if both counts are below this number, because most counts are small. */
const retainedCounts = 128;

export interface GroupCounts {
	/** Number of devices in the tested range for each group, or number of records if devices are unknown. */
	readonly before: Uint32Array;
	readonly after: Uint32Array;
	/** Number of records in each group, including records outside the tested range. */
	readonly recordsBefore: Uint32Array;
	readonly recordsAfter: Uint32Array;
}

export interface PeriodCounts {
	/**
	 * Overdispersion (observed divided by random variation) of the counts and of the group's share of all devices with
	 * errors.
	 */
	readonly dispersion: { readonly time: number; readonly share: number };
	/** Counts that exclude the day with the most errors, because an increase on a single day isn't a lasting change. */
	readonly withoutPeak: ExposedCounts | undefined;
	/** Counts in time ranges of similar length. If one side is much longer, it is divided into several parts. */
	readonly alike: (ExposedCounts & { readonly all: SideTotals | undefined }) | undefined;
}

/** Number of devices with any error on each side. */
interface SideTotals {
	readonly before: number;
	readonly after: number;
}

export interface JudgedGroups {
	/** For each group, an index into `verdictKinds`. */
	readonly verdicts: Uint8Array;
	/**
	 * Original verdict of each group. Verdicts that the data can't support have not yet been replaced by `inconclusive`.
	 */
	readonly unforbidden: Uint8Array;
	/** For each group, 1 for a significant increase, -1 for a significant decrease, otherwise 0. */
	readonly directions: Int8Array;
	/** For each group, the log p-value, or NaN if the group was not tested. */
	readonly logPValues: Float64Array;
	/** Counts on which the verdict of a group is based. Groups without an entry are judged by their total counts. */
	readonly adjusted: ReadonlyMap<number, AdjustedCounts>;
	/** For each group, 1 if the test of its frequency and the test of its share disagree, otherwise 0. */
	readonly disagree: Uint8Array;
}

export interface ExposedCounts {
	readonly before: number;
	readonly after: number;
	readonly exposure: Exposure;
}

export interface AdjustedCounts extends ExposedCounts {
	/** Observed variation divided by random variation. The test divides the counts by this ratio. */
	readonly dispersion: number;
	/** Odds ratio of the group's share of all devices with errors. Undefined if shares are not compared. */
	readonly shareRatio: number | undefined;
}

interface Judging {
	readonly counts: GroupCounts;
	readonly exposure: Exposure;
	/** Totals for testing the group's share. If undefined, only the frequency is tested. */
	readonly all?: SideTotals | undefined;
	readonly forbidden: readonly Forbidden[];
	periods?(groups: Uint32Array): Promise<readonly PeriodCounts[]>;
}

const verdictIndex = Object.fromEntries(verdictKinds.map((kind, index) => [kind, index])) as Record<
	VerdictKind,
	number
>;

export async function judgeGroups(
	{ counts, exposure, all, forbidden, periods }: Judging,
	scheduler: Scheduler,
): Promise<JudgedGroups> {
	const byTime = await logPValuesOf(counts, (a, b) => binomialLogPValue(a, b, exposure), isUsable(exposure), scheduler);
	const compared = all && hasOthers(all, counts) ? all : undefined;
	const byShare =
		compared && (await logPValuesOf(counts, (a, b) => shareLogPValue(shareCounts(a, b, compared)), true, scheduler));
	const totalOf = (group: number): AdjustedCounts => {
		const [before, after] = [counts.before[group] ?? 0, counts.after[group] ?? 0];
		const shareRatio = compared && getOddsRatio(shareCounts(before, after, compared));
		return { before, after, exposure, dispersion: 1, shareRatio };
	};
	const logPValues = byTime.slice();
	if (byShare) {
		await scheduler.forEachBatch(logPValues.length, (from, to) => {
			for (let group = from; group < to; group++) {
				logPValues[group] = Math.max(byTime[group] ?? 0, byShare[group] ?? 0);
			}
		});
	}
	const first = await significanceThreshold(logPValues, scheduler);
	const adjusted = new Map<number, AdjustedCounts>();
	const candidates = await passing(logPValues, first, scheduler);
	// Only significant groups need detailed counts, because detailed counts can increase a p-value but not decrease it.
	const found = periods && (await periods(candidates));
	for (const [index, group] of candidates.entries()) {
		const total = totalOf(group);
		const refined = refine(total, found?.[index] ?? plain, {
			all: compared,
			byTime: byTime[group] ?? 0,
			byShare: byShare?.[group] ?? Number.NEGATIVE_INFINITY,
		});
		adjusted.set(group, refined.counts);
		byTime[group] = refined.byTime;
		if (byShare) {
			byShare[group] = refined.byShare;
		}
		logPValues[group] = Math.max(refined.byTime, refined.byShare);
		if (isOpposite(refined.counts)) {
			logPValues[group] = 0;
		}
		if (scheduler.isYieldDue) {
			await scheduler.yieldNow();
		}
	}
	const threshold = await significanceThreshold(logPValues, scheduler);
	const unforbidden = new Uint8Array(logPValues.length);
	const directions = new Int8Array(logPValues.length);
	await scheduler.forEachBatch(logPValues.length, (from, to) => {
		for (let group = from; group < to; group++) {
			const judged = adjusted.get(group) ?? totalOf(group);
			const kind = kindOf(counts, group, judged, (logPValues[group] ?? Number.NaN) <= threshold);
			unforbidden[group] = verdictIndex[kind];
			directions[group] = kind === 'small' ? (hasIncreased(judged) ? 1 : -1) : signOf(kind);
		}
	});
	const isForbidden = (rises: boolean) =>
		forbidden.some((one) => one === 'all' || one === (rises ? 'increases' : 'decreases'));
	const forbids = [isForbidden(true), isForbidden(false)];
	const isAllForbidden = forbidden.includes('all');
	const verdicts = unforbidden.map((place, group) => {
		const direction = directions[group] ?? 0;
		const cannot = isAllForbidden || (direction > 0 && forbids[0]) || (direction < 0 && forbids[1]);
		return cannot ? verdictIndex.inconclusive : place;
	});
	const countsOf = (group: number) => adjusted.get(group) ?? totalOf(group);
	const disagree = byShare
		? await disagreements(byTime, byShare, countsOf, scheduler)
		: new Uint8Array(logPValues.length);
	return { verdicts, unforbidden, directions, logPValues, adjusted, disagree };
}

async function disagreements(
	byTime: Float64Array,
	byShare: Float64Array,
	countsOf: (group: number) => AdjustedCounts,
	scheduler: Scheduler,
): Promise<Uint8Array> {
	const disagree = new Uint8Array(byTime.length);
	const thresholds = {
		time: await significanceThreshold(byTime, scheduler),
		share: await significanceThreshold(byShare, scheduler),
	};
	await scheduler.forEachBatch(byTime.length, (from, to) => {
		for (let group = from; group < to; group++) {
			const { before, after, exposure, shareRatio } = countsOf(group);
			const ratio = before === 0 ? Number.POSITIVE_INFINITY : getRatio(before, after, exposure);
			const time = (byTime[group] ?? Number.NaN) <= thresholds.time ? signOfRatio(ratio) : 0;
			const share = (byShare[group] ?? Number.NaN) <= thresholds.share ? signOfRatio(shareRatio ?? 1) : 0;
			disagree[group] = time === share ? 0 : 1;
		}
	});
	return disagree;
}

const plain: PeriodCounts = { dispersion: { time: 1, share: 1 }, withoutPeak: undefined, alike: undefined };

function isUsable({ before, after }: Exposure): boolean {
	return before > 0 && after > 0;
}

function hasOthers({ before, after }: SideTotals, counts: GroupCounts): boolean {
	const most = counts.before.reduce(
		(largest, count, group) => Math.max(largest, count + (counts.after[group] ?? 0)),
		0,
	);
	return before + after - most >= minDevices;
}

function shareCounts(before: number, after: number, all: SideTotals): ShareCounts {
	return { before, after, allBefore: all.before, allAfter: all.after };
}

function signOf(kind: VerdictKind): number {
	return kind === 'new' || kind === 'increased' ? 1 : kind === 'gone' || kind === 'decreased' ? -1 : 0;
}

function signOfRatio(ratio: number): number {
	return ratio >= minRatio ? 1 : ratio <= 1 / minRatio ? -1 : 0;
}

function hasIncreased({ before, after, exposure }: ExposedCounts): boolean {
	return after * exposure.before > before * exposure.after;
}

function isOpposite(counts: AdjustedCounts): boolean {
	return counts.shareRatio !== undefined && hasIncreased(counts) !== counts.shareRatio > 1;
}

function kindOf(counts: GroupCounts, group: number, judged: AdjustedCounts, isUnlikely: boolean): VerdictKind {
	const [before, after] = [counts.before[group] ?? 0, counts.after[group] ?? 0];
	const isOnOneSide = (counts.recordsBefore[group] ?? 0) === 0 || (counts.recordsAfter[group] ?? 0) === 0;
	if (before + after < minDevices) {
		return 'tooFew';
	}
	if (!isUnlikely) {
		const isVariable =
			judged.dispersion > minDispersion &&
			!isOpposite(judged) &&
			signOf(kindOf(counts, group, { ...judged, dispersion: 1 }, true)) !== 0;
		return isVariable ? 'variable' : isOnOneSide ? 'tooFew' : 'unchanged';
	}
	const rises = hasIncreased(judged);
	if ((rises ? after : before) < minDevices) {
		return isOnOneSide ? 'tooFew' : 'small';
	}
	if (isOnOneSide) {
		// A significant result implies at least 3 expected occurrences on the side without the group. With fewer expected
		// occurrences, p would exceed 2e^-3.
		return rises ? 'new' : 'gone';
	}
	const { before: a, after: b, exposure, shareRatio } = judged;
	const byTime = signOfRatio(a === 0 ? Number.POSITIVE_INFINITY : getRatio(a, b, exposure));
	const isLarge = byTime !== 0 && (shareRatio === undefined || signOfRatio(shareRatio) === byTime);
	return isLarge ? (rises ? 'increased' : 'decreased') : 'small';
}

async function logPValuesOf(
	{ before, after }: GroupCounts,
	logPValueOf: (before: number, after: number) => number,
	isTested: boolean,
	scheduler: Scheduler,
): Promise<Float64Array> {
	const logPValues = new Float64Array(before.length).fill(Number.NaN);
	const retained = new Float64Array(retainedCounts * retainedCounts).fill(Number.NaN);
	if (isTested) {
		// The batches are small, because testing large counts takes a hundred times longer than testing small counts.
		await scheduler.forEachBatch(
			before.length,
			(from, to) => {
				for (let group = from; group < to; group++) {
					const [a, b] = [before[group] ?? 0, after[group] ?? 0];
					if (a + b < minDevices) {
						continue;
					}
					if (a < retainedCounts && b < retainedCounts) {
						const place = a * retainedCounts + b;
						if (Number.isNaN(retained[place])) {
							retained[place] = logPValueOf(a, b);
						}
						logPValues[group] = retained[place] ?? Number.NaN;
					} else {
						logPValues[group] = logPValueOf(a, b);
					}
				}
			},
			256,
		);
	}
	return logPValues;
}

async function passing(logPValues: Float64Array, threshold: number, scheduler: Scheduler): Promise<Uint32Array> {
	const found: number[] = [];
	await scheduler.forEachBatch(logPValues.length, (from, to) => {
		for (let group = from; group < to; group++) {
			// Skips groups that weren't tested. Their p-value is NaN.
			if ((logPValues[group] ?? Number.NaN) <= threshold) {
				found.push(group);
			}
		}
	});
	return Uint32Array.from(found);
}

/** Increases p-values if counts vary more than by chance, or if the change is weaker in equally long time ranges. */
function refine(
	total: AdjustedCounts,
	{ dispersion: { time, share }, withoutPeak, alike }: PeriodCounts,
	{ all, byTime, byShare }: { readonly all: SideTotals | undefined; readonly byTime: number; readonly byShare: number },
): { readonly counts: AdjustedCounts; readonly byTime: number; readonly byShare: number } {
	const [ofTime, ofShare] = [time, share].map((found) => (found > minDispersion ? found : 1)) as [number, number];
	const chanceByTime = ({ before, after, exposure }: ExposedCounts) =>
		binomialLogPValue(before / ofTime, after / ofTime, exposure);
	const chanceByShare = (before: number, after: number, all: SideTotals) => {
		const counts = [before, after, all.before, all.after].map((count) => Math.round(count / ofShare));
		const [one = 0, other = 0, allBefore = 0, allAfter = 0] = counts;
		return shareLogPValue({ before: one, after: other, allBefore, allAfter });
	};
	const parts = alike ?? { ...total, all };
	const confirming = withoutPeak ? [parts, withoutPeak] : [parts];
	const sameDirection = confirming.every((counts) => hasIncreased(counts) === hasIncreased(total));
	const ofParts = parts.all ?? all;
	return {
		counts: {
			before: parts.before,
			after: parts.after,
			exposure: parts.exposure,
			dispersion: Math.max(ofTime, ofShare),
			shareRatio: ofParts && getOddsRatio(shareCounts(parts.before, parts.after, ofParts)),
		},
		// If the total counts and the detailed counts changed in opposite directions, the change isn't significant.
		byTime: sameDirection ? Math.max(byTime, ...[total, ...confirming].map(chanceByTime)) : 0,
		byShare:
			ofParts && all
				? Math.max(
						byShare,
						chanceByShare(total.before, total.after, all),
						chanceByShare(parts.before, parts.after, ofParts),
					)
				: byShare,
	};
}

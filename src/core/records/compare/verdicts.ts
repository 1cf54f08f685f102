import type { Forbidden, VerdictKind } from '../../../shared/comparison';
import { verdictKinds } from '../../../shared/comparison';
import type { Pace } from '../../common/pace';
import { type Exposure, logChance, ratioOf } from './statistics/binomialTest';
import { dispersionOf, minDays } from './statistics/dispersion';
import { logThreshold } from './statistics/falseDiscoveries';

/** Fewer devices on both sides together are not tested, and no verdict is by fewer on the side that has more. */
const minDevices = 6;
/** Less of a change is none worth telling. */
const minRatio = 1.5;
/** Days that vary by less than this times chance are taken as they are. */
const minDispersion = 1.5;

/** Chances of small counts are kept: most groups are small. */
const keptCounts = 128;

/** By group. */
export interface GroupCounts {
	/** Devices, or records where there are none, of what is tested. */
	readonly before: Uint32Array;
	readonly after: Uint32Array;
	/** All records, whether tested or not. */
	readonly recordsBefore: Uint32Array;
	readonly recordsAfter: Uint32Array;
}

/** More of one group, which takes longer to count. */
export interface PeriodCounts {
	/** Devices of each whole day, where there are enough of them on both sides. */
	readonly days: { readonly before: ArrayLike<number>; readonly after: ArrayLike<number> } | undefined;
	/**
	 * Where one side is much longer: devices of each of its parts that is about as long as the other side, added up. A device
	 * that comes back is as many there as on several short sides.
	 */
	readonly alike: { readonly before: number; readonly after: number; readonly exposure: Exposure } | undefined;
}

export interface JudgedGroups {
	/** Places in `verdictKinds`. */
	readonly verdicts: Uint8Array;
	/** What the verdict would be if nothing were forbidden. */
	readonly unforbidden: Uint8Array;
	/** Of the test, as natural logarithms; NaN where there was none. */
	readonly chances: Float64Array;
	/** By group, where it is not the counts over all that its change is told by. */
	readonly adjusted: ReadonlyMap<number, AdjustedCounts>;
	/** Groups of which the other reading says something else; bits by group. */
	readonly disagree: Uint8Array;
}

/** What the change of a group is told by. */
export interface AdjustedCounts {
	readonly before: number;
	readonly after: number;
	readonly exposure: Exposure;
	/** How many times as much days vary as they would by chance; the counts are worth as much less. */
	readonly dispersion: number;
}

interface Judging {
	readonly counts: GroupCounts;
	readonly exposure: Exposure;
	/** By which changes are judged once more. */
	readonly otherExposure?: Exposure | undefined;
	readonly forbidden: readonly Forbidden[];
	/** Of the groups asked for, in their order. */
	periods?(groups: Uint32Array): Promise<readonly PeriodCounts[]>;
}

const placeOf = Object.fromEntries(verdictKinds.map((kind, place) => [kind, place])) as Record<VerdictKind, number>;

export async function judgeGroups(
	{ counts, exposure, otherExposure, forbidden, periods }: Judging,
	pace: Pace,
): Promise<JudgedGroups> {
	const chances = await chancesOf(counts, exposure, pace);
	const first = await logThreshold(chances, pace);
	const adjusted = new Map<number, AdjustedCounts>();
	/** Those that would be changes, did their days not vary. */
	const varying = new Set<number>();
	if (periods) {
		// Whatever is known more of a group makes its chance larger: the others stay what they are.
		const candidates = await passing(chances, first, pace);
		for (const [place, found] of (await periods(candidates)).entries()) {
			const group = candidates[place] ?? 0;
			const total = { before: counts.before[group] ?? 0, after: counts.after[group] ?? 0, exposure };
			const { counts: told, dispersion, chance } = adjustedCounts(total, found, chances[group] ?? 0);
			adjusted.set(group, { ...told, dispersion });
			chances[group] = chance;
			if (dispersion > minDispersion) {
				varying.add(group);
			}
			if (pace.due) {
				await pace.rest();
			}
		}
	}
	const threshold = periods ? await logThreshold(chances, pace) : first;
	const unforbidden = new Uint8Array(chances.length);
	await pace.walk(chances.length, (from, to) => {
		for (let group = from; group < to; group++) {
			const told = adjusted.get(group);
			const chance = chances[group] ?? Number.NaN;
			unforbidden[group] = placeOf[kindOf(counts, group, told ?? exposure, chance <= threshold, varying.has(group))];
		}
	});
	const isForbidden = (rises: boolean) => forbidden.some((one) => one === 'all' || one === (rises ? 'rises' : 'falls'));
	const forbids = [isForbidden(true), isForbidden(false)];
	const all = forbidden.includes('all');
	const verdicts = unforbidden.map((place) => {
		const direction = directionOf(place);
		const cannot = all || (direction > 0 && forbids[0]) || (direction < 0 && forbids[1]);
		return cannot ? placeOf.cannotTell : place;
	});
	const disagree = new Uint8Array(chances.length);
	if (otherExposure) {
		const others = await chancesOf(counts, otherExposure, pace);
		const otherThreshold = await logThreshold(others, pace);
		await pace.walk(chances.length, (from, to) => {
			for (let group = from; group < to; group++) {
				const other = kindOf(counts, group, otherExposure, (others[group] ?? Number.NaN) <= otherThreshold, false);
				const own = directionOf(unforbidden[group] ?? 0);
				disagree[group] = directionOf(placeOf[other]) === own ? 0 : 1;
			}
		});
	}
	return { verdicts, unforbidden, chances, adjusted, disagree };
}

/** 1 for what rises, -1 for what falls, by the place of a verdict. */
function directionOf(place: number): number {
	const kind = verdictKinds[place];
	return kind === 'new' || kind === 'grown' ? 1 : kind === 'gone' || kind === 'shrunk' ? -1 : 0;
}

/** Of a group whose counts may be told by others than those over all. */
function kindOf(
	counts: GroupCounts,
	group: number,
	told: AdjustedCounts | Exposure,
	isUnlikely: boolean,
	varies: boolean,
): VerdictKind {
	const [before, after] = [counts.before[group] ?? 0, counts.after[group] ?? 0];
	const isOnOneSide = (counts.recordsBefore[group] ?? 0) === 0 || (counts.recordsAfter[group] ?? 0) === 0;
	if (before + after < minDevices) {
		return 'tooFew';
	}
	if (!isUnlikely) {
		const would = varies ? kindOf(counts, group, told, true, false) : 'unchanged';
		return would !== 'unchanged' && would !== 'tooFew' ? 'variesStrongly' : isOnOneSide ? 'tooFew' : 'unchanged';
	}
	const { before: a, after: b, exposure } = 'exposure' in told ? told : { before, after, exposure: told };
	const rises = b * exposure.before > a * exposure.after;
	const more = rises ? after : before;
	if (more < minDevices) {
		return isOnOneSide ? 'tooFew' : 'unchanged';
	}
	if (isOnOneSide) {
		// At least three were expected on the other side: where fewer are, none is no more unlikely than 2 e^-3.
		return rises ? 'new' : 'gone';
	}
	const ratio = ratioOf(a, b, exposure);
	return rises && ratio >= minRatio ? 'grown' : !rises && ratio <= 1 / minRatio ? 'shrunk' : 'unchanged';
}

async function chancesOf({ before, after }: GroupCounts, exposure: Exposure, pace: Pace): Promise<Float64Array> {
	const chances = new Float64Array(before.length).fill(Number.NaN);
	const kept = new Float64Array(keptCounts * keptCounts).fill(Number.NaN);
	if (exposure.before > 0 && exposure.after > 0) {
		// Large counts take a hundred times as long as small ones.
		await pace.walk(
			before.length,
			(from, to) => {
				for (let group = from; group < to; group++) {
					const [a, b] = [before[group] ?? 0, after[group] ?? 0];
					if (a + b < minDevices) {
						continue;
					}
					if (a < keptCounts && b < keptCounts) {
						const place = a * keptCounts + b;
						if (Number.isNaN(kept[place])) {
							kept[place] = logChance(a, b, exposure);
						}
						chances[group] = kept[place] ?? Number.NaN;
					} else {
						chances[group] = logChance(a, b, exposure);
					}
				}
			},
			256,
		);
	}
	return chances;
}

async function passing(chances: Float64Array, threshold: number, pace: Pace): Promise<Uint32Array> {
	const found: number[] = [];
	await pace.walk(chances.length, (from, to) => {
		for (let group = from; group < to; group++) {
			// False for NaN.
			if ((chances[group] ?? Number.NaN) <= threshold) {
				found.push(group);
			}
		}
	});
	return Uint32Array.from(found);
}

/** The counts that say least about a change, and the chance of them. */
function adjustedCounts(
	total: { readonly before: number; readonly after: number; readonly exposure: Exposure },
	{ days, alike }: PeriodCounts,
	chance: number,
): { readonly counts: typeof total; readonly dispersion: number; readonly chance: number } {
	const isTold = days && Math.min(days.before.length, days.after.length) >= minDays;
	const found = isTold ? dispersionOf(days.before, days.after) : 1;
	const dispersion = found > minDispersion ? found : 1;
	const chanceOf = ({ before, after, exposure }: typeof total) =>
		logChance(before / dispersion, after / dispersion, exposure);
	const widened = dispersion > 1 ? Math.max(chance, chanceOf(total)) : chance;
	if (!alike) {
		return { counts: total, dispersion, chance: widened };
	}
	const rises = ({ before, after, exposure }: typeof total) => after * exposure.before > before * exposure.after;
	return {
		counts: alike,
		dispersion,
		// Where one says that it rises and the other that it falls, nothing is said.
		chance: rises(total) === rises(alike) ? Math.max(widened, chanceOf(alike)) : 0,
	};
}

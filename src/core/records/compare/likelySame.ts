import { type LikelySame, verdictKinds } from '../../../shared/comparison';
import { decodeError, type ErrorValue } from '../../../shared/groupValue';
import type { Scheduler } from '../../common/scheduler';
import { textsOfCodes } from '../query/keys/keyCodes';
import type { JoinedGroups } from './joinGroups';
import type { CountedSide } from './sides';
import type { JudgedGroups } from './verdicts';

/** Maximum number of groups to examine on each side. Groups with the strongest evidence come first. */
const maxChecked = 300;

/** Minimum number of equal frames among the first five frames of two groups. */
const leastFrames = 3;

/**
 * Finds pairs of a disappeared group and a new group that may be the same renamed group. Both groups must have the same
 * error type and similar frames.
 */
export async function findLikelySame(
	{ before, after }: { readonly before: CountedSide; readonly after: CountedSide },
	joined: JoinedGroups,
	judged: JudgedGroups,
	scheduler: Scheduler,
): Promise<readonly LikelySame[]> {
	const gone = await errorsOf(before, joined.before, judged, 'gone', scheduler);
	const come = await errorsOf(after, joined.after, judged, 'new', scheduler);
	const byType = Map.groupBy(gone, ({ type }) => type);
	const pairs: LikelySame[] = [];
	for (const error of come) {
		const [likeliest] = (byType.get(error.type) ?? [])
			.map((former) => ({ before: former, after: error, frames: framesInCommon(former, error) }))
			.filter(({ frames }) => frames >= leastFrames)
			.sort((a, b) => b.frames - a.frames);
		if (likeliest) {
			pairs.push(likeliest);
		}
		if (scheduler.isYieldDue) {
			await scheduler.yieldNow();
		}
	}
	return pairs;
}

async function errorsOf(
	{ snapshot, groups }: CountedSide,
	codes: Int32Array,
	{ unforbidden, logPValues }: JudgedGroups,
	kind: 'new' | 'gone',
	scheduler: Scheduler,
): Promise<readonly ErrorValue[]> {
	const wanted = verdictKinds.indexOf(kind);
	const found = [...unforbidden.keys()]
		.filter((group) => unforbidden[group] === wanted)
		.sort((a, b) => (logPValues[a] ?? 0) - (logPValues[b] ?? 0))
		.slice(0, maxChecked)
		.map((group) => codes[group] ?? 0);
	const texts = await textsOfCodes(snapshot, groups.keys.texts, found, scheduler);
	return texts.filter((text) => text !== '').map(decodeError);
}

export function framesInCommon(one: ErrorValue, other: ErrorValue): number {
	const left = [...other.frames];
	return one.frames.filter((frame) => {
		const place = left.indexOf(frame);
		if (place >= 0) {
			left.splice(place, 1);
		}
		return place >= 0;
	}).length;
}

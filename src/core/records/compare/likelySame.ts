import { type LikelySame, verdictKinds } from '../../../shared/comparison';
import { decodeError, type ErrorValue } from '../../../shared/groupValue';
import type { Pace } from '../../common/pace';
import { textsOfCodes } from '../query/keys/keyTexts';
import type { JoinedGroups } from './joinGroups';
import type { CountedSide } from './sides';
import type { JudgedGroups } from './verdicts';

/** A person looks through no more of either, those with most evidence first. */
const maxLooked = 300;

/** Of five at most. */
const leastFrames = 3;

/** Groups that seem to have come, and such that seem to have gone, with the same type and most frames: maybe renamed. */
export async function findLikelySame(
	{ before, after }: { readonly before: CountedSide; readonly after: CountedSide },
	joined: JoinedGroups,
	judged: JudgedGroups,
	pace: Pace,
): Promise<readonly LikelySame[]> {
	const gone = await errorsOf(before, joined.before, judged, 'gone', pace);
	const come = await errorsOf(after, joined.after, judged, 'new', pace);
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
		if (pace.due) {
			await pace.rest();
		}
	}
	return pairs;
}

async function errorsOf(
	{ snapshot, groups }: CountedSide,
	codes: Int32Array,
	{ unforbidden, chances }: JudgedGroups,
	kind: 'new' | 'gone',
	pace: Pace,
): Promise<readonly ErrorValue[]> {
	const wanted = verdictKinds.indexOf(kind);
	const found = [...unforbidden.keys()]
		.filter((group) => unforbidden[group] === wanted)
		.sort((a, b) => (chances[a] ?? 0) - (chances[b] ?? 0))
		.slice(0, maxLooked)
		.map((group) => codes[group] ?? 0);
	const texts = await textsOfCodes(snapshot, groups.keys.texts, found, pace);
	return texts.filter((text) => text !== '').map(decodeError);
}

function framesInCommon(one: ErrorValue, other: ErrorValue): number {
	const left = [...other.frames];
	return one.frames.filter((frame) => {
		const place = left.indexOf(frame);
		if (place >= 0) {
			left.splice(place, 1);
		}
		return place >= 0;
	}).length;
}

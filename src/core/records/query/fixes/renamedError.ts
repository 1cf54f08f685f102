import { titleAndPlace } from '../../../../shared/groupLabels';
import { type ErrorValue, type GroupValue, isErrorValue, sameGroup } from '../../../../shared/groupValue';
import type { GroupKey } from '../../../../shared/results';
import type { Scheduler } from '../../../common/scheduler';
import { framesInCommon } from '../../compare/likelySame';
import type { CachedSnapshot } from '../cachedSnapshot';
import { positionsWhere } from '../execution/selectPositions';
import { versionCodesOfGroups } from '../groups/groupVersions';
import { type KeyCodes, textsOfCodes } from '../keys/keyCodes';
import { countInOrder } from '../keys/tally';
import { searchedPart, valueOfKey } from '../keys/valueOfKey';
import { TextSearch } from '../values/textSearch';

const minFrames = 3;
/** Number of groups whose texts are in memory at the same time. */
const groupsAtOnce = 1000;

/**
 * Returns the minimum number of frames that a renamed error must have in common with the original error. Returns 0 if
 * the original error has too few frames.
 */
function requiredFrames(value: GroupValue): number {
	return isErrorValue(value) ? Math.max(0, Math.min(minFrames, value.frames.length - 1)) : 0;
}

export function canBeRenamed(value: GroupValue): value is ErrorValue {
	return requiredFrames(value) > 0;
}

export function isRenamed(value: ErrorValue, other: GroupValue): boolean {
	return (
		isErrorValue(other) &&
		other.type === value.type &&
		framesInCommon(value, other) >= requiredFrames(value) &&
		!sameGroup(value, other)
	);
}

interface SearchedErrors {
	readonly key: GroupKey;
	readonly keys: KeyCodes;
	readonly numbers: Uint32Array;
	readonly fixes: readonly { readonly value: GroupValue; readonly after: ReadonlySet<number> }[];
}

interface Found {
	readonly records: number;
	readonly title: string;
}

/** For each error, returns the title of the most frequent similar group that first occurs in a version in `after`. */
export async function findRenamed(
	snapshot: CachedSnapshot,
	{ key, keys, numbers, fixes }: SearchedErrors,
	scheduler: Scheduler,
): Promise<readonly (string | undefined)[]> {
	const searched = fixes.flatMap(({ value, after }, place) =>
		after.size > 0 && canBeRenamed(value) ? [{ value, after, place, search: new TextSearch(value.title) }] : [],
	);
	const best: (Found | undefined)[] = fixes.map(() => undefined);
	const places = new Int32Array(searched.length === 0 ? 0 : keys.size).map((_, code) => code);
	const versions =
		searched.length > 0 &&
		(await versionCodesOfGroups(snapshot, { numbers, codes: keys.codes, places, groups: keys.size }, scheduler));
	if (!versions) {
		return best.map(() => undefined);
	}
	const { lowest } = versions;
	const { counts, groups } = await countInOrder(numbers, keys, scheduler);
	const isAfter = new Uint8Array(versions.versions.size);
	for (const version of searched.flatMap(({ after }) => [...after])) {
		isAfter[version] = 1;
	}
	const candidates = await positionsWhere(groups, (code) => isAfter[lowest[code] ?? 0] === 1, scheduler);
	for (let start = 0; start < candidates.length; start += groupsAtOnce) {
		const some = candidates.subarray(start, start + groupsAtOnce);
		for (const [index, text] of (await textsOfCodes(snapshot, keys.texts, some, scheduler)).entries()) {
			const code = some[index] ?? 0;
			const [other, records] = [valueOfKey(key, text), counts[code] ?? 0];
			for (const { value, after, place, search } of searched) {
				const isBetter = records > (best[place]?.records ?? 0) && after.has(lowest[code] ?? 0);
				if (isBetter && isRenamed(value, other) && search.inText(searchedPart(key, text))) {
					best[place] = { records, title: titleAndPlace(key, other) };
				}
			}
		}
		await scheduler.yieldNow();
	}
	return best.map((found) => found?.title);
}

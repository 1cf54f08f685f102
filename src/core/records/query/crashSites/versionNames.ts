import type { Pace } from '../../../common/pace';
import type { KeyCodes } from '../keys/keyCodes';
import { textsOfCodes } from '../keys/keyTexts';
import type { Snapshot } from '../work/snapshot';

/** Versions by their codes. @param versions Undefined where the records have no such column. */
export async function versionNames(
	snapshot: Snapshot,
	versions: KeyCodes | undefined,
	codes: readonly number[],
	pace: Pace,
): Promise<ReadonlyMap<number, string>> {
	const wanted = [...new Set(codes)];
	const texts = versions ? await textsOfCodes(snapshot, versions.texts, wanted, pace) : [];
	return new Map(wanted.map((code, place) => [code, texts[place] ?? '']));
}

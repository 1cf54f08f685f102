import type { Scheduler } from '../../../common/scheduler';
import type { Snapshot } from '../execution/snapshot';
import type { KeyCodes } from '../keys/keyCodes';
import { textsOfCodes } from '../keys/keyTexts';

export async function versionNames(
	snapshot: Snapshot,
	versions: KeyCodes | undefined,
	codes: readonly number[],
	scheduler: Scheduler,
): Promise<ReadonlyMap<number, string>> {
	const wanted = [...new Set(codes)];
	const texts = versions ? await textsOfCodes(snapshot, versions.texts, wanted, scheduler) : [];
	return new Map(wanted.map((code, place) => [code, texts[place] ?? '']));
}

import { CodesOf64Bits, type Hash, hashBytes } from '../../common/hash64';
import type { Scheduler } from '../../common/scheduler';
import type { KeyCodes } from '../query/keys/keyCodes';
import { comparedText } from '../query/values/comparedText';

/** Groups of both sides, joined by group key. Groups that exist in the baseline come first. */
export interface JoinedGroups {
	readonly size: number;
	/** Code of each group on the baseline side, or -1 if the baseline doesn't have the group. */
	readonly before: Int32Array;
	readonly after: Int32Array;
}

interface GroupsOfSide {
	readonly keys: Pick<KeyCodes, 'texts'>;
	readonly groups: Uint32Array;
}

/** Joins groups by a 64-bit hash of their keys, so that the keys themselves don't have to be read from disk. */
export async function joinGroups(
	before: GroupsOfSide,
	after: GroupsOfSide,
	scheduler: Scheduler,
): Promise<JoinedGroups> {
	const known = new CodesOf64Bits();
	const most = before.groups.length + after.groups.length;
	const places = { before: new Int32Array(most).fill(-1), after: new Int32Array(most).fill(-1) };
	const hash: Hash = { low: 0, high: 0 };
	for (const [{ keys, groups }, into] of [
		[before, places.before],
		[after, places.after],
	] as const) {
		await scheduler.forEachBatch(
			groups.length,
			(from, to) => {
				for (let index = from; index < to; index++) {
					const code = groups[index] ?? 0;
					hashOfCode(keys, code, hash);
					into[known.add(hash.low, hash.high)] = code;
				}
			},
			2048,
		);
	}
	const { size } = known;
	return { size, before: places.before.slice(0, size), after: places.after.slice(0, size) };
}

function hashOfCode({ texts }: Pick<KeyCodes, 'texts'>, code: number, into: Hash): void {
	if (code !== 0 && texts.kind === 'read') {
		texts.hashOf(code, into);
		return;
	}
	// Hashes the normalized text on both sides, because the original text isn't always in memory.
	const bytes = Buffer.from(code === 0 || texts.kind === 'read' ? '' : comparedText(texts.value(code)));
	hashBytes(bytes, 0, bytes.length, into);
}

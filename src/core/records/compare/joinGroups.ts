import { CodesOf64Bits, type Hash, hashBytes } from '../../common/hash64';
import type { Pace } from '../../common/pace';
import type { KeyCodes } from '../query/keys/keyCodes';
import { comparedText } from '../query/values/comparedText';

/** The groups of two sides, those with the same key as one; those of the side before first. */
export interface JoinedGroups {
	readonly size: number;
	/** By group: its code on that side, -1 where it has none. */
	readonly before: Int32Array;
	readonly after: Int32Array;
}

interface GroupsOfSide {
	readonly keys: Pick<KeyCodes, 'texts'>;
	/** Codes of groups with records. */
	readonly groups: Uint32Array;
}

/** Keys meet by 64 bits of their texts, as they do within a table: the texts of many need not be read. */
export async function joinGroups(before: GroupsOfSide, after: GroupsOfSide, pace: Pace): Promise<JoinedGroups> {
	const known = new CodesOf64Bits();
	const most = before.groups.length + after.groups.length;
	const places = { before: new Int32Array(most).fill(-1), after: new Int32Array(most).fill(-1) };
	const hash: Hash = { low: 0, high: 0 };
	for (const [{ keys, groups }, into] of [
		[before, places.before],
		[after, places.after],
	] as const) {
		await pace.walk(
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
	// As a table does that keeps no texts: the same value may be kept by one side and not by the other.
	const bytes = Buffer.from(code === 0 || texts.kind === 'read' ? '' : comparedText(texts.value(code)));
	hashBytes(bytes, 0, bytes.length, into);
}

import type { Scheduler } from '../../../common/scheduler';
import type { CachedSnapshot } from '../cachedSnapshot';
import type { KeyCodes } from '../keys/keyCodes';
import { textsOfCodes } from '../keys/keyCodes';

interface VersionSpan {
	readonly first: string;
	readonly last: string;
}

const none = 0xffffffff;

interface ListedGroups {
	readonly numbers: Uint32Array;
	readonly codes: KeyCodes['codes'];
	readonly places: Int32Array;
	readonly groups: number;
}

/** @param places For each group code, the index of the group in the result, or -1 for other groups. */
export async function versionsOfGroups(
	snapshot: CachedSnapshot,
	listed: ListedGroups,
	scheduler: Scheduler,
): Promise<readonly VersionSpan[]> {
	const found = await versionCodesOfGroups(snapshot, listed, scheduler);
	if (!found) {
		return [];
	}
	const { versions, lowest, highest } = found;
	const getTexts = (ends: Uint32Array) =>
		textsOfCodes(
			snapshot,
			versions.texts,
			ends.map((code) => (code === none ? 0 : code)),
			scheduler,
		);
	const [first, last] = [await getTexts(lowest), await getTexts(highest)];
	return first.map((text, index) => ({ first: text, last: last[index] ?? '' }));
}

interface VersionCodes {
	readonly versions: KeyCodes;
	/** Codes of the lowest and highest version of each group. If no record has a version, the codes are invalid. */
	readonly lowest: Uint32Array;
	readonly highest: Uint32Array;
}

/** Returns the lowest and highest version of each group, or undefined if there is no version column. */
export async function versionCodesOfGroups(
	snapshot: CachedSnapshot,
	{ numbers, codes, places, groups }: ListedGroups,
	scheduler: Scheduler,
): Promise<VersionCodes | undefined> {
	const { versionColumn: column } = snapshot.info;
	if (column === undefined) {
		return undefined;
	}
	const versions = await snapshot.keyCodes({ kind: 'column', column }, scheduler.signal);
	const ranks = await ranksOfCodes(snapshot, column, versions, scheduler);
	// Stores codes instead of ranks, because several versions can have the same rank.
	const lowest = new Uint32Array(groups).fill(none);
	const highest = new Uint32Array(groups).fill(none);
	await scheduler.forEachBatch(numbers.length, (from, to) =>
		widen(numbers, from, to, { codes, places, versions: versions.codes, ranks, lowest, highest }),
	);
	return { versions, lowest, highest };
}

interface VersionRanges {
	readonly codes: KeyCodes['codes'];
	readonly places: Int32Array;
	readonly versions: KeyCodes['codes'];
	readonly ranks: Uint32Array;
	readonly lowest: Uint32Array;
	readonly highest: Uint32Array;
}

function widen(
	numbers: Uint32Array,
	from: number,
	to: number,
	{ codes, places, versions, ranks, lowest, highest }: VersionRanges,
): void {
	for (let index = from; index < to; index++) {
		const number = numbers[index] ?? 0;
		const place = places[codes[number] ?? 0] ?? -1;
		const version = versions[number] ?? 0;
		if (place < 0 || version === 0) {
			continue;
		}
		const low = lowest[place] ?? 0;
		if (low === none) {
			lowest[place] = version;
			highest[place] = version;
			continue;
		}
		const rank = ranks[version] ?? 0;
		if (rank < (ranks[low] ?? 0)) {
			lowest[place] = version;
		} else if (rank > (ranks[highest[place] ?? 0] ?? 0)) {
			highest[place] = version;
		}
	}
}

export async function ranksOfCodes(
	snapshot: CachedSnapshot,
	column: number,
	{ codes, size }: KeyCodes,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const rankOfCode = await snapshot.dictionaryRanks(column, scheduler.signal);
	if (rankOfCode) {
		return rankOfCode;
	}
	const filled = await snapshot.selection([{ kind: 'empty', column, not: true }], scheduler.signal);
	const ofRecords = await snapshot.textRanks(column, filled, scheduler.signal);
	const ranks = new Uint32Array(size);
	await scheduler.forEachBatch(filled.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const record = filled[index] ?? 0;
			ranks[codes[record] ?? 0] = ofRecords[record] ?? 0;
		}
	});
	return ranks;
}

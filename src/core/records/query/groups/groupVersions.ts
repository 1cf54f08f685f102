import type { Pace } from '../../../common/pace';
import type { KeyCodes } from '../keys/keyCodes';
import { textsOfCodes } from '../keys/keyTexts';
import type { Prepared } from '../prepared';
import type { Snapshot } from '../work/snapshot';

interface VersionSpan {
	/** '' when no record of the group has a version. */
	readonly first: string;
	readonly last: string;
}

/** In place of a rank: no version yet. */
const none = 0xffffffff;

/**
 * The lowest and the highest version of some groups.
 * @param places By the groups' codes: the place among those asked for, -1 for the others.
 */
export async function versionsOfGroups(
	prepared: Prepared,
	snapshot: Snapshot,
	numbers: Uint32Array,
	codes: KeyCodes['codes'],
	places: Int32Array,
	groups: number,
	pace: Pace,
): Promise<readonly VersionSpan[]> {
	const { versionColumn: column } = snapshot.info;
	if (column === undefined) {
		return [];
	}
	const versions = await prepared.keyCodes(snapshot, { kind: 'column', column }, pace.signal);
	const ranks = await ranksOfCodes(prepared, snapshot, column, versions, pace);
	// The versions themselves, since several may share a rank.
	const lowest = new Uint32Array(groups).fill(none);
	const highest = new Uint32Array(groups).fill(none);
	await pace.walk(numbers.length, (from, to) =>
		widen(numbers, from, to, codes, places, versions.codes, ranks, lowest, highest),
	);
	const textsOf = (found: Uint32Array) =>
		textsOfCodes(
			snapshot,
			versions.texts,
			found.map((code) => (code === none ? 0 : code)),
			pace,
		);
	const [first, last] = [await textsOf(lowest), await textsOf(highest)];
	return first.map((text, place) => ({ first: text, last: last[place] ?? '' }));
}

/** @param lowest By place: the code of the version. */
function widen(
	numbers: Uint32Array,
	from: number,
	to: number,
	codes: KeyCodes['codes'],
	places: Int32Array,
	versions: KeyCodes['codes'],
	ranks: Uint32Array,
	lowest: Uint32Array,
	highest: Uint32Array,
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

/** By code, from 1 on: the place in the order of versions. */
export async function ranksOfCodes(
	prepared: Prepared,
	snapshot: Snapshot,
	column: number,
	{ codes, size }: KeyCodes,
	pace: Pace,
): Promise<Uint32Array> {
	if (snapshot.column(column).values.kind === 'dictionary') {
		return prepared.dictionaryRanks(snapshot, column, pace.signal);
	}
	const filled = await prepared.selection(snapshot, [{ kind: 'empty', column, not: true }], pace.signal);
	const ofRecords = await prepared.textRanks(snapshot, column, filled, pace.signal);
	const ranks = new Uint32Array(size);
	await pace.walk(filled.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const record = filled[index] ?? 0;
			ranks[codes[record] ?? 0] = ofRecords[record] ?? 0;
		}
	});
	return ranks;
}

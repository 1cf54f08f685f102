import type { Group, GroupKey } from '../../../shared/results';
import type { KeyCodes } from './keyCodes';
import { textsOfCodes } from './keyTexts';
import { firstLine } from './normaliseMessage';
import type { Pace } from './pace';
import type { Prepared } from './prepared';
import type { Snapshot } from './snapshot';
import type { Tally } from './tally';

/** A second line is one line, of so many characters. */
const longestDetail = 300;

export interface GroupsOfView {
	readonly key: GroupKey;
	readonly numbers: Uint32Array;
	readonly keys: KeyCodes;
	readonly tally: Tally;
	/** By code; undefined without a device column. */
	readonly devices: Uint32Array | undefined;
	readonly times: Float64Array | undefined;
}

/** Everything about a few groups of a view. */
export async function describeGroups(
	prepared: Prepared,
	snapshot: Snapshot,
	view: GroupsOfView,
	codes: Uint32Array,
	trendParts: number,
	pace: Pace,
): Promise<Group[]> {
	if (codes.length === 0) {
		return [];
	}
	const { key, keys, tally, devices } = view;
	const places = new Int32Array(keys.size).fill(-1);
	for (const [place, code] of codes.entries()) {
		places[code] = place;
	}
	const values = await textsOfCodes(snapshot, keys.texts, codes, pace.signal);
	const details = await detailsOf(
		snapshot,
		key,
		codes.map((code) => tally.firstRecord[code] ?? 0),
		pace.signal,
	);
	const trends = await trendsOf(view, places, codes.length, trendParts, pace);
	const versions = await versionsOf(prepared, snapshot, view, places, codes.length, pace);
	return Array.from(codes, (code, place) => ({
		value: values[place] ?? '',
		detail: details[place] ?? '',
		records: tally.counts[code] ?? 0,
		devices: devices?.[code],
		firstSeen: known(tally.seen?.first[code]),
		lastSeen: known(tally.seen?.last[code]),
		firstVersion: versions[place]?.first ?? '',
		lastVersion: versions[place]?.last ?? '',
		trend: trends[place] ?? [],
	}));
}

function known(time: number | undefined): number | undefined {
	return Number.isNaN(time) ? undefined : time;
}

/** What tells more than the key: the message behind a name or a frame, the name behind a message. */
async function detailsOf(
	snapshot: Snapshot,
	key: GroupKey,
	records: Uint32Array,
	signal: AbortSignal,
): Promise<string[]> {
	const column = key.kind === 'column' ? undefined : snapshot.indexOf(key.kind === 'message' ? 'error_name' : 'error');
	if (column === undefined) {
		return [];
	}
	const cells = await snapshot.table.cells(records, [column], signal);
	return cells.map(([text = '']) => firstLine(text).slice(0, longestDetail));
}

/** Records of each group in equal parts of the view's time. */
async function trendsOf(
	{ numbers, keys, tally, times }: GroupsOfView,
	places: Int32Array,
	groups: number,
	parts: number,
	pace: Pace,
): Promise<readonly (readonly number[])[]> {
	if (!times || !tally.seen || parts <= 0) {
		return [];
	}
	const { earliest: start, latest: end } = tally.seen;
	const counts = new Uint32Array(groups * parts);
	// A second is the smallest unit, so the last one belongs to the last part.
	const scale = parts / (end - start + 1);
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			const place = places[keys.codes[number] ?? 0] ?? -1;
			const time = times[number] ?? Number.NaN;
			if (place >= 0 && time >= start) {
				const bar = place * parts + Math.floor((time - start) * scale);
				counts[bar] = (counts[bar] ?? 0) + 1;
			}
		}
	});
	return Array.from({ length: groups }, (_, place) => Array.from(counts.subarray(place * parts, (place + 1) * parts)));
}

interface VersionSpan {
	readonly first: string;
	readonly last: string;
}

async function versionsOf(
	prepared: Prepared,
	snapshot: Snapshot,
	{ numbers, keys }: GroupsOfView,
	places: Int32Array,
	groups: number,
	pace: Pace,
): Promise<readonly VersionSpan[]> {
	const column = snapshot.info.versionColumn;
	if (column === undefined) {
		return [];
	}
	const rankOf = await versionRanks(prepared, snapshot, column, pace.signal);
	/** By place: a record with the lowest version, one with the highest, and their ranks; -1 for none. */
	const lowest = new Int32Array(groups).fill(-1);
	const highest = new Int32Array(groups).fill(-1);
	const lowestRank = new Float64Array(groups).fill(Number.POSITIVE_INFINITY);
	const highestRank = new Float64Array(groups).fill(Number.NEGATIVE_INFINITY);
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			const place = places[keys.codes[number] ?? 0] ?? -1;
			const rank = place >= 0 ? rankOf(number) : -1;
			if (rank < 0) {
				continue;
			}
			if (rank < (lowestRank[place] ?? 0)) {
				lowestRank[place] = rank;
				lowest[place] = number;
			}
			if (rank > (highestRank[place] ?? 0)) {
				highestRank[place] = rank;
				highest[place] = number;
			}
		}
	});
	const textsOf = async (records: Int32Array) => {
		const cells = await snapshot.table.cells(
			records.map((record) => Math.max(0, record)),
			[column],
			pace.signal,
		);
		return cells.map(([text = ''], place) => ((records[place] ?? -1) < 0 ? '' : text));
	};
	const [first, last] = [await textsOf(lowest), await textsOf(highest)];
	return first.map((text, place) => ({ first: text, last: last[place] ?? '' }));
}

/** Negative for records without a version. */
async function versionRanks(
	prepared: Prepared,
	snapshot: Snapshot,
	column: number,
	signal: AbortSignal,
): Promise<(number: number) => number> {
	const { values } = snapshot.column(column);
	if (values.kind === 'dictionary') {
		const ranks = await prepared.dictionaryRanks(snapshot, column, signal);
		const { codes } = values;
		return (number) => {
			const code = codes[number] ?? 0;
			return code === 0 ? -1 : (ranks[code] ?? 0);
		};
	}
	const filled = await prepared.selection(snapshot, [{ kind: 'empty', column, not: true }], signal);
	const ranks = await prepared.textRanks(snapshot, column, filled, signal);
	return (number) => (values.present.has(number) ? (ranks[number] ?? 0) : -1);
}

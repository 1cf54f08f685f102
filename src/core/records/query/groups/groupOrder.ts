import type { GroupKey, GroupOrder } from '../../../../shared/results';
import type { Pace } from '../../../common/pace';
import { derivedCells } from '../keys/derivedCodes';
import type { KeyCodes } from '../keys/keyCodes';
import { keySource } from '../keys/keyOfText';
import type { Seen } from '../keys/tally';
import { orderedPart } from '../keys/valueOfKey';
import { radixSort } from '../order/radixSort';
import { textRanks } from '../order/textRanks';
import type { Prepared } from '../prepared';
import { keepWhere, mapEach } from '../work/keep';
import type { Snapshot } from '../work/snapshot';
import type { GroupsOfView } from './groupDetails';

interface OrderedBy {
	readonly order: GroupOrder;
	readonly descending: boolean;
}

/**
 * The codes of a view's groups in some order. Groups without what they are ordered by come last in both directions;
 * equal ones are in the order in which the file has them.
 */
export async function orderGroups(
	prepared: Prepared,
	snapshot: Snapshot,
	view: GroupsOfView,
	{ order, descending }: OrderedBy,
	pace: Pace,
): Promise<Uint32Array> {
	const { key, keys, tally, devices } = view;
	const groups = tally.groups.slice();
	switch (order) {
		case 'records':
			await radixSort(groups, tally.counts, pace, descending);
			return groups;
		case 'devices':
			if (devices) {
				await radixSort(groups, devices, pace, descending);
			}
			return groups;
		case 'firstSeen':
		case 'lastSeen':
			return tally.seen ? byTime(groups, tally.seen, order, descending, pace) : groups;
		case 'trend':
			return byTrend(view, groups, descending, pace);
		case 'value': {
			const records = await mapEach(groups, (code) => tally.firstRecord[code] ?? 0, pace);
			const sorted = await byValue(prepared, snapshot, key, records, keys, descending, pace);
			return mapEach(sorted, (record) => keys.codes[record] ?? 0, pace);
		}
	}
}

async function byTime(
	groups: Uint32Array,
	{ first, last, earliest }: Seen,
	order: 'firstSeen' | 'lastSeen',
	descending: boolean,
	pace: Pace,
): Promise<Uint32Array> {
	const times = order === 'firstSeen' ? first : last;
	const timed = await keepWhere(groups, (code) => !Number.isNaN(times[code]), pace);
	const low = new Uint32Array(times.length);
	const high = new Uint32Array(times.length);
	await pace.walk(timed.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const code = timed[index] ?? 0;
			const since = (times[code] ?? 0) - earliest;
			low[code] = since % 2 ** 32;
			high[code] = Math.floor(since / 2 ** 32);
		}
	});
	await radixSort(timed, low, pace, descending);
	await radixSort(timed, high, pace, descending);
	return withOthers(timed, groups, (code) => Number.isNaN(times[code]), pace);
}

/** Growing groups before those that shrink. */
async function byTrend(
	{ numbers, keys: { codes, size }, tally: { seen }, times }: GroupsOfView,
	groups: Uint32Array,
	descending: boolean,
	pace: Pace,
): Promise<Uint32Array> {
	if (!times || !seen) {
		return groups;
	}
	const { earliest, latest, first } = seen;
	// Counts are below it, so that no rank is negative.
	const ranks = new Uint32Array(size).fill(2 ** 31);
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			const time = times[number] ?? Number.NaN;
			const code = codes[number] ?? 0;
			// False for NaN.
			if (time >= earliest) {
				ranks[code] = (ranks[code] ?? 0) + (2 * (time - earliest) > latest - earliest ? 1 : -1);
			}
		}
	});
	const isWithout = (code: number) => Number.isNaN(first[code]);
	const timed = await keepWhere(groups, (code) => !isWithout(code), pace);
	await radixSort(timed, ranks, pace, descending);
	return withOthers(timed, groups, isWithout, pace);
}

/** @param records One of each group. */
async function byValue(
	prepared: Prepared,
	snapshot: Snapshot,
	key: GroupKey,
	records: Uint32Array,
	keys: KeyCodes,
	descending: boolean,
	pace: Pace,
): Promise<Uint32Array> {
	const source = keySource(key, snapshot);
	if (source.kind === 'values') {
		return prepared.sorted(snapshot, records, [{ column: source.column ?? -1, descending }], pace.signal);
	}
	const named = await keepWhere(records, (record) => keys.codes[record] !== 0, pace);
	const ranks = await textRanks(
		{
			cells: derivedCells(snapshot, keys, (text) => orderedPart(key, text)),
			numbers: named,
			// It may have the words of its text twice.
			lengthOf: (record) => 2 * snapshot.table.length(record) + 64,
			records: snapshot.records,
		},
		pace,
	);
	await radixSort(named, ranks, pace, descending);
	return withOthers(named, records, (record) => keys.codes[record] === 0, pace);
}

async function withOthers(
	first: Uint32Array,
	all: Uint32Array,
	isOther: (item: number) => boolean,
	pace: Pace,
): Promise<Uint32Array> {
	const result = new Uint32Array(all.length);
	result.set(first);
	result.set(await keepWhere(all, isOther, pace), first.length);
	return result;
}

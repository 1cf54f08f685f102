import type { GroupKey, GroupOrder } from '../../../../shared/results';
import type { Scheduler } from '../../../common/scheduler';
import type { CachedSnapshot } from '../cachedSnapshot';
import { mapEach, positionsWhere } from '../execution/selectPositions';
import { derivedCells } from '../keys/derivedCodes';
import type { KeyCodes } from '../keys/keyCodes';
import { keySource } from '../keys/keyOfText';
import type { Seen } from '../keys/tally';
import { orderedPart } from '../keys/valueOfKey';
import { radixSort } from '../order/radixSort';
import { textRanks } from '../order/textRanks';
import { availableOrder } from './availableOrder';
import type { GroupsOfView } from './groupDetails';

interface OrderedBy {
	readonly order: GroupOrder;
	readonly descending: boolean;
}

/**
 * Sorts the groups. Groups without a value come last. Groups with the same device count are sorted by record count, and
 * other ties by file order.
 */
export async function orderGroups(
	snapshot: CachedSnapshot,
	view: GroupsOfView,
	{ order, descending }: OrderedBy,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const { key, keys, tally, devices } = view;
	const groups = tally.groups.slice();
	const available = availableOrder(order, snapshot.info);
	switch (available) {
		case 'records':
			await radixSort(groups, tally.counts, scheduler, descending);
			return groups;
		case 'devices':
			await radixSort(groups, tally.counts, scheduler, descending);
			if (devices) {
				await radixSort(groups, devices, scheduler, descending);
			}
			return groups;
		case 'firstSeen':
		case 'lastSeen':
			return tally.seen ? byTime(groups, tally.seen, available, descending, scheduler) : groups;
		case 'trend':
			return byTrend(view, groups, descending, scheduler);
		case 'value': {
			const records = await mapEach(groups, (code) => tally.firstRecord[code] ?? 0, scheduler);
			const sorted = await byValue(snapshot, { key, records, keys, descending }, scheduler);
			return mapEach(sorted, (record) => keys.codes[record] ?? 0, scheduler);
		}
	}
}

async function byTime(
	groups: Uint32Array,
	{ first, last, earliest }: Seen,
	order: 'firstSeen' | 'lastSeen',
	descending: boolean,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const times = order === 'firstSeen' ? first : last;
	const timed = await positionsWhere(groups, (code) => !Number.isNaN(times[code]), scheduler);
	const low = new Uint32Array(times.length);
	const high = new Uint32Array(times.length);
	await scheduler.forEachBatch(timed.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const code = timed[index] ?? 0;
			const since = (times[code] ?? 0) - earliest;
			low[code] = since % 2 ** 32;
			high[code] = Math.floor(since / 2 ** 32);
		}
	});
	await radixSort(timed, low, scheduler, descending);
	await radixSort(timed, high, scheduler, descending);
	return withOthers(timed, groups, (code) => Number.isNaN(times[code]), scheduler);
}

async function byTrend(
	{ numbers, keys: { codes, size }, tally: { seen }, times }: GroupsOfView,
	groups: Uint32Array,
	descending: boolean,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	if (!times || !seen) {
		return groups;
	}
	const { earliest, latest, first } = seen;
	// A group's rank decreases by at most 1 per record, so a rank that starts at this value never becomes negative.
	const ranks = new Uint32Array(size).fill(2 ** 31);
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			const time = times[number] ?? Number.NaN;
			const code = codes[number] ?? 0;
			// Skips records without a time, whose time is NaN.
			if (time >= earliest) {
				ranks[code] = (ranks[code] ?? 0) + (2 * (time - earliest) > latest - earliest ? 1 : -1);
			}
		}
	});
	const isWithout = (code: number) => Number.isNaN(first[code]);
	const timed = await positionsWhere(groups, (code) => !isWithout(code), scheduler);
	await radixSort(timed, ranks, scheduler, descending);
	return withOthers(timed, groups, isWithout, scheduler);
}

interface OrderedKeys {
	readonly key: GroupKey;
	readonly records: Uint32Array;
	readonly keys: KeyCodes;
	readonly descending: boolean;
}

async function byValue(
	snapshot: CachedSnapshot,
	{ key, records, keys, descending }: OrderedKeys,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const source = keySource(key, snapshot);
	if (source.kind === 'values') {
		return snapshot.sorted(records, [{ column: source.column ?? -1, descending }], scheduler.signal);
	}
	const named = await positionsWhere(records, (record) => keys.codes[record] !== 0, scheduler);
	const ranks = await textRanks(
		{
			cells: derivedCells(snapshot, keys, (text) => orderedPart(key, text)),
			numbers: named,
			// A sort key can contain the same text twice, so it can be twice as long as the record.
			lengthOf: (record) => 2 * snapshot.table.length(record) + 64,
			records: snapshot.records,
		},
		scheduler,
	);
	await radixSort(named, ranks, scheduler, descending);
	return withOthers(named, records, (record) => keys.codes[record] === 0, scheduler);
}

async function withOthers(
	first: Uint32Array,
	all: Uint32Array,
	isOther: (item: number) => boolean,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const result = new Uint32Array(all.length);
	result.set(first);
	result.set(await positionsWhere(all, isOther, scheduler), first.length);
	return result;
}

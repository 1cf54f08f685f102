import type { Scheduler } from '../../../common/scheduler';
import type { Times } from '../execution/times';
import { radixSort } from '../order/radixSort';
import type { KeyCodes } from './keyCodes';

type Codes = Pick<KeyCodes, 'codes' | 'size'>;

export interface Tally {
	readonly counts: Uint32Array;
	readonly firstRecord: Uint32Array;
	/**
	 * First and last time of each group in Unix seconds, or NaN if the group has no times. Undefined without a time
	 * column.
	 */
	readonly seen: Seen | undefined;
	readonly groups: Uint32Array;
}

export interface Seen {
	readonly first: Float64Array;
	readonly last: Float64Array;
	readonly earliest: number;
	readonly latest: number;
}

export async function tallyGroups(
	numbers: Uint32Array,
	keys: Codes,
	times: Times | undefined,
	scheduler: Scheduler,
): Promise<Tally> {
	const counted = await countInOrder(numbers, keys, scheduler);
	const seen = times && (await spans(numbers, keys.codes, keys.size, times, scheduler));
	return { ...counted, seen };
}

export async function countInOrder(
	numbers: Uint32Array,
	{ codes, size }: Codes,
	scheduler: Scheduler,
): Promise<Pick<Tally, 'counts' | 'firstRecord' | 'groups'>> {
	const counts = new Uint32Array(size);
	const firstRecord = new Uint32Array(size);
	await scheduler.forEachBatch(numbers.length, (from, to) =>
		countPart(numbers, from, to, { codes, counts, firstRecord }),
	);
	const groups = await codesWithRecords(counts, scheduler);
	// Without a filter, the groups are usually already sorted by first record.
	if (!isAscending(groups, firstRecord)) {
		await radixSort(groups, firstRecord, scheduler);
	}
	return { counts, firstRecord, groups };
}

function isAscending(codes: Uint32Array, firstRecord: Uint32Array): boolean {
	for (let index = 1; index < codes.length; index++) {
		if ((firstRecord[codes[index - 1] ?? 0] ?? 0) > (firstRecord[codes[index] ?? 0] ?? 0)) {
			return false;
		}
	}
	return true;
}

interface PartCounts {
	readonly codes: KeyCodes['codes'];
	readonly counts: Uint32Array;
	readonly firstRecord: Uint32Array;
}

function countPart(numbers: Uint32Array, from: number, to: number, { codes, counts, firstRecord }: PartCounts): void {
	for (let index = from; index < to; index++) {
		const number = numbers[index] ?? 0;
		const code = codes[number] ?? 0;
		const count = counts[code] ?? 0;
		if (count === 0) {
			firstRecord[code] = number;
		}
		counts[code] = count + 1;
	}
}

interface PartSpans {
	readonly codes: KeyCodes['codes'];
	readonly times: Times;
	readonly first: Float64Array;
	readonly last: Float64Array;
}

function spanPart(numbers: Uint32Array, from: number, to: number, { codes, times, first, last }: PartSpans): void {
	for (let index = from; index < to; index++) {
		const number = numbers[index] ?? 0;
		const code = codes[number] ?? 0;
		const time = times[number] ?? Number.NaN;
		// Skips records without a time, whose time is NaN.
		if (time < (first[code] ?? 0)) {
			first[code] = time;
		}
		if (time > (last[code] ?? 0)) {
			last[code] = time;
		}
	}
}

export async function countCodes(
	numbers: Uint32Array,
	{ codes, size }: Codes,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const counts = new Uint32Array(size);
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const code = codes[numbers[index] ?? 0] ?? 0;
			counts[code] = (counts[code] ?? 0) + 1;
		}
	});
	return counts;
}

export async function codesWithRecords(counts: Uint32Array, scheduler: Scheduler): Promise<Uint32Array> {
	const codes = new Uint32Array(counts.length);
	let found = 0;
	await scheduler.forEachBatch(counts.length, (from, to) => {
		for (let code = from; code < to; code++) {
			if ((counts[code] ?? 0) > 0) {
				codes[found++] = code;
			}
		}
	});
	return codes.slice(0, found);
}

async function spans(
	numbers: Uint32Array,
	codes: KeyCodes['codes'],
	size: number,
	times: Times,
	scheduler: Scheduler,
): Promise<Seen> {
	const first = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
	const last = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
	await scheduler.forEachBatch(numbers.length, (from, to) =>
		spanPart(numbers, from, to, { codes, times, first, last }),
	);
	let earliest = Number.NaN;
	let latest = Number.NaN;
	await scheduler.forEachBatch(size, (from, to) => {
		for (let code = from; code < to; code++) {
			const [start, end] = [first[code] ?? 0, last[code] ?? 0];
			if (start > end) {
				first[code] = Number.NaN;
				last[code] = Number.NaN;
			} else {
				earliest = start >= earliest ? earliest : start;
				latest = end <= latest ? latest : end;
			}
		}
	});
	return { first, last, earliest, latest };
}

export async function countDistinct(
	numbers: Uint32Array,
	{ codes, size }: Codes,
	counts: Uint32Array,
	other: Codes,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const places = new Uint32Array(size);
	for (let code = 1; code < size; code++) {
		places[code] = (places[code - 1] ?? 0) + (counts[code - 1] ?? 0);
	}
	const together = new Uint32Array(numbers.length);
	await scheduler.forEachBatch(numbers.length, (from, to) =>
		putTogether(numbers, from, to, { codes, others: other.codes, places, together }),
	);
	const distinct = new Uint32Array(size);
	const lastGroup = new Uint32Array(other.size);
	let code = 0;
	await scheduler.forEachBatch(together.length, (from, to) => {
		for (let index = from; index < to; index++) {
			// At this point, each offset is at the end of its group's records.
			while (index >= (places[code] ?? 0)) {
				code++;
			}
			const value = together[index] ?? 0;
			if (value !== 0 && lastGroup[value] !== code + 1) {
				lastGroup[value] = code + 1;
				distinct[code] = (distinct[code] ?? 0) + 1;
			}
		}
	});
	return distinct;
}

interface GatheredPairs {
	readonly codes: KeyCodes['codes'];
	readonly others: KeyCodes['codes'];
	readonly places: Uint32Array;
	readonly together: Uint32Array;
}

function putTogether(
	numbers: Uint32Array,
	from: number,
	to: number,
	{ codes, others, places, together }: GatheredPairs,
): void {
	for (let index = from; index < to; index++) {
		const number = numbers[index] ?? 0;
		const code = codes[number] ?? 0;
		const place = places[code] ?? 0;
		together[place] = others[number] ?? 0;
		places[code] = place + 1;
	}
}

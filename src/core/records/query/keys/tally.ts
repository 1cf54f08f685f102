import type { Pace } from '../../../common/pace';
import { radixSort } from '../order/radixSort';
import type { Times } from '../work/times';
import type { KeyCodes } from './keyCodes';

type Codes = Pick<KeyCodes, 'codes' | 'size'>;

/** What is known of each group of a view, by code. */
export interface Tally {
	readonly counts: Uint32Array;
	/** The first record in the file; meaningless where there are none. */
	readonly firstRecord: Uint32Array;
	/** Unix seconds, NaN where no record has a time; undefined without a time column. */
	readonly seen: Seen | undefined;
	/** Codes of groups with records, in the order in which these have them first. */
	readonly groups: Uint32Array;
}

export interface Seen {
	readonly first: Float64Array;
	readonly last: Float64Array;
	/** Of all groups; NaN when no record of the view has a time. */
	readonly earliest: number;
	readonly latest: number;
}

export async function tallyGroups(
	numbers: Uint32Array,
	keys: Codes,
	times: Times | undefined,
	pace: Pace,
): Promise<Tally> {
	const counted = await countInOrder(numbers, keys, pace);
	const seen = times && (await spans(numbers, keys.codes, keys.size, times, pace));
	return { ...counted, seen };
}

/** How many of the records have each code, and which does so first. */
export async function countInOrder(
	numbers: Uint32Array,
	{ codes, size }: Codes,
	pace: Pace,
): Promise<Pick<Tally, 'counts' | 'firstRecord' | 'groups'>> {
	const counts = new Uint32Array(size);
	const firstRecord = new Uint32Array(size);
	await pace.walk(numbers.length, (from, to) => countPart(numbers, from, to, codes, counts, firstRecord));
	const groups = await codesWithRecords(counts, pace);
	// Of all records the codes mostly are in this order.
	if (!isAscending(groups, firstRecord)) {
		await radixSort(groups, firstRecord, pace);
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

/** @param numbers In the order of the file. */
function countPart(
	numbers: Uint32Array,
	from: number,
	to: number,
	codes: KeyCodes['codes'],
	counts: Uint32Array,
	firstRecord: Uint32Array,
): void {
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

function spanPart(
	numbers: Uint32Array,
	from: number,
	to: number,
	codes: KeyCodes['codes'],
	times: Times,
	first: Float64Array,
	last: Float64Array,
): void {
	for (let index = from; index < to; index++) {
		const number = numbers[index] ?? 0;
		const code = codes[number] ?? 0;
		const time = times[number] ?? Number.NaN;
		// Neither holds for NaN.
		if (time < (first[code] ?? 0)) {
			first[code] = time;
		}
		if (time > (last[code] ?? 0)) {
			last[code] = time;
		}
	}
}

/** How many of the records have each code. */
export async function countCodes(numbers: Uint32Array, { codes, size }: Codes, pace: Pace): Promise<Uint32Array> {
	const counts = new Uint32Array(size);
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const code = codes[numbers[index] ?? 0] ?? 0;
			counts[code] = (counts[code] ?? 0) + 1;
		}
	});
	return counts;
}

/** In the order of codes. */
export async function codesWithRecords(counts: Uint32Array, pace: Pace): Promise<Uint32Array> {
	const codes = new Uint32Array(counts.length);
	let found = 0;
	await pace.walk(counts.length, (from, to) => {
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
	pace: Pace,
): Promise<Seen> {
	const first = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
	const last = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
	await pace.walk(numbers.length, (from, to) => spanPart(numbers, from, to, codes, times, first, last));
	let earliest = Number.NaN;
	let latest = Number.NaN;
	await pace.walk(size, (from, to) => {
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

/**
 * By group: how many different codes its records have in another column, without the empty value. Exact at any number:
 * the records are put together by group, and each code remembers the last group it was seen in.
 */
export async function countDistinct(
	numbers: Uint32Array,
	{ codes, size }: Codes,
	counts: Uint32Array,
	other: Codes,
	pace: Pace,
): Promise<Uint32Array> {
	const places = new Uint32Array(size);
	for (let code = 1; code < size; code++) {
		places[code] = (places[code - 1] ?? 0) + (counts[code - 1] ?? 0);
	}
	const together = new Uint32Array(numbers.length);
	await pace.walk(numbers.length, (from, to) => putTogether(numbers, from, to, codes, other.codes, places, together));
	const distinct = new Uint32Array(size);
	const lastGroup = new Uint32Array(other.size);
	let code = 0;
	await pace.walk(together.length, (from, to) => {
		for (let index = from; index < to; index++) {
			// By now a group's place is its end.
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

function putTogether(
	numbers: Uint32Array,
	from: number,
	to: number,
	codes: KeyCodes['codes'],
	others: KeyCodes['codes'],
	places: Uint32Array,
	together: Uint32Array,
): void {
	for (let index = from; index < to; index++) {
		const number = numbers[index] ?? 0;
		const code = codes[number] ?? 0;
		const place = places[code] ?? 0;
		together[place] = others[number] ?? 0;
		places[code] = place + 1;
	}
}

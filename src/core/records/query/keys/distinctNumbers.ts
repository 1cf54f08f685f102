import type { Pace } from '../../../common/pace';
import type { NumberValues } from '../../table/table';
import type { KeyCodes } from './keyCodes';

/** Pairs that are held at a time; the records are gone through again for the next. */
const mostHeld = 2 ** 21;

/** A power of two; there is one more number, for records without a number. */
const mostShares = 128;
const none = 255;

/** Pairs that are looked up together: their table fits the processor's second cache. */
const together = 8192;

/** In place of upper halves where all are 0. */
const noHighs = new Uint32Array(0);

/**
 * By group: how many different numbers its records have in a column, exactly, without the empty one. No number gets a code
 * for that, which of millions of them would take more memory than all columns: pairs of a group and a number are parted by
 * their hash, a share of all at a time, and each part has a small table of its own.
 */
export async function countDistinctNumbers(
	numbers: Uint32Array,
	{ codes, size }: Pick<KeyCodes, 'codes' | 'size'>,
	values: NumberValues,
	pace: Pace,
	held = mostHeld,
): Promise<Uint32Array> {
	const distinct = new Uint32Array(size);
	const shares = Math.min(mostShares, 2 ** Math.ceil(Math.log2(Math.max(1, numbers.length / held))));
	const bits = Math.ceil(Math.log2(Math.max(2, numbers.length / shares / together)));
	const counts = Array.from({ length: shares }, () => new Uint32Array(2 ** bits));
	const asked: Asked = {
		numbers,
		codes,
		values,
		highs: values.high ?? noHighs,
		shareOf: new Uint8Array(numbers.length),
		shift: 32 - bits,
	};
	await pace.walk(numbers.length, (from, to) => countParts(asked, from, to, counts));
	const most = Math.max(...counts.map((ofShare) => ofShare.reduce((sum, count) => sum + count, 0)));
	const pairs = pairsOf(most, asked.highs !== noHighs);
	let slots = new Uint32Array(0);
	for (const [share, places] of counts.entries()) {
		let filled = 0;
		for (const [part, count] of places.entries()) {
			places[part] = filled;
			filled += count;
		}
		await pace.walk(numbers.length, (from, to) => scatter(asked, share, from, to, places, pairs));
		let from = 0;
		// By now the place of each part is its end.
		for (const to of places) {
			const length = 2 ** Math.ceil(Math.log2(2 * (to - from) + 1));
			slots = slots.length < length ? new Uint32Array(length) : slots.fill(0, 0, length);
			countPairs(pairs, from, to, slots, length - 1, distinct);
			from = to;
			if (pace.due) {
				await pace.rest();
			}
		}
	}
	return distinct;
}

interface Asked {
	readonly numbers: Uint32Array;
	readonly codes: KeyCodes['codes'];
	readonly values: NumberValues;
	readonly highs: Uint32Array;
	/** By place in `numbers`: told by the lowest bits of the hash. */
	readonly shareOf: Uint8Array;
	/** What leaves the bits of the hash that tell the part. */
	readonly shift: number;
}

/** Groups and numbers of records, part by part. */
interface Pairs {
	readonly groups: Uint32Array;
	readonly lows: Uint32Array;
	readonly highs: Uint32Array;
}

function pairsOf(length: number, large: boolean): Pairs {
	const array = () => new Uint32Array(length);
	return { groups: array(), lows: array(), highs: large ? array() : noHighs };
}

function countParts(
	{ numbers, codes, values: { low, present, empty }, highs, shareOf, shift }: Asked,
	from: number,
	to: number,
	counts: readonly Uint32Array[],
): void {
	for (let index = from; index < to; index++) {
		const record = numbers[index] ?? 0;
		if (empty > 0 && !present.has(record)) {
			shareOf[index] = none;
			continue;
		}
		const hash = hashOf(codes[record] ?? 0, low[record] ?? 0, highs[record] ?? 0);
		const share = hash & (counts.length - 1);
		shareOf[index] = share;
		const ofShare = counts[share];
		if (ofShare) {
			const part = hash >>> shift;
			ofShare[part] = (ofShare[part] ?? 0) + 1;
		}
	}
}

function scatter(
	{ numbers, codes, values: { low }, highs, shareOf, shift }: Asked,
	share: number,
	from: number,
	to: number,
	places: Uint32Array,
	pairs: Pairs,
): void {
	for (let index = from; index < to; index++) {
		if (shareOf[index] === share) {
			const record = numbers[index] ?? 0;
			const group = codes[record] ?? 0;
			const lowHalf = low[record] ?? 0;
			const highHalf = highs[record] ?? 0;
			const part = hashOf(group, lowHalf, highHalf) >>> shift;
			const place = places[part] ?? 0;
			places[part] = place + 1;
			pairs.groups[place] = group;
			pairs.lows[place] = lowHalf;
			// Beyond the end where there are no upper halves, which is ignored.
			pairs.highs[place] = highHalf;
		}
	}
}

/** @param slots Place of a pair + 1, 0 where there is none; open addressing. */
function countPairs(
	{ groups, lows, highs }: Pairs,
	from: number,
	to: number,
	slots: Uint32Array,
	mask: number,
	distinct: Uint32Array,
): void {
	for (let place = from; place < to; place++) {
		const group = groups[place] ?? 0;
		const low = lows[place] ?? 0;
		const high = highs[place] ?? 0;
		// The bits between those that told the share and the part.
		let slot = (Math.imul(hashOf(group, low, high), 0x9e3779b1) >>> 7) & mask;
		let taken = slots[slot] ?? 0;
		while (
			taken !== 0 &&
			(lows[taken - 1] !== low || groups[taken - 1] !== group || (highs[taken - 1] ?? 0) !== high)
		) {
			slot = (slot + 1) & mask;
			taken = slots[slot] ?? 0;
		}
		if (taken === 0) {
			slots[slot] = place + 1;
			distinct[group] = (distinct[group] ?? 0) + 1;
		}
	}
}

function hashOf(group: number, low: number, high: number): number {
	const mixed = Math.imul(low ^ Math.imul(high ^ (high >>> 15) ^ Math.imul(group, 0x9e3779b1), 0x85ebca6b), 0xc2b2ae35);
	const spread = Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f);
	return spread ^ (spread >>> 13);
}

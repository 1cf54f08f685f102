import type { Scheduler } from '../../../common/scheduler';
import type { NumberValues } from '../../table/table';
import type { CachedSnapshot } from '../cachedSnapshot';
import type { KeyCodes } from '../keys/keyCodes';
import { countDistinct } from '../keys/tally';

interface CountedRecords {
	readonly numbers: Uint32Array;
	readonly codes: Pick<KeyCodes, 'codes' | 'size'>;
	readonly counts: Uint32Array;
}

export async function countDevices(
	snapshot: CachedSnapshot,
	{ numbers, codes, counts }: CountedRecords,
	scheduler: Scheduler,
): Promise<Uint32Array | undefined> {
	const { deviceColumn: column } = snapshot.info;
	if (column === undefined) {
		return undefined;
	}
	const { values } = snapshot.column(column);
	return values.kind === 'number'
		? countDistinctNumbers(numbers, codes, values, scheduler)
		: countDistinct(
				numbers,
				codes,
				counts,
				await snapshot.keyCodes({ kind: 'column', column }, scheduler.signal),
				scheduler,
			);
}

/** Maximum number of pairs of a group and a device number in memory. More pairs require several scans. */
const mostHeld = 2 ** 21;

/** Maximum number of scans, a power of two. Must be less than `none`, which marks records without a device number. */
const mostShares = 128;
const none = 255;

/** Number of pairs per hash table. A table of this size fits into the L2 cache. */
const together = 8192;

const noHighs = new Uint32Array(0);

/**
 * Counts the distinct numbers in each group. Pairs of a group and a number are partitioned by hash, because a single
 * large table would be slow.
 */
export async function countDistinctNumbers(
	numbers: Uint32Array,
	{ codes, size }: Pick<KeyCodes, 'codes' | 'size'>,
	values: NumberValues,
	pace: Scheduler,
	held = mostHeld,
): Promise<Uint32Array> {
	const distinct = new Uint32Array(size);
	const shares = Math.min(mostShares, 2 ** Math.ceil(Math.log2(Math.max(1, numbers.length / held))));
	const bits = Math.ceil(Math.log2(Math.max(2, numbers.length / shares / together)));
	const counts = Array.from({ length: shares }, () => new Uint32Array(2 ** bits));
	const question: Asked = {
		numbers,
		codes,
		values,
		highs: values.high ?? noHighs,
		shareOf: new Uint8Array(numbers.length),
		shift: 32 - bits,
	};
	await pace.forEachBatch(numbers.length, (from, to) => countParts(question, from, to, counts));
	const most = Math.max(...counts.map((ofShare) => ofShare.reduce((sum, count) => sum + count, 0)));
	const pairs = pairsOf(most, question.highs !== noHighs);
	let slots = new Uint32Array(0);
	for (const [share, places] of counts.entries()) {
		let filled = 0;
		for (const [part, count] of places.entries()) {
			places[part] = filled;
			filled += count;
		}
		await pace.forEachBatch(numbers.length, (from, to) => scatter(question, { share, from, to, places }, pairs));
		let from = 0;
		// Copying has moved each offset to the end of its partition.
		for (const to of places) {
			const length = 2 ** Math.ceil(Math.log2(2 * (to - from) + 1));
			slots = slots.length < length ? new Uint32Array(length) : slots.fill(0, 0, length);
			countPairs(pairs, from, to, { slots, mask: length - 1, distinct });
			from = to;
			if (pace.isYieldDue) {
				await pace.yieldNow();
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
	/** For each record in `numbers`, the index of the scan that counts it, taken from the lowest bits of the hash. */
	readonly shareOf: Uint8Array;
	/** A hash that is shifted right by this number of bits is the index of its partition. */
	readonly shift: number;
}

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

interface Share {
	readonly share: number;
	readonly from: number;
	readonly to: number;
	readonly places: Uint32Array;
}

function scatter(
	{ numbers, codes, values: { low }, highs, shareOf, shift }: Asked,
	{ share, from, to, places }: Share,
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
			// Has no effect if `highs` is empty, because the index is out of bounds.
			pairs.highs[place] = highHalf;
		}
	}
}

interface DistinctPairs {
	readonly slots: Uint32Array;
	readonly mask: number;
	readonly distinct: Uint32Array;
}

/** @param slots Open-addressing hash table. Each slot contains the index of a pair plus 1, or 0 if it is free. */
function countPairs(
	{ groups, lows, highs }: Pairs,
	from: number,
	to: number,
	{ slots, mask, distinct }: DistinctPairs,
): void {
	for (let place = from; place < to; place++) {
		const group = groups[place] ?? 0;
		const low = lows[place] ?? 0;
		const high = highs[place] ?? 0;
		// The bits of the scan index and the partition index are the same for all pairs here, so the slot is computed from
		// other bits of the hash.
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

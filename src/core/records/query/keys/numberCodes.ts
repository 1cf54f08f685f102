import type { Scheduler } from '../../../common/scheduler';
import type { NumberValues } from '../../table/table';
import { allRecords, positionsWhere } from '../execution/selectPositions';
import { getHalves } from '../values/numberText';

/** Number of values per hash table. A table of this size fits into the L2 cache. */
const together = 8192;

const maxParts = 4096;

const noHighs = new Uint32Array(0);

interface NumberCodes {
	/** Code of each record's number. Equal numbers have equal codes. Records without a number have code 0. */
	readonly codes: Uint32Array;
	readonly records: Uint32Array;
	readonly size: number;
}

interface Parts {
	readonly records: Uint32Array;
	readonly lows: Uint32Array;
	readonly highs: Uint32Array;
	readonly ends: Uint32Array;
}

/** Assigns codes to numbers. Numbers are partitioned by hash, because one large table would cause CPU cache misses. */
export class NumberCoder {
	private readonly low: Uint32Array;
	private readonly high: Uint32Array;

	constructor(
		private readonly values: NumberValues,
		private readonly scheduler: Scheduler,
	) {
		this.low = values.low;
		this.high = values.high ?? noHighs;
	}

	async codesOf(records: number): Promise<NumberCodes> {
		const { scheduler } = this;
		const { present, empty } = this.values;
		const all = allRecords(records);
		const numbers = empty === 0 ? all : await positionsWhere(all, (record) => present.has(record), scheduler);
		const parts = await this.putIntoParts(numbers);
		/** For each record, the first record with the same value. Later, codes replace these record numbers. */
		const codes = new Uint32Array(records);
		let slots = new Uint32Array(0);
		let from = 0;
		for (const to of parts.ends) {
			const length = 2 ** Math.ceil(Math.log2(2 * (to - from) + 1));
			slots = slots.length < length ? new Uint32Array(length) : slots.fill(0, 0, length);
			findFirsts(parts, from, to, { slots, mask: length - 1, firsts: codes });
			from = to;
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
		let size = 1;
		const firsts = new Uint32Array(numbers.length + 1);
		await scheduler.forEachBatch(numbers.length, (from, to) => {
			size = replaceByCodes(numbers.subarray(from, to), { codes, firsts, start: size });
		});
		return { codes, records: 2 * size > firsts.length ? firsts.subarray(0, size) : firsts.slice(0, size), size };
	}

	private async putIntoParts(numbers: Uint32Array): Promise<Parts> {
		const { scheduler } = this;
		const bits = Math.ceil(Math.log2(Math.min(maxParts, Math.max(2, numbers.length / together))));
		const shift = 32 - bits;
		const places = new Uint32Array(2 ** bits);
		await scheduler.forEachBatch(numbers.length, (from, to) =>
			this.countParts(numbers.subarray(from, to), shift, places),
		);
		let filled = 0;
		for (const [part, count] of places.entries()) {
			places[part] = filled;
			filled += count;
		}
		const parts: Parts = {
			records: new Uint32Array(filled),
			lows: new Uint32Array(filled),
			highs: new Uint32Array(this.high === noHighs ? 0 : filled),
			// While records are copied, each offset moves from the start to the end of its partition.
			ends: places,
		};
		await scheduler.forEachBatch(numbers.length, (from, to) => this.scatter(numbers.subarray(from, to), shift, parts));
		return parts;
	}

	private countParts(numbers: Uint32Array, shift: number, counts: Uint32Array): void {
		const { low, high } = this;
		for (let index = 0; index < numbers.length; index++) {
			const record = numbers[index] ?? 0;
			const part = hashOf(low[record] ?? 0, high[record] ?? 0) >>> shift;
			counts[part] = (counts[part] ?? 0) + 1;
		}
	}

	private scatter(numbers: Uint32Array, shift: number, { records, lows, highs, ends }: Parts): void {
		const { low, high } = this;
		for (let index = 0; index < numbers.length; index++) {
			const record = numbers[index] ?? 0;
			const lowHalf = low[record] ?? 0;
			const highHalf = high[record] ?? 0;
			const part = hashOf(lowHalf, highHalf) >>> shift;
			const place = ends[part] ?? 0;
			ends[part] = place + 1;
			records[place] = record;
			lows[place] = lowHalf;
			// Has no effect if `highs` is empty, because the index is out of bounds.
			highs[place] = highHalf;
		}
	}
}

interface FirstSlots {
	readonly slots: Uint32Array;
	readonly mask: number;
	readonly firsts: Uint32Array;
}

/** @param slots Open-addressing hash table. Each slot contains an index plus 1, or 0 if it is free. */
function findFirsts(
	{ records, lows, highs }: Parts,
	from: number,
	to: number,
	{ slots, mask, firsts }: FirstSlots,
): void {
	for (let place = from; place < to; place++) {
		const low = lows[place] ?? 0;
		const high = highs[place] ?? 0;
		let slot = hashOf(low, high) & mask;
		let taken = slots[slot] ?? 0;
		while (taken !== 0 && (lows[taken - 1] !== low || (highs[taken - 1] ?? 0) !== high)) {
			slot = (slot + 1) & mask;
			taken = slots[slot] ?? 0;
		}
		if (taken === 0) {
			taken = place + 1;
			slots[slot] = taken;
		}
		firsts[records[place] ?? 0] = records[taken - 1] ?? 0;
	}
}

interface FoundCodes {
	readonly codes: Uint32Array;
	readonly firsts: Uint32Array;
	readonly start: number;
}

/**
 * Replaces record numbers with codes. Records are in order, so the first record with a value gets a code before other
 * records copy this code.
 */
function replaceByCodes(numbers: Uint32Array, { codes, firsts, start }: FoundCodes): number {
	let size = start;
	for (let index = 0; index < numbers.length; index++) {
		const record = numbers[index] ?? 0;
		const first = codes[record] ?? 0;
		if (first === record) {
			firsts[size] = record;
			codes[record] = size++;
		} else {
			codes[record] = codes[first] ?? 0;
		}
	}
	return size;
}

function hashOf(low: number, high: number): number {
	const mixed = Math.imul(low ^ Math.imul(high ^ (high >>> 15), 0x85ebca6b), 0x9e3779b1);
	return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
}

export function findNumber({ low, high, form }: NumberValues, codes: NumberCodes, text: string): number | undefined {
	if (text === '') {
		return 0;
	}
	const halves = getHalves(form, text);
	if (!halves) {
		return undefined;
	}
	for (let code = 1; code < codes.size; code++) {
		const record = codes.records[code] ?? 0;
		if (low[record] === halves.low && (high?.[record] ?? 0) === halves.high) {
			return code;
		}
	}
	return undefined;
}

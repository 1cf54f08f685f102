import type { Scheduler } from '../../../common/scheduler';

/** Number of key bits per pass. The 2,048 counters for these bits fit into the L1 cache. */
const maxBits = 11;

/** Ranges up to this length are sorted without partitioning or yielding, because their keys fit into the L2 cache. */
const together = 32_768;

/** Ranges of up to this length are sorted by insertion, which is faster for short ranges. */
const few = 24;

/** Stable radix sort in place. Begins with the highest bits, so that nearly sorted records are moved only a little. */
export async function radixSort(
	order: Uint32Array,
	keys: Uint32Array,
	scheduler: Scheduler,
	descending = false,
): Promise<void> {
	const range = { min: 0xffffffff, max: 0 };
	await scheduler.forEachBatch(order.length, (from, to) => widen(range, order, keys, from, to));
	if (range.max > range.min) {
		const width = 32 - Math.clz32(range.max - range.min);
		const base = descending ? range.max : range.min;
		await new RadixSort(order, keys, base, descending ? -1 : 1, scheduler).sort(width);
	}
}

function widen(range: { min: number; max: number }, order: Uint32Array, keys: Uint32Array, from: number, to: number) {
	let { min, max } = range;
	for (let index = from; index < to; index++) {
		const key = keys[order[index] ?? 0] ?? 0;
		min = key < min ? key : min;
		max = key > max ? key : max;
	}
	range.min = min;
	range.max = max;
}

interface Keyed {
	readonly records: Uint32Array;
	readonly keys: Uint32Array;
}

class RadixSort {
	private readonly spare: Uint32Array;
	private readonly one: Keyed;
	private readonly other: Keyed;

	constructor(
		private readonly order: Uint32Array,
		private readonly keys: Uint32Array,
		private readonly base: number,
		private readonly sign: 1 | -1,
		private readonly scheduler: Scheduler,
	) {
		const length = Math.min(together, order.length);
		const keyed = () => ({ records: new Uint32Array(length), keys: new Uint32Array(length) });
		this.one = keyed();
		this.other = keyed();
		this.spare = order.length > together ? new Uint32Array(order.length) : order;
	}

	sort(width: number): Promise<void> {
		return this.part(this.order, 0, this.order.length, width);
	}

	/** @param source Either `order` or `spare`. The result is always in `order`. */
	private async part(source: Uint32Array, from: number, to: number, width: number): Promise<void> {
		if (to - from <= together) {
			this.atOnce(source, from, to, width);
			return;
		}
		if (width === 0) {
			if (source !== this.order) {
				this.order.set(source.subarray(from, to), from);
			}
			return;
		}
		const { keys, base, sign, scheduler } = this;
		const target = source === this.order ? this.spare : this.order;
		const bits = Math.min(width, maxBits, Math.ceil(Math.log2((to - from) / together)) + 1);
		const places = new Uint32Array(2 ** bits);
		const digits: Digits = { keys, base, sign, shift: width - bits, places };
		await scheduler.forEachBatch(to - from, (start, end) => count(digits, source, from + start, from + end));
		toPlaces(places, from);
		await scheduler.forEachBatch(to - from, (start, end) => scatter(digits, source, target, from + start, from + end));
		let start = from;
		// Copying has moved each offset to the end of its records.
		for (const end of places) {
			if (end > start) {
				await this.part(target, start, end, width - bits);
				if (scheduler.isYieldDue) {
					await scheduler.yieldNow();
				}
			}
			start = end;
		}
	}

	private atOnce(source: Uint32Array, from: number, to: number, width: number): void {
		const { order, keys, base, sign } = this;
		const length = to - from;
		let { one, other } = this;
		const mask = width === 32 ? 0xffffffff : 2 ** width - 1;
		gather(source, from, length, { keys, base, sign, mask }, one);
		if (length <= few) {
			insert(one, length);
		} else {
			const passes = Math.ceil(width / maxBits);
			const bits = Math.ceil(width / Math.max(1, passes));
			for (let shift = 0; shift < width; shift += bits) {
				byDigit(one, other, length, shift, bits);
				[one, other] = [other, one];
			}
		}
		order.set(one.records.subarray(0, length), from);
	}
}

interface Digits {
	readonly keys: Uint32Array;
	readonly base: number;
	readonly sign: number;
	readonly shift: number;
	readonly places: Uint32Array;
}

function count({ keys, base, sign, shift, places }: Digits, order: Uint32Array, from: number, to: number): void {
	const mask = places.length - 1;
	for (let index = from; index < to; index++) {
		const digit = ((sign * ((keys[order[index] ?? 0] ?? 0) - base)) >>> shift) & mask;
		places[digit] = (places[digit] ?? 0) + 1;
	}
}

function toPlaces(counts: Uint32Array, first: number): void {
	let place = first;
	for (let digit = 0; digit < counts.length; digit++) {
		const many = counts[digit] ?? 0;
		counts[digit] = place;
		place += many;
	}
}

function scatter(
	{ keys, base, sign, shift, places }: Digits,
	order: Uint32Array,
	target: Uint32Array,
	from: number,
	to: number,
): void {
	const mask = places.length - 1;
	for (let index = from; index < to; index++) {
		const record = order[index] ?? 0;
		const digit = ((sign * ((keys[record] ?? 0) - base)) >>> shift) & mask;
		const place = places[digit] ?? 0;
		target[place] = record;
		places[digit] = place + 1;
	}
}

interface GatheredKeys {
	readonly keys: Uint32Array;
	readonly base: number;
	readonly sign: number;
	readonly mask: number;
}

function gather(
	source: Uint32Array,
	from: number,
	length: number,
	{ keys, base, sign, mask }: GatheredKeys,
	into: Keyed,
): void {
	for (let index = 0; index < length; index++) {
		const record = source[from + index] ?? 0;
		into.records[index] = record;
		into.keys[index] = (sign * ((keys[record] ?? 0) - base)) & mask;
	}
}

function insert({ records, keys }: Keyed, length: number): void {
	for (let index = 1; index < length; index++) {
		const record = records[index] ?? 0;
		const key = keys[index] ?? 0;
		let at = index;
		for (; at > 0 && (keys[at - 1] ?? 0) > key; at--) {
			records[at] = records[at - 1] ?? 0;
			keys[at] = keys[at - 1] ?? 0;
		}
		records[at] = record;
		keys[at] = key;
	}
}

function byDigit(from: Keyed, into: Keyed, length: number, shift: number, bits: number): void {
	const places = new Uint32Array(2 ** bits);
	const mask = places.length - 1;
	for (let index = 0; index < length; index++) {
		const digit = ((from.keys[index] ?? 0) >>> shift) & mask;
		places[digit] = (places[digit] ?? 0) + 1;
	}
	toPlaces(places, 0);
	for (let index = 0; index < length; index++) {
		const key = from.keys[index] ?? 0;
		const digit = (key >>> shift) & mask;
		const place = places[digit] ?? 0;
		places[digit] = place + 1;
		into.records[place] = from.records[index] ?? 0;
		into.keys[place] = key;
	}
}

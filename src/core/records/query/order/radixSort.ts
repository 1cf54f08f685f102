import type { Pace } from '../../../common/pace';

/** 2,048 counters fit the fastest cache. */
const maxBits = 11;

/**
 * Sorts records by their keys, in place and stable: those with equal keys keep their order, also when descending.
 * @param keys By record.
 */
export async function radixSort(order: Uint32Array, keys: Uint32Array, pace: Pace, descending = false): Promise<void> {
	const range = { min: 0xffffffff, max: 0 };
	await pace.walk(order.length, (from, to) => widen(range, order, keys, from, to));
	if (range.max <= range.min) {
		return;
	}
	// Times of a few weeks need two passes where their whole 32 bits would need three.
	const width = 32 - Math.clz32(range.max - range.min);
	const passes = Math.ceil(width / maxBits);
	const bits = Math.ceil(width / passes);
	const base = descending ? range.max : range.min;
	const sign = descending ? -1 : 1;
	let source: Uint32Array = order;
	let target: Uint32Array = new Uint32Array(order.length);
	for (let shift = 0; shift < width; shift += bits) {
		const digits: Digits = { keys, base, sign, shift, mask: 2 ** bits - 1, places: new Uint32Array(2 ** bits) };
		const input = source;
		const output = target;
		await pace.walk(order.length, (from, to) => count(digits, input, from, to));
		toPlaces(digits.places);
		await pace.walk(order.length, (from, to) => scatter(digits, input, output, from, to));
		[source, target] = [output, input];
	}
	if (source !== order) {
		order.set(source);
	}
}

interface Digits {
	readonly keys: Uint32Array;
	readonly base: number;
	readonly sign: number;
	readonly shift: number;
	readonly mask: number;
	readonly places: Uint32Array;
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

function count({ keys, base, sign, shift, mask, places }: Digits, order: Uint32Array, from: number, to: number): void {
	for (let index = from; index < to; index++) {
		const digit = ((sign * ((keys[order[index] ?? 0] ?? 0) - base)) >>> shift) & mask;
		places[digit] = (places[digit] ?? 0) + 1;
	}
}

/** From how many there are of each to where the first of each goes. */
function toPlaces(counts: Uint32Array): void {
	let place = 0;
	for (let digit = 0; digit < counts.length; digit++) {
		const many = counts[digit] ?? 0;
		counts[digit] = place;
		place += many;
	}
}

function scatter(
	{ keys, base, sign, shift, mask, places }: Digits,
	order: Uint32Array,
	target: Uint32Array,
	from: number,
	to: number,
): void {
	for (let index = from; index < to; index++) {
		const record = order[index] ?? 0;
		const digit = ((sign * ((keys[record] ?? 0) - base)) >>> shift) & mask;
		const place = places[digit] ?? 0;
		target[place] = record;
		places[digit] = place + 1;
	}
}

import type { Pace } from '../../../common/pace';

/** Those of the numbers that pass, in their order. */
export async function keepWhere(
	numbers: Uint32Array,
	passes: (number: number) => boolean,
	pace: Pace,
): Promise<Uint32Array> {
	const kept = new Uint32Array(numbers.length);
	let count = 0;
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			if (passes(number)) {
				kept[count++] = number;
			}
		}
	});
	return kept.slice(0, count);
}

/** Those of the numbers whose code has a 1 in the mask. */
export async function keepByCode(
	numbers: Uint32Array,
	codes: Uint8Array | Uint16Array | Uint32Array,
	mask: Uint8Array,
	pace: Pace,
): Promise<Uint32Array> {
	const kept = new Uint32Array(numbers.length);
	let count = 0;
	await pace.walk(numbers.length, (from, to) => {
		count = keepPart(numbers, codes, mask, from, to, kept, count);
	});
	return kept.slice(0, count);
}

/**
 * Writes every number and goes on only if it passes, which spares the processor a guess.
 * @returns how many are kept now
 */
function keepPart(
	numbers: Uint32Array,
	codes: Uint8Array | Uint16Array | Uint32Array,
	mask: Uint8Array,
	from: number,
	to: number,
	kept: Uint32Array,
	start: number,
): number {
	let count = start;
	for (let index = from; index < to; index++) {
		const number = numbers[index] ?? 0;
		kept[count] = number;
		count += mask[codes[number] ?? 0] ?? 0;
	}
	return count;
}

/** All records in the order of the file. */
export function allRecords(records: number): Uint32Array {
	const numbers = new Uint32Array(records);
	for (let record = 0; record < records; record++) {
		numbers[record] = record;
	}
	return numbers;
}

/** For each of the items, what is made of it. */
export async function mapEach(items: Uint32Array, make: (item: number) => number, pace: Pace): Promise<Uint32Array> {
	const made = new Uint32Array(items.length);
	await pace.walk(items.length, (from, to) => {
		for (let index = from; index < to; index++) {
			made[index] = make(items[index] ?? 0);
		}
	});
	return made;
}

import type { TimeRange } from '../../../shared/comparison';
import type { Pace } from '../../common/pace';
import type { Times } from '../query/work/times';
import { placeIn } from './spans';

/** Those of the numbers whose times are in the spans; the same array where all are. */
export async function keepWithin(
	numbers: Uint32Array,
	times: Times,
	spans: readonly TimeRange[],
	pace: Pace,
): Promise<Uint32Array> {
	const kept = new Uint32Array(numbers.length);
	const place = placeIn(spans);
	const [only = { since: 0, until: -1 }, other] = spans;
	let count = 0;
	await pace.walk(numbers.length, (from, to) => {
		if (!other) {
			count = keepBetween(numbers, times, from, to, only, kept, count);
			return;
		}
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			kept[count] = number;
			count += place(times[number] ?? Number.NaN) === undefined ? 0 : 1;
		}
	});
	return count === numbers.length ? numbers : kept.subarray(0, count);
}

function keepBetween(
	numbers: Uint32Array,
	times: Times,
	from: number,
	to: number,
	{ since, until }: TimeRange,
	kept: Uint32Array,
	start: number,
): number {
	let count = start;
	for (let index = from; index < to; index++) {
		const number = numbers[index] ?? 0;
		const time = times[number] ?? Number.NaN;
		kept[count] = number;
		// False for NaN.
		count += time >= since && time <= until ? 1 : 0;
	}
	return count;
}

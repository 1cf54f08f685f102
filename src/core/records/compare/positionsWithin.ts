import type { TimeRange } from '../../../shared/comparison';
import type { Scheduler } from '../../common/scheduler';
import type { Times } from '../query/execution/times';
import { placeIn } from './spans';

/** Returns the records within the time spans. Returns the input array if it contains no other records. */
export async function positionsWithin(
	numbers: Uint32Array,
	times: Times,
	spans: readonly TimeRange[],
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const positions = new Uint32Array(numbers.length);
	const place = placeIn(spans);
	const [only = { since: 0, until: -1 }, other] = spans;
	let count = 0;
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		if (!other) {
			count = positionsBetween(numbers, times, { from, to, range: only, positions, start: count });
			return;
		}
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			positions[count] = number;
			count += place(times[number] ?? Number.NaN) === undefined ? 0 : 1;
		}
	});
	return count === numbers.length ? numbers : positions.subarray(0, count);
}

interface TimedPositions {
	readonly from: number;
	readonly to: number;
	readonly range: TimeRange;
	readonly positions: Uint32Array;
	readonly start: number;
}

function positionsBetween(
	numbers: Uint32Array,
	times: Times,
	{ from, to, range: { since, until }, positions, start }: TimedPositions,
): number {
	let count = start;
	for (let index = from; index < to; index++) {
		const number = numbers[index] ?? 0;
		const time = times[number] ?? Number.NaN;
		positions[count] = number;
		// A record without a time isn't counted, because its time is NaN.
		count += time >= since && time <= until ? 1 : 0;
	}
	return count;
}

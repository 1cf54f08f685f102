import type { Scheduler } from '../../../common/scheduler';

/** Number of values to sort between two yields. Sorting them takes one or two milliseconds. */
const runLength = 2048;

/** Stable merge sort like `Array.prototype.sort` that yields between runs. */
export async function sortInTurns(
	items: Uint32Array,
	compare: (a: number, b: number) => number,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	let sorted = items.slice();
	await scheduler.forEachBatch(sorted.length, (from, to) => sorted.subarray(from, to).sort(compare), runLength);
	let other = new Uint32Array(sorted.length);
	for (let run = runLength; run < sorted.length; run *= 2) {
		for (let from = 0; from < sorted.length; from += 2 * run) {
			const middle = Math.min(sorted.length, from + run);
			const to = Math.min(sorted.length, middle + run);
			let left = from;
			let right = middle;
			for (let at = from; at < to; at++) {
				const takeLeft = left < middle && (right === to || compare(sorted[left] ?? 0, sorted[right] ?? 0) <= 0);
				other[at] = sorted[takeLeft ? left++ : right++] ?? 0;
				if ((at & 0x7ff) === 0 && scheduler.isYieldDue) {
					await scheduler.yieldNow();
				}
			}
		}
		[sorted, other] = [other, sorted];
	}
	return sorted;
}

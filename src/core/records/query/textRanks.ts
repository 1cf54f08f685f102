import { Bitset } from '../bitset';
import type { CellSource } from './cells';
import type { Pace } from './pace';
import { radixSort } from './radixSort';
import { sharedBeginnings } from './sharedBeginnings';
import { TextKeys } from './textKeys';
import { ranksOfWhole } from './wholeTexts';

/** Texts compared as a whole are held together, up to so many bytes. */
const heldAtOnce = 8 * 1024 * 1024;

/** Records next to each other in the order whose texts have been the same so far. */
export interface Run {
	readonly from: number;
	readonly to: number;
}

/**
 * By record: the place of its text in the order of bytes, equal texts sharing one; 0 for records not in `numbers`.
 * What is in memory at a time is 24 bytes of each text. Texts that are alike in these are told apart by the 16 bytes
 * behind what they have in common, read in another pass, and so on until the rest fits into memory.
 *
 * @param lengthOf At least the bytes of a record's text.
 */
export async function textRanks(
	cells: CellSource,
	numbers: Uint32Array,
	records: number,
	lengthOf: (number: number) => number,
	pace: Pace,
): Promise<Uint32Array> {
	const order = numbers.slice();
	const keys = new TextKeys(records);
	await cells((number, bytes, start, end) => keys.set(number, bytes, start, end), bitsOf(order, [{ from: 0, to: order.length }]), pace);
	await keys.sort(order, pace);
	/** By place in `order`: 1 where a text begins that differs from the one before it. */
	const differs = new Uint8Array(order.length);
	let runs = await keys.split(order, [{ from: 0, to: order.length }], differs, pace);
	while (runs.length > 0) {
		const { taken, left } = await takeWithin(order, runs, lengthOf, pace);
		await ranksOfWhole(cells, order, taken, bitsOf(order, taken), differs, pace);
		if (left.length > 0) {
			const only = bitsOf(order, left);
			const runOf = await numberRuns(order, left, records, pace);
			const beginnings = await sharedBeginnings(cells, left.length, runOf, only, pace);
			await cells(
				(number, bytes, start, end) =>
					keys.set(number, bytes, Math.min(end, start + (beginnings[runOf[number] ?? 0] ?? 0)), end, start),
				only,
				pace,
			);
			for (const { from, to } of left) {
				await keys.sort(order.subarray(from, to), pace);
			}
		}
		runs = await keys.split(order, left, differs, pace);
	}
	return toRanks(order, differs, records, pace);
}

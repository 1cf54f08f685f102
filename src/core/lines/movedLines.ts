import { type CooperativeTask, itemsPerYield } from '../common/cooperativeTask';
import type { CodedLines } from './codedLines';

/** For each zero-based line of the earlier text, the matching line of the later text. Negative if no line matches. */
export interface Partners {
	readonly inOrder: Int32Array;
	readonly moved: Int32Array;
	readonly isTaken: Uint8Array;
}

/**
 * Finds lines that were moved. They are unique in both versions or adjacent to unique lines. Returns false if the time
 * budget is exhausted.
 */
export function* findingMoved(
	{ before, after, timesBefore, timesAfter, distinctive }: CodedLines,
	{ inOrder, moved, isTaken }: Partners,
): CooperativeTask<boolean> {
	const places = new Int32Array(timesAfter.length).fill(-1);
	for (const [at, code] of after.entries()) {
		places[code] = at;
		if (at % itemsPerYield === 0 && (yield)) {
			return false;
		}
	}
	const isFree = (at: number, place: number) =>
		(inOrder[at] ?? 0) < 0 && (moved[at] ?? 0) < 0 && isTaken[place] === 0 && before[at] === after[place];
	for (const [at, code] of before.entries()) {
		if (at % itemsPerYield === 0 && (yield)) {
			return false;
		}
		const place = places[code] ?? -1;
		const isSingle = timesBefore[code] === 1 && timesAfter[code] === 1;
		if (isSingle && isFree(at, place) && distinctive[code] === 1) {
			moved[at] = place;
			isTaken[place] = 1;
			for (const step of [-1, 1]) {
				for (let next = at + step, there = place + step; isFree(next, there); next += step, there += step) {
					moved[next] = there;
					isTaken[there] = 1;
				}
			}
		}
	}
	return true;
}

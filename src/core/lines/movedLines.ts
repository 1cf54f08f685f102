import { type Steps, stepsPerYield } from '../common/steps';
import type { CodedLines } from './codedLines';

/** By the line of the earlier text, from 0 on, the line of the later one, or a negative number. */
export interface Partners {
	/** Of lines that kept their order. */
	readonly inOrder: Int32Array;
	/** Of lines that left it. */
	readonly moved: Int32Array;
	/** By the line of the later text, whether it is the partner of any. */
	readonly isTaken: Uint8Array;
}

/**
 * Finds lines that left their place and are elsewhere now: those of which either text has one, and the lines of the same
 * block around them. Tells false when it took too long.
 */
export function* findingMoved(
	{ before, after, timesBefore, timesAfter, telling }: CodedLines,
	{ inOrder, moved, isTaken }: Partners,
): Steps<boolean> {
	const places = new Int32Array(timesAfter.length).fill(-1);
	for (const [at, code] of after.entries()) {
		places[code] = at;
		if (at % stepsPerYield === 0 && (yield)) {
			return false;
		}
	}
	/** Whether the two may be the same line, as their neighbours are. */
	const isFree = (at: number, place: number) =>
		(inOrder[at] ?? 0) < 0 && (moved[at] ?? 0) < 0 && isTaken[place] === 0 && before[at] === after[place];
	for (const [at, code] of before.entries()) {
		if (at % stepsPerYield === 0 && (yield)) {
			return false;
		}
		const place = places[code] ?? -1;
		const isSingle = timesBefore[code] === 1 && timesAfter[code] === 1;
		if (isSingle && isFree(at, place) && telling[code] === 1) {
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

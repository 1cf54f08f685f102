import type { CooperativeTask } from '../common/cooperativeTask';
import type { LinesPiece } from './alignLines';
import { isDistinctive } from './codedLines';
import type { Partners } from './movedLines';

const minLikeness = 0.4;
const maxPairs = 4_096;
const maxComparedLength = 1_000;

/** Matches edited lines by similarity without changing their order. Returns false if the time budget is exhausted. */
export function* findingEdited(
	before: readonly string[],
	after: readonly string[],
	{ from, to, fromAfter, toAfter }: LinesPiece,
	{ inOrder, moved, isTaken }: Partners,
): CooperativeTask<boolean> {
	const left = indexesWhere(from, to, (at) => (moved[at] ?? 0) < 0);
	const right = indexesWhere(fromAfter, toAfter, (at) => isTaken[at] === 0);
	const alike = yield* mostAlike(
		left.map((at) => before[at] ?? ''),
		right.map((at) => after[at] ?? ''),
	);
	for (const [index, other] of alike ?? []) {
		inOrder[left[index] ?? -1] = right[other] ?? -1;
	}
	return alike !== undefined;
}

function indexesWhere(from: number, to: number, isWanted: (at: number) => boolean): readonly number[] {
	const found: number[] = [];
	for (let at = from; at < to; at++) {
		if (isWanted(at)) {
			found.push(at);
		}
	}
	return found;
}

export function* getGaps(partners: Int32Array, linesAfter: number): Iterable<LinesPiece> {
	let from = 0;
	let fromAfter = 0;
	for (const [at, partner] of partners.entries()) {
		if (partner >= 0) {
			if (at > from) {
				yield { from, to: at, fromAfter, toAfter: partner };
			}
			from = at + 1;
			fromAfter = partner + 1;
		}
	}
	if (partners.length > from) {
		yield { from, to: partners.length, fromAfter, toAfter: linesAfter };
	}
}

function* mostAlike(
	before: readonly string[],
	after: readonly string[],
): CooperativeTask<readonly (readonly [number, number])[] | undefined> {
	if (before.length * after.length > maxPairs) {
		return [];
	}
	const wordsBefore = before.map(wordsIn);
	const wordsAfter = after.map(wordsIn);
	const width = after.length + 1;
	/** For each pair of start indexes, the maximum total similarity of the lines from these indexes on. */
	const best = new Float64Array((before.length + 1) * width);
	const likenesses = new Float64Array(before.length * width);
	for (let at = before.length - 1; at >= 0; at--) {
		if (yield) {
			return undefined;
		}
		for (let there = after.length - 1; there >= 0; there--) {
			const likeness = likenessOf(wordsBefore[at] ?? new Set(), wordsAfter[there] ?? new Set());
			const paired = likeness >= minLikeness ? likeness + (best[(at + 1) * width + there + 1] ?? 0) : 0;
			likenesses[at * width + there] = paired;
			best[at * width + there] = Math.max(
				paired,
				best[(at + 1) * width + there] ?? 0,
				best[at * width + there + 1] ?? 0,
			);
		}
	}
	const pairs: (readonly [number, number])[] = [];
	for (let at = 0, there = 0; at < before.length && there < after.length; ) {
		const value = best[at * width + there] ?? 0;
		if (value === 0) {
			break;
		}
		if (likenesses[at * width + there] === value) {
			pairs.push([at++, there++]);
		} else if (best[(at + 1) * width + there] === value) {
			at++;
		} else {
			there++;
		}
	}
	return pairs;
}

function wordsIn(line: string): ReadonlySet<string> {
	return new Set(isDistinctive(line) ? line.slice(0, maxComparedLength).match(/[\p{L}\p{N}_]+/gu) : []);
}

/** Returns the similarity of two lines from 0 to 1 (Dice coefficient of their words). */
function likenessOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
	if (words.size === 0 || others.size === 0) {
		return 0;
	}
	let common = 0;
	for (const word of words) {
		if (others.has(word)) {
			common++;
		}
	}
	return (2 * common) / (words.size + others.size);
}

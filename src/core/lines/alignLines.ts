import { diffArrays } from 'diff';
import { type Steps, stepsPerYield } from '../common/steps';
import type { CodedLines } from './codedLines';

/** A piece of each of two texts, from a line to behind another, from 0 on. */
export interface LinesPiece {
	readonly from: number;
	readonly to: number;
	readonly fromAfter: number;
	readonly toAfter: number;
}

/** Pieces are cut so often at lines that are there once; then what is left is compared line by line. */
const maxDepth = 6;
/**
 * The longest edit script of a piece that is looked for, and how many comparisons that may take: with both, no piece takes
 * more than some ten milliseconds, whatever its lines.
 */
const maxEdits = 600;
const maxComparisons = 6_000_000;

/**
 * Tells for each line of `before` in the piece, as a number, which of `after` it is, in `partners`; there is none where that
 * holds a negative number. Lines that are there once on both sides hold the others (patience diff); between them the
 * shortest edit script decides. Tells false when it took too long, or would.
 */
export function* aligningLines(coded: CodedLines, piece: LinesPiece, partners: Int32Array): Steps<boolean> {
	const { before, after } = coded;
	const pieces: (LinesPiece & { readonly depth: number })[] = [{ ...piece, depth: 0 }];
	for (let next = pieces.pop(); next; next = pieces.pop()) {
		const { depth } = next;
		const { from, to, fromAfter, toAfter } = trimmed(before, after, next, partners);
		if (yield) {
			return false;
		}
		if (from === to || fromAfter === toAfter) {
			continue;
		}
		const rest = { from, to, fromAfter, toAfter };
		const anchors = depth < maxDepth ? yield* anchorsIn(coded, rest) : [];
		if (anchors === undefined) {
			return false;
		}
		if (anchors.length === 0) {
			if (!compareLines(before, after, rest, partners)) {
				return false;
			}
			continue;
		}
		let last = { from, fromAfter };
		for (const [at, partner] of anchors) {
			partners[at] = partner;
			pieces.push({ ...last, to: at, toAfter: partner, depth: depth + 1 });
			last = { from: at + 1, fromAfter: partner + 1 };
		}
		pieces.push({ ...last, to, toAfter, depth: depth + 1 });
	}
	return true;
}

/** Without what is the same at the beginning and at the end. */
function trimmed(before: Int32Array, after: Int32Array, piece: LinesPiece, partners: Int32Array): LinesPiece {
	let { from, to, fromAfter, toAfter } = piece;
	while (from < to && fromAfter < toAfter && before[from] === after[fromAfter]) {
		partners[from++] = fromAfter++;
	}
	while (from < to && fromAfter < toAfter && before[to - 1] === after[toAfter - 1]) {
		partners[--to] = --toAfter;
	}
	return { from, to, fromAfter, toAfter };
}

/**
 * Lines that the piece has once on either side, as many as keep their order; a blank one only where there are no others.
 * Undefined when it took too long.
 */
function* anchorsIn(
	{ before, after, telling }: CodedLines,
	{ from, to, fromAfter, toAfter }: LinesPiece,
): Steps<readonly (readonly [number, number])[] | undefined> {
	const places = new Map<number, { at: number; partner: number; times: number; timesAfter: number }>();
	for (let at = from; at < to; at++) {
		const code = before[at] ?? 0;
		const known = places.get(code);
		if (known) {
			known.times++;
		} else {
			places.set(code, { at, partner: -1, times: 1, timesAfter: 0 });
		}
		if (at % stepsPerYield === 0 && (yield)) {
			return undefined;
		}
	}
	for (let at = fromAfter; at < toAfter; at++) {
		const known = places.get(after[at] ?? 0);
		if (known) {
			known.partner = at;
			known.timesAfter++;
		}
		if (at % stepsPerYield === 0 && (yield)) {
			return undefined;
		}
	}
	const single = [...places.values()].filter(({ times, timesAfter }) => times === 1 && timesAfter === 1);
	const told = single.filter(({ at }) => telling[before[at] ?? 0] === 1);
	return yield* longestRising((told.length > 0 ? told : single).map(({ at, partner }) => [at, partner] as const));
}

/** Of pairs in the order of their first numbers, the most that are in the order of their second ones too. */
function* longestRising(
	pairs: readonly (readonly [number, number])[],
): Steps<readonly (readonly [number, number])[] | undefined> {
	/** By the length of a row, the pair that ends one of that length with the least second number. */
	const ends: number[] = [];
	const previous = new Int32Array(pairs.length);
	for (const [index, [, second]] of pairs.entries()) {
		let low = 0;
		let high = ends.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < second) {
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
		ends[low] = index;
		if (index % stepsPerYield === 0 && (yield)) {
			return undefined;
		}
	}
	const row: (readonly [number, number])[] = [];
	for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
		const pair = pairs[index];
		if (pair) {
			row.push(pair);
		}
	}
	return row.reverse();
}

/** Tells false where that would take too long. */
function compareLines(
	before: Int32Array,
	after: Int32Array,
	{ from, to, fromAfter, toAfter }: LinesPiece,
	partners: Int32Array,
): boolean {
	// What only one side has is of no script's common part.
	const ofBefore = new Set(before.subarray(from, to));
	const ofAfter = new Set(after.subarray(fromAfter, toAfter));
	const left = indexesIn(before, from, to, ofAfter);
	const right = indexesIn(after, fromAfter, toAfter, ofBefore);
	if (left.length === 0 || right.length === 0) {
		return true;
	}
	const maxEditLength = Math.min(maxEdits, Math.floor(maxComparisons / (left.length + right.length)));
	const script = diffArrays(
		left.map((at) => before[at] ?? 0),
		right.map((at) => after[at] ?? 0),
		{ maxEditLength },
	);
	if (script === undefined) {
		return false;
	}
	let at = 0;
	let atAfter = 0;
	for (const { added, removed, count } of script) {
		if (added) {
			atAfter += count;
		} else if (removed) {
			at += count;
		} else {
			for (let index = 0; index < count; index++) {
				partners[left[at++] ?? 0] = right[atAfter++] ?? -1;
			}
		}
	}
	return true;
}

function indexesIn(codes: Int32Array, from: number, to: number, wanted: ReadonlySet<number>): readonly number[] {
	const found: number[] = [];
	for (let at = from; at < to; at++) {
		if (wanted.has(codes[at] ?? 0)) {
			found.push(at);
		}
	}
	return found;
}

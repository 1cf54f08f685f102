import { diffArrays } from 'diff';
import { type CooperativeTask, itemsPerYield } from '../common/cooperativeTask';
import { partitionPoint } from '../common/sorting';
import type { CodedLines } from './codedLines';

/** Corresponding segments in two versions of a text. Line numbers are zero-based. The end is exclusive. */
export interface LinesPiece {
	readonly from: number;
	readonly to: number;
	readonly fromAfter: number;
	readonly toAfter: number;
}

/** Maximum number of times that segments are split at unique lines before they are compared line by line. */
const maxDepth = 6;
/** Limits that keep the time for the edit script of a segment below about ten milliseconds. */
const maxEdits = 600;
const maxComparisons = 6_000_000;

/**
 * Aligns the lines of two segments. Lines that are unique in both versions are anchors (patience diff). Lines between
 * the anchors are aligned by the shortest edit script. Returns false if the time budget is exhausted.
 */
export function* aligningLines(coded: CodedLines, piece: LinesPiece, partners: Int32Array): CooperativeTask<boolean> {
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
 * Returns the anchors (unique lines) of a segment. Insignificant lines, such as blank lines, are used only if there are
 * no others.
 */
function* anchorsIn(
	{ before, after, distinctive }: CodedLines,
	{ from, to, fromAfter, toAfter }: LinesPiece,
): CooperativeTask<readonly (readonly [number, number])[] | undefined> {
	const places = new Map<number, { at: number; partner: number; times: number; timesAfter: number }>();
	for (let at = from; at < to; at++) {
		const code = before[at] ?? 0;
		const known = places.get(code);
		if (known) {
			known.times++;
		} else {
			places.set(code, { at, partner: -1, times: 1, timesAfter: 0 });
		}
		if (at % itemsPerYield === 0 && (yield)) {
			return undefined;
		}
	}
	for (let at = fromAfter; at < toAfter; at++) {
		const known = places.get(after[at] ?? 0);
		if (known) {
			known.partner = at;
			known.timesAfter++;
		}
		if (at % itemsPerYield === 0 && (yield)) {
			return undefined;
		}
	}
	const single = [...places.values()].filter(({ times, timesAfter }) => times === 1 && timesAfter === 1);
	const distinctivePairs = single.filter(({ at }) => distinctive[before[at] ?? 0] === 1);
	return yield* longestRising(
		(distinctivePairs.length > 0 ? distinctivePairs : single).map(({ at, partner }) => [at, partner] as const),
	);
}

function* longestRising(
	pairs: readonly (readonly [number, number])[],
): CooperativeTask<readonly (readonly [number, number])[] | undefined> {
	/**
	 * For each length, the index of the pair with the smallest second number that ends an increasing subsequence of this
	 * length.
	 */
	const ends: number[] = [];
	const previous = new Int32Array(pairs.length);
	for (const [index, [, second]] of pairs.entries()) {
		const length = partitionPoint(0, ends.length, (shorter) => (pairs[ends[shorter] ?? 0]?.[1] ?? 0) < second);
		previous[index] = length > 0 ? (ends[length - 1] ?? -1) : -1;
		ends[length] = index;
		if (index % itemsPerYield === 0 && (yield)) {
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

function compareLines(
	before: Int32Array,
	after: Int32Array,
	{ from, to, fromAfter, toAfter }: LinesPiece,
	partners: Int32Array,
): boolean {
	// Lines that occur in only one version can't be matched, so they are excluded.
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

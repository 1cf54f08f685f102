import type { Doubt, Outcome, Proof } from '../entry';
import type { HeldSlice } from './slice';
import { isHeld, type SliceNode, type SliceTree } from './sliceTree';

/*
 * What can be known about answers that were cut at a maximum nobody tells (service document, section 8). The maximum is
 * taken to be a number of records, the same for all answers of a service. Then an answer with fewer records than another
 * one was not cut, since the maximum is no less than the larger of them; nor was one without records. Only the largest
 * answer can have been cut, and its halves tell: if it was, they have more records than it; if it was not, both have
 * fewer than it, or one of them has all, which is halved in turn.
 */

/** Fewer records than this are nobody's maximum. */
const leastMaximum = 100;

export interface Evidence {
	readonly proof: Exclude<Proof, 'cut'>;
	readonly doubts: readonly Doubt[];
}

/** What the answers behind an export's records say about each other. */
export function evidenceOf(tree: SliceTree): Evidence {
	const leaves = tree.leaves.filter(isHeld).map(({ held }) => held);
	const timeless = leaves.length > 1 ? leaves.reduce((sum, slice) => sum + slice.timeless, 0) : 0;
	const unsure = unsureLeaves(tree).map(({ held }) => held);
	return {
		proof: unsure.length === 0 && timeless === 0 ? 'proven' : 'unproven',
		doubts: [
			...doubtsAbout(unsure),
			...(timeless > 0 ? [{ kind: 'recordsWithoutTime', rows: timeless } as const] : []),
		],
	};
}

/** The slices which may have been cut, for all that is known. */
export function unsureLeaves(tree: SliceTree): readonly (SliceNode & { readonly held: HeldSlice })[] {
	const largest = largestAnswer(tree);
	return tree.leaves.filter(isHeld).filter(({ held }) => held.rows > 0 && held.rows >= largest);
}

/** What is known about an export that is of one answer. */
export function evidenceOfOne(rows: number): Evidence {
	const unsure = rows > 0 ? [{ rows }] : [];
	return { proof: rows === 0 ? 'proven' : 'unproven', doubts: doubtsAbout(unsure) };
}

/** Whether asking again could tell more: not where records were left out on purpose. */
export function isVerifiable({ rows, flags, proof }: Outcome): boolean {
	return rows > 0 && proof !== 'cut' && !flags.includes('limitReached') && !flags.includes('shardsSkipped');
}

function largestAnswer(tree: SliceTree): number {
	return Math.max(0, ...tree.all.filter(isHeld).map(({ held }) => held.largestAnswer));
}

/** @param unsure All have the same number of records. */
function doubtsAbout(unsure: readonly Pick<HeldSlice, 'rows'>[]): readonly Doubt[] {
	const rows = unsure[0]?.rows ?? 0;
	if (rows < leastMaximum) {
		return [];
	}
	const doubts: Doubt[] = [];
	if (looksLikeMaximum(rows)) {
		doubts.push({ kind: 'roundCount', rows });
	}
	if (unsure.length > 1) {
		doubts.push({ kind: 'sameCount', rows, slices: unsure.length });
	}
	return doubts;
}

/** Whole thousands, powers of two, and one less than these, where somebody counts a header or from zero. */
export function looksLikeMaximum(rows: number): boolean {
	return [rows, rows + 1].some((count) => count >= 1000 && (count % 1000 === 0 || Number.isInteger(Math.log2(count))));
}

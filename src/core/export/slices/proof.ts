import type { WrittenRecords } from '../download/consumeBody';
import { doubtsAboutEnds, doubtsAboutShape, mayLackRecords } from '../model/answerWarnings';
import type { Doubt, Outcome, Proof } from '../model/entry';
import { type HeldSlice, isPartOf } from './slice';
import { type HeldNode, isHeld, type SliceTree } from './sliceTree';

/*
 * What can be known about answers that were cut at a maximum nobody tells (service document, section 8). The maximum is
 * taken to be a number of records, the same for all answers of a service. Then an answer with fewer records than another
 * one was not cut, since the maximum is no less than the larger of them; nor was one without records. Only the largest
 * answer can have been cut, and its halves tell: if it was, they have more records than it; if it was not, both have
 * fewer than it, or one of them has all, which is halved in turn.
 *
 * An answer whose end was not told, or that says itself that it may not be all, may have been cut anywhere, however small
 * it is. Its halves tell again.
 */

/**
 * Fewer records than this are nobody's maximum. Two largest answers of one size are chance as long as they are small;
 * three are rarely enough chance to be worth telling: with random (Poisson) traffic of 10 to 1,000 records a slice, in 1 to
 * 12 of 100 exports that nobody cut.
 */
const minMaximum = { ofTwo: 100, ofThree: 10 } as const;

export interface ProofEvidence {
	readonly proof: Exclude<Proof, 'cut'>;
	readonly doubts: readonly Doubt[];
}

/** What the answers behind an export's records say about each other. */
export function evidenceOf(tree: SliceTree): ProofEvidence {
	const leaves = tree.leaves.filter(isHeld).map(({ held }) => held);
	const timeless = leaves.length > 1 ? leaves.reduce((sum, slice) => sum + slice.timeless, 0) : 0;
	const lacking = leaves.some(mayLackRecords);
	const largest = largestLeaves(tree).map(({ held }) => held);
	return {
		proof: largest.length === 0 && timeless === 0 && !lacking ? 'proven' : 'unproven',
		doubts: [
			...doubtsAbout(largest),
			...(timeless > 0 ? [{ kind: 'recordsWithoutTime', rows: timeless } as const] : []),
			...doubtsAboutEnds(leaves),
			...doubtsAboutShape(leaves),
		],
	};
}

/**
 * The slices which may have been cut, for all that is known. One that may lack records whatever its size is asked for again
 * once: its halves need no halves to be compared with it.
 */
export function unsureLeaves(tree: SliceTree): readonly HeldNode[] {
	const largest = new Set(largestLeaves(tree));
	const { checked } = tree;
	const isChecked = ({ slice }: HeldNode) => checked.some((node) => isPartOf(slice.id, node.slice.id));
	return tree.leaves
		.filter(isHeld)
		.filter((leaf) => largest.has(leaf) || (mayLackRecords(leaf.held) && !isChecked(leaf)));
}

/** What is known about an export that is of one answer. */
export function evidenceOfOne(written: Omit<WrittenRecords, 'bytes'>): ProofEvidence {
	const proven = written.rows === 0 && !mayLackRecords(written);
	const doubts = [...doubtsAbout([written]), ...doubtsAboutEnds([written]), ...doubtsAboutShape([written])];
	return { proof: proven ? 'proven' : 'unproven', doubts };
}

/** Whether asking again could tell more: not where records were left out on purpose. */
export function isVerifiable({ rows, flags, proof, doubts }: Outcome): boolean {
	const doubtful = rows > 0 || doubts.some(({ kind }) => kind === 'endNotTold' || kind === 'saidPartial');
	return doubtful && proof !== 'cut' && !flags.includes('limitReached') && !flags.includes('shardsSkipped');
}

/** Those that may have been cut at a maximum. */
function largestLeaves(tree: SliceTree): readonly HeldNode[] {
	const largest = largestAnswer(tree);
	return tree.leaves.filter(isHeld).filter(({ held }) => held.rows > 0 && held.rows >= largest);
}

function largestAnswer(tree: SliceTree): number {
	return tree.all.reduce((most, { held }) => Math.max(most, held?.largestAnswer ?? 0), 0);
}

/** @param unsure All have the same number of records. */
function doubtsAbout(unsure: readonly Pick<HeldSlice, 'rows'>[]): readonly Doubt[] {
	const rows = unsure[0]?.rows ?? 0;
	const slices = unsure.length;
	const doubts: Doubt[] = [];
	if (looksLikeMaximum(rows)) {
		doubts.push({ kind: 'roundCount', rows });
	}
	if (slices > 1 && rows >= (slices > 2 ? minMaximum.ofThree : minMaximum.ofTwo)) {
		doubts.push({ kind: 'sameCount', rows, slices });
	}
	return doubts;
}

/** Whole thousands, powers of two, and one less than these, where somebody counts a header or from zero. */
export function looksLikeMaximum(rows: number): boolean {
	return [rows, rows + 1].some((count) => count >= 1000 && (count % 1000 === 0 || Number.isInteger(Math.log2(count))));
}

import type { WrittenRecords } from '../download/consumeBody';
import type { Doubt, Outcome, Proof } from '../model/entry';
import { doubtsAboutEnds, doubtsAboutShape, mayLackRecords } from '../model/responseWarnings';
import { isPartOf, type StoredChunk } from './chunk';
import { type ChunkTree, type HeldNode, isHeld } from './chunkTree';

/*
 * A response may have been truncated at an undocumented maximum (service document, section 8). The maximum is assumed
 * to be the same number of records for all responses from a service. Therefore, only the largest response can have been
 * truncated. If it was, its halves together have more records than the response. If not, either both halves have fewer
 * records, or one half has all the records and is split again.
 *
 * A response whose end isn't marked may be missing records regardless of its size. A comparison with its halves also
 * reveals this.
 */

/**
 * Minimum number of records at which equal counts are suspicious. It is compared with the record count of the largest
 * response. If two responses have this count, `ofTwo` applies. If more responses have it, `ofThree` applies. If the
 * count isn't below the minimum, the service may have truncated these responses. If counts are Poisson-distributed, 1
 * to 12 % of exports still cause a false alarm.
 */
const minMaximum = { ofTwo: 100, ofThree: 10 } as const;

export interface ProofEvidence {
	readonly proof: Exclude<Proof, 'cut'>;
	readonly doubts: readonly Doubt[];
}

export function getEvidence(tree: ChunkTree): ProofEvidence {
	const leaves = tree.leaves.filter(isHeld).map(({ held }) => held);
	const timeless = leaves.length > 1 ? leaves.reduce((sum, chunk) => sum + chunk.timeless, 0) : 0;
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
 * Returns the chunks whose responses may have been truncated. Includes responses without an end marker, except for
 * halves of a split chunk, because one split is sufficient to find missing records.
 */
export function unsureLeaves(tree: ChunkTree): readonly HeldNode[] {
	const largest = new Set(largestLeaves(tree));
	const { checked } = tree;
	const isChecked = ({ chunk }: HeldNode) => checked.some((node) => isPartOf(chunk.id, node.chunk.id));
	return tree.leaves
		.filter(isHeld)
		.filter((leaf) => largest.has(leaf) || (mayLackRecords(leaf.held) && !isChecked(leaf)));
}

export function evidenceOfOne(written: Omit<WrittenRecords, 'bytes'>): ProofEvidence {
	const proven = written.rows === 0 && !mayLackRecords(written);
	const doubts = [...doubtsAbout([written]), ...doubtsAboutEnds([written]), ...doubtsAboutShape([written])];
	return { proof: proven ? 'proven' : 'unproven', doubts };
}

/** Returns false if a verification couldn't change the result, for example because records were omitted on purpose. */
export function isVerifiable({ rows, flags, proof, doubts }: Outcome): boolean {
	const doubtful = rows > 0 || doubts.some(({ kind }) => kind === 'endNotAnnounced' || kind === 'saidPartial');
	const isPart = flags.some((flag) => flag !== 'empty');
	return doubtful && proof !== 'cut' && !isPart;
}

function largestLeaves(tree: ChunkTree): readonly HeldNode[] {
	const largest = largestAnswer(tree);
	return tree.leaves.filter(isHeld).filter(({ held }) => held.rows > 0 && held.rows >= largest);
}

function largestAnswer(tree: ChunkTree): number {
	return tree.all.reduce((most, { held }) => Math.max(most, held?.largestAnswer ?? 0), 0);
}

function doubtsAbout(unsure: readonly Pick<StoredChunk, 'rows'>[]): readonly Doubt[] {
	const rows = unsure[0]?.rows ?? 0;
	const chunks = unsure.length;
	const doubts: Doubt[] = [];
	if (looksLikeMaximum(rows)) {
		doubts.push({ kind: 'roundCount', rows });
	}
	if (chunks > 1 && rows >= (chunks > 2 ? minMaximum.ofThree : minMaximum.ofTwo)) {
		doubts.push({ kind: 'sameCount', rows, chunks });
	}
	return doubts;
}

/** Returns true if a count is likely a limit: a multiple of 1000, a power of two, or one less than such a number. */
export function looksLikeMaximum(rows: number): boolean {
	return [rows, rows + 1].some((count) => count >= 1000 && (count % 1000 === 0 || Number.isInteger(Math.log2(count))));
}

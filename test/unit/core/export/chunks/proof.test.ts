import * as assert from 'node:assert/strict';
import type { Chunk, StoredChunk } from '../../../../../src/core/export/chunks/chunk';
import { ChunkTree } from '../../../../../src/core/export/chunks/chunkTree';
import {
	evidenceOfOne,
	getEvidence,
	looksLikeMaximum,
	unsureLeaves,
} from '../../../../../src/core/export/chunks/proof';
import { Random } from '../../../../support/random';

function chunk(id: string): Chunk {
	return { id, since: '', until: '', extraFields: [] };
}

function held(rows: number, timeless = 0): StoredChunk {
	return { file: 'f', rows, bytes: 1, sha256: '', timeless, largestAnswer: rows };
}

function treeOf(...counts: readonly number[]): ChunkTree {
	const tree = new ChunkTree();
	tree.apply({ entry: 'begun', version: 1, chunks: counts.map((_, index) => chunk(String(index + 1))) });
	for (const [index, rows] of counts.entries()) {
		tree.apply({ entry: 'held', chunk: String(index + 1), held: held(rows) });
	}
	return tree;
}

/** Returns a random number of events with the given mean (Knuth's algorithm for the Poisson distribution). */
function poisson(expected: number, random: Random): number {
	const limit = Math.exp(-expected);
	let count = 0;
	for (let product = random.next(); product > limit; product *= random.next()) {
		count++;
	}
	return count;
}

describe('completeness evidence from several responses', () => {
	it('treats only the chunk with the most records as possibly incomplete', () => {
		assert.deepEqual(
			unsureLeaves(treeOf(10, 1000, 4000, 3)).map((leaf) => leaf.chunk.id),
			['3'],
		);
		assert.deepEqual(getEvidence(treeOf(10, 1000, 1234)), { proof: 'unproven', doubts: [] });
	});

	it('suspects a record limit if the highest record count is a round number or occurs in several chunks', () => {
		assert.deepEqual(getEvidence(treeOf(10, 5000, 3)).doubts, [{ kind: 'roundCount', rows: 5000 }]);
		assert.deepEqual(getEvidence(treeOf(777, 12, 777)).doubts, [{ kind: 'sameCount', rows: 777, chunks: 2 }]);
		assert.deepEqual(getEvidence(treeOf(65_536, 65_536)).doubts, [
			{ kind: 'roundCount', rows: 65_536 },
			{ kind: 'sameCount', rows: 65_536, chunks: 2 },
		]);
	});

	it('suspects a record limit if three chunks share a highest record count of at least ten', () => {
		assert.deepEqual(getEvidence(treeOf(...Array(21).fill(50), 12)).doubts, [
			{ kind: 'sameCount', rows: 50, chunks: 21 },
		]);
		assert.deepEqual(getEvidence(treeOf(10, 10, 10)).doubts, [{ kind: 'sameCount', rows: 10, chunks: 3 }]);
		// Even without a limit, the two busiest hours occasionally have the same number of records.
		assert.deepEqual(getEvidence(treeOf(50, 12, 50, 49, 49, 49)).doubts, []);
	});

	it('suspects a limit if at least three chunks share the highest record count, regardless of the traffic pattern', () => {
		const random = new Random(50);
		for (let round = 0; round < 400; round++) {
			const maximum = Math.round(10 ** (1 + 4 * random.next()));
			const evenly = random.chance(0.5);
			const busy = 3 + random.below(40);
			const beyond = random.times(busy, () => maximum + random.below(evenly ? 3 : 9 * maximum));
			const below = random.times(random.below(200), () => random.below(maximum));
			const counts = [...beyond, ...below].map((rows) => ({ rows, place: random.next() }));
			const mixed = counts.toSorted((a, b) => a.place - b.place).map(({ rows }) => Math.min(rows, maximum));
			const { proof, doubts } = getEvidence(treeOf(...mixed));
			assert.equal(proof, 'unproven');
			const same = doubts.find(({ kind }) => kind === 'sameCount');
			assert.deepEqual(same, { kind: 'sameCount', rows: maximum, chunks: busy }, `${mixed}`);
		}
	});

	it('rarely suspects a limit in random traffic from a service without a limit', () => {
		const random = new Random(7);
		const weeks = random.times(300, () => random.times(168, () => poisson(20, random)));
		const doubted = weeks.filter((counts) => getEvidence(treeOf(...counts)).doubts.length > 0);
		assert.ok(doubted.length < 30, `${doubted.length} of 300`);
	});

	it('does not suspect a record limit if the record counts are not typical of a limit', () => {
		assert.deepEqual(getEvidence(treeOf(9, 9, 9)).doubts, []);
		assert.deepEqual(getEvidence(treeOf(99, 99)).doubts, []);
		assert.deepEqual(evidenceOfOne({ rows: 12 }).doubts, []);
	});

	it('proves that a response without records is complete', () => {
		assert.deepEqual(evidenceOfOne({ rows: 0 }), { proof: 'proven', doubts: [] });
		assert.equal(getEvidence(treeOf(0, 0)).proof, 'proven');
	});

	it('proves that halves are complete if each has fewer records than the whole range', () => {
		const tree = treeOf(1000);
		tree.apply({ entry: 'halved', chunk: '1', into: [chunk('1a'), chunk('1b')] });
		tree.apply({ entry: 'held', chunk: '1a', held: held(999) });
		tree.apply({ entry: 'held', chunk: '1b', held: held(700) });
		assert.equal(getEvidence(tree).proof, 'proven');
	});

	it('does not consider a response complete if its end was not indicated, even if the response is small', () => {
		const tree = treeOf(1000);
		tree.apply({ entry: 'halved', chunk: '1', into: [chunk('1a'), chunk('1b')] });
		tree.apply({ entry: 'held', chunk: '1a', held: { ...held(9), endNotAnnounced: true } });
		tree.apply({ entry: 'held', chunk: '1b', held: held(700) });
		assert.deepEqual(getEvidence(tree), { proof: 'unproven', doubts: [{ kind: 'endNotAnnounced', rows: 9 }] });
		assert.deepEqual(evidenceOfOne({ rows: 0, endNotAnnounced: true }), {
			proof: 'unproven',
			doubts: [{ kind: 'endNotAnnounced', rows: 0 }],
		});
	});

	it('reports missing fields, unrequested fields and partial responses as doubts about completeness', () => {
		const tree = treeOf(7, 0, 5, 3);
		const lacking = { fieldsMissing: ['city', 'mcc'] };
		tree.apply({ entry: 'held', chunk: '1', held: { ...held(7), ...lacking } });
		tree.apply({
			entry: 'held',
			chunk: '3',
			held: { ...held(5), fieldsMissing: ['mcc'], unrequestedFields: ['town'] },
		});
		tree.apply({ entry: 'held', chunk: '4', held: { ...held(3), ...lacking, saidPartial: ['has_more'] } });
		assert.deepEqual(getEvidence(tree).doubts, [
			{ kind: 'saidPartial', rows: 3, names: ['has_more'] },
			{ kind: 'fieldsMissing', rows: 15, names: ['mcc'] },
			{ kind: 'unrequestedFields', rows: 5, names: ['town'] },
		]);
		assert.deepEqual(evidenceOfOne({ rows: 0, saidPartial: ['total'] }), {
			proof: 'unproven',
			doubts: [{ kind: 'saidPartial', rows: 0, names: ['total'] }],
		});
		assert.deepEqual(
			unsureLeaves(tree).map(({ chunk: { id } }) => id),
			['1', '4'],
		);
	});

	it('does not prove that a half is complete if it contains all records of the whole range', () => {
		const tree = treeOf(1000);
		tree.apply({ entry: 'halved', chunk: '1', into: [chunk('1a'), chunk('1b')] });
		tree.apply({ entry: 'held', chunk: '1a', held: held(1000) });
		tree.apply({ entry: 'held', chunk: '1b', held: held(0) });
		assert.deepEqual(getEvidence(tree), { proof: 'unproven', doubts: [{ kind: 'roundCount', rows: 1000 }] });
	});

	it('recognizes record counts that look like a record limit', () => {
		for (const rows of [1000, 25_000, 1_000_000, 1024, 1023, 9999, 65_535]) {
			assert.ok(looksLikeMaximum(rows), String(rows));
		}
		for (const rows of [0, 1, 64, 500, 999_998, 1001, 12_345]) {
			assert.ok(!looksLikeMaximum(rows), String(rows));
		}
	});
});

import * as assert from 'node:assert/strict';
import { evidenceOf, evidenceOfOne, looksLikeMaximum, unsureLeaves } from '../../../../../src/core/export/slices/proof';
import type { HeldSlice, Slice } from '../../../../../src/core/export/slices/slice';
import { SliceTree } from '../../../../../src/core/export/slices/sliceTree';
import { Random } from '../../../../support/random';

function slice(id: string): Slice {
	return { id, since: '', until: '', extraFields: [] };
}

function held(rows: number, timeless = 0): HeldSlice {
	return { file: 'f', rows, bytes: 1, sha256: '', timeless, largestAnswer: rows };
}

/** @param counts Records of each slice. */
function treeOf(...counts: readonly number[]): SliceTree {
	const tree = new SliceTree();
	tree.apply({ entry: 'begun', version: 1, slices: counts.map((_, index) => slice(String(index + 1))) });
	for (const [index, rows] of counts.entries()) {
		tree.apply({ entry: 'held', slice: String(index + 1), held: held(rows) });
	}
	return tree;
}

/** How many events there are where so many are expected (Knuth's method). */
function poisson(expected: number, random: Random): number {
	const limit = Math.exp(-expected);
	let count = 0;
	for (let product = random.next(); product > limit; product *= random.next()) {
		count++;
	}
	return count;
}

describe('what answers prove about each other', () => {
	it('looks at the largest alone', () => {
		assert.deepEqual(
			unsureLeaves(treeOf(10, 1000, 4000, 3)).map((leaf) => leaf.slice.id),
			['3'],
		);
		assert.deepEqual(evidenceOf(treeOf(10, 1000, 1234)), { proof: 'unproven', doubts: [] });
	});

	it('doubts a round number, and the same number more than once', () => {
		assert.deepEqual(evidenceOf(treeOf(10, 5000, 3)).doubts, [{ kind: 'roundCount', rows: 5000 }]);
		assert.deepEqual(evidenceOf(treeOf(777, 12, 777)).doubts, [{ kind: 'sameCount', rows: 777, slices: 2 }]);
		assert.deepEqual(evidenceOf(treeOf(65_536, 65_536)).doubts, [
			{ kind: 'roundCount', rows: 65_536 },
			{ kind: 'sameCount', rows: 65_536, slices: 2 },
		]);
	});

	it('doubts three largest answers of one size from ten records on', () => {
		assert.deepEqual(evidenceOf(treeOf(...Array(21).fill(50), 12)).doubts, [
			{ kind: 'sameCount', rows: 50, slices: 21 },
		]);
		assert.deepEqual(evidenceOf(treeOf(10, 10, 10)).doubts, [{ kind: 'sameCount', rows: 10, slices: 3 }]);
		// A service that nobody cuts has a busiest hour, and now and then two.
		assert.deepEqual(evidenceOf(treeOf(50, 12, 50, 49, 49, 49)).doubts, []);
	});

	it('doubts any maximum that three slices or more have reached, of any shape', () => {
		const random = new Random(50);
		for (let round = 0; round < 400; round++) {
			const maximum = Math.round(10 ** (1 + 4 * random.next()));
			const evenly = random.chance(0.5);
			const busy = 3 + random.below(40);
			const beyond = random.times(busy, () => maximum + random.below(evenly ? 3 : 9 * maximum));
			const below = random.times(random.below(200), () => random.below(maximum));
			const counts = [...beyond, ...below].map((rows) => ({ rows, place: random.next() }));
			const mixed = counts.toSorted((a, b) => a.place - b.place).map(({ rows }) => Math.min(rows, maximum));
			const { proof, doubts } = evidenceOf(treeOf(...mixed));
			assert.equal(proof, 'unproven');
			const same = doubts.find(({ kind }) => kind === 'sameCount');
			assert.deepEqual(same, { kind: 'sameCount', rows: maximum, slices: busy }, `${mixed}`);
		}
	});

	it('seldom doubts random traffic that nobody cut', () => {
		const random = new Random(7);
		const weeks = random.times(300, () => random.times(168, () => poisson(20, random)));
		const doubted = weeks.filter((counts) => evidenceOf(treeOf(...counts)).doubts.length > 0);
		assert.ok(doubted.length < 30, `${doubted.length} of 300`);
	});

	it('does not doubt numbers that are nobody’s maximum', () => {
		assert.deepEqual(evidenceOf(treeOf(9, 9, 9)).doubts, []);
		assert.deepEqual(evidenceOf(treeOf(99, 99)).doubts, []);
		assert.deepEqual(evidenceOfOne({ rows: 12 }).doubts, []);
	});

	it('proves that there is nothing', () => {
		assert.deepEqual(evidenceOfOne({ rows: 0 }), { proof: 'proven', doubts: [] });
		assert.equal(evidenceOf(treeOf(0, 0)).proof, 'proven');
	});

	it('proves halves that have fewer than the whole had', () => {
		const tree = treeOf(1000);
		tree.apply({ entry: 'halved', slice: '1', into: [slice('1a'), slice('1b')] });
		tree.apply({ entry: 'held', slice: '1a', held: held(999) });
		tree.apply({ entry: 'held', slice: '1b', held: held(700) });
		assert.equal(evidenceOf(tree).proof, 'proven');
	});

	it('does not prove what did not tell its end, however small it is', () => {
		const tree = treeOf(1000);
		tree.apply({ entry: 'halved', slice: '1', into: [slice('1a'), slice('1b')] });
		tree.apply({ entry: 'held', slice: '1a', held: { ...held(9), endNotTold: true } });
		tree.apply({ entry: 'held', slice: '1b', held: held(700) });
		assert.deepEqual(evidenceOf(tree), { proof: 'unproven', doubts: [{ kind: 'endNotTold', rows: 9 }] });
		assert.deepEqual(evidenceOfOne({ rows: 0, endNotTold: true }), {
			proof: 'unproven',
			doubts: [{ kind: 'endNotTold', rows: 0 }],
		});
	});

	it('reports fields that no slice has, and leaves a partial answer unproven', () => {
		const tree = treeOf(7, 0, 5, 3);
		const lacking = { fieldsMissing: ['city', 'mcc'] };
		tree.apply({ entry: 'held', slice: '1', held: { ...held(7), ...lacking } });
		tree.apply({ entry: 'held', slice: '3', held: { ...held(5), fieldsMissing: ['mcc'], fieldsUnasked: ['town'] } });
		tree.apply({ entry: 'held', slice: '4', held: { ...held(3), ...lacking, saidPartial: ['has_more'] } });
		assert.deepEqual(evidenceOf(tree).doubts, [
			{ kind: 'saidPartial', rows: 3, names: ['has_more'] },
			{ kind: 'fieldsMissing', rows: 15, names: ['mcc'] },
			{ kind: 'fieldsUnasked', rows: 5, names: ['town'] },
		]);
		assert.deepEqual(evidenceOfOne({ rows: 0, saidPartial: ['total'] }), {
			proof: 'unproven',
			doubts: [{ kind: 'saidPartial', rows: 0, names: ['total'] }],
		});
		assert.deepEqual(
			unsureLeaves(tree).map(({ slice: { id } }) => id),
			['1', '4'],
		);
	});

	it('does not prove a half that has all of them', () => {
		const tree = treeOf(1000);
		tree.apply({ entry: 'halved', slice: '1', into: [slice('1a'), slice('1b')] });
		tree.apply({ entry: 'held', slice: '1a', held: held(1000) });
		tree.apply({ entry: 'held', slice: '1b', held: held(0) });
		assert.deepEqual(evidenceOf(tree), { proof: 'unproven', doubts: [{ kind: 'roundCount', rows: 1000 }] });
	});

	it('knows what maximums look like', () => {
		for (const rows of [1000, 25_000, 1_000_000, 1024, 1023, 9999, 65_535]) {
			assert.ok(looksLikeMaximum(rows), String(rows));
		}
		for (const rows of [0, 1, 64, 500, 999_998, 1001, 12_345]) {
			assert.ok(!looksLikeMaximum(rows), String(rows));
		}
	});
});

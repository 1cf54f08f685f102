import assert from 'node:assert/strict';
import { Pace } from '../../../../../../src/core/common/pace';
import { textRanks } from '../../../../../../src/core/records/query/order/textRanks';
import { cellsOfColumn } from '../../../../../../src/core/records/query/work/cellSource';
import { Snapshot } from '../../../../../../src/core/records/query/work/snapshot';
import { Random } from '../../../../../support/random';
import { textTable } from '../support/asking';

async function ranksOf(texts: readonly string[], memory: number): Promise<{ ranks: number[]; passes: number }> {
	const table = textTable(
		'raw',
		texts.map((text) => [text]),
	);
	const snapshot = new Snapshot(table);
	const ranks = await textRanks(
		{
			cells: cellsOfColumn(snapshot, 0),
			numbers: Uint32Array.from(texts.keys()),
			lengthOf: (number) => table.length(number),
			records: texts.length,
			memory,
		},
		new Pace(new AbortController().signal),
	);
	return { ranks: [...ranks], passes: table.passes };
}

function expectedRanks(texts: readonly string[]): number[] {
	const sorted = [...new Set(texts)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
	return texts.map((text) => sorted.indexOf(text));
}

describe('Ranks of texts that are not in memory', () => {
	it('are those of their bytes, however little of them may be held', async () => {
		for (let seed = 1; seed <= 40; seed++) {
			const random = new Random(seed);
			const beginnings = random.times(4, () => 'abc\0é'.repeat(random.below(60)));
			const texts = random.times(1 + random.below(200), () => {
				const beginning = beginnings[random.below(4)] ?? '';
				return (
					beginning.slice(0, random.below(300)) + random.pick(['', '\0', 'a', 'b', '\uffee', '😀']) + random.below(9)
				);
			});
			for (const memory of [0, 2000, 1_000_000]) {
				assert.deepEqual((await ranksOf(texts, memory)).ranks, expectedRanks(texts), `seed ${seed}, ${memory} bytes`);
			}
		}
	});

	it('need few passes for texts that have much in common', async () => {
		const common = 'at com.example.shop.CartRepository.load(CartRepository.kt:12)\n'.repeat(30);
		const texts = Array.from({ length: 300 }, (_, index) => `${common}${(index * 7919) % 300} end`);
		const { ranks, passes } = await ranksOf(texts, 20_000);
		assert.deepEqual(ranks, expectedRanks(texts));
		assert.ok(passes <= 5, `${passes} passes`);
	});

	it('need one pass for texts that are equal, however long', async () => {
		const texts = Array.from({ length: 50 }, () => 'x'.repeat(5000));
		const { ranks, passes } = await ranksOf(texts, 0);
		assert.deepEqual(new Set(ranks), new Set([0]));
		assert.equal(passes, 1);
	});

	it('tell a text from the same one with bytes 0 behind it', async () => {
		assert.deepEqual((await ranksOf(['ab\0', 'ab', 'ab\0\0', ''], 0)).ranks, [2, 1, 3, 0]);
	});
});

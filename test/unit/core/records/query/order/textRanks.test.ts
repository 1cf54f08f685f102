import assert from 'node:assert/strict';
import { Scheduler } from '../../../../../../src/core/common/scheduler';
import { cellsOfColumn } from '../../../../../../src/core/records/query/execution/cellSource';
import { Snapshot } from '../../../../../../src/core/records/query/execution/snapshot';
import { textRanks } from '../../../../../../src/core/records/query/order/textRanks';
import { Random } from '../../../../../support/random';
import { textTable } from '../support/querying';

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
		new Scheduler(new AbortController().signal),
	);
	return { ranks: [...ranks], passes: table.passes };
}

function expectedRanks(texts: readonly string[]): number[] {
	const sorted = [...new Set(texts)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
	return texts.map((text) => sorted.indexOf(text));
}

describe("ranking of text values that don't fit in memory", () => {
	it('ranks text values by their bytes, regardless of the memory limit', async () => {
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

	it('needs few passes to rank text values with a long common prefix', async () => {
		const common = 'at com.example.shop.CartRepository.load(CartRepository.kt:12)\n'.repeat(30);
		const texts = Array.from({ length: 300 }, (_, index) => `${common}${(index * 7919) % 300} end`);
		const { ranks, passes } = await ranksOf(texts, 20_000);
		assert.deepEqual(ranks, expectedRanks(texts));
		assert.ok(passes <= 5, `${passes} passes`);
	});

	it('needs only one pass to rank identical text values, regardless of their length', async () => {
		const texts = Array.from({ length: 50 }, () => 'x'.repeat(5000));
		const { ranks, passes } = await ranksOf(texts, 0);
		assert.deepEqual(new Set(ranks), new Set([0]));
		assert.equal(passes, 1);
	});

	it('ranks a text value before the same value with trailing NUL bytes', async () => {
		assert.deepEqual((await ranksOf(['ab\0', 'ab', 'ab\0\0', ''], 0)).ranks, [2, 1, 3, 0]);
	});
});

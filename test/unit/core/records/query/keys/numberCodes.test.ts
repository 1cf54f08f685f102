import assert from 'node:assert/strict';
import { Scheduler } from '../../../../../../src/core/common/scheduler';
import { findNumber, NumberCoder } from '../../../../../../src/core/records/query/keys/numberCodes';
import { Random } from '../../../../../support/random';
import { MemoryTable } from '../support/memoryTable';

async function codesOf(texts: readonly string[]) {
	const columns = [{ name: 'id', kind: 'integer', store: 'integer' } as const];
	const [column] = new MemoryTable({ columns, rows: texts.map((text) => [text]) }).columns;
	assert.ok(column?.values.kind === 'number');
	const codes = await new NumberCoder(column.values, new Scheduler(new AbortController().signal)).codesOf(texts.length);
	return { codes, values: column.values };
}

function expectedCodes(texts: readonly string[]): number[] {
	const known = new Map([['', 0]]);
	return texts.map((text) => {
		const code = known.get(text) ?? known.size;
		known.set(text, code);
		return code;
	});
}

describe('codes for distinct numbers', () => {
	it('codes of numbers match a simple Map, even if the numbers are processed in several parts', async () => {
		for (const [count, distinct] of [
			[0, 1],
			[1, 1],
			[500, 40],
			[70_000, 30_000],
		] as const) {
			const random = new Random(count);
			const texts = random.times(count, () => (random.chance(0.05) ? '' : String(random.below(distinct) * 2 ** 20)));
			const { codes, values } = await codesOf(texts);
			assert.deepEqual([...codes.codes], expectedCodes(texts));
			assert.equal(codes.size, new Set(['', ...texts]).size);
			for (const number of [0, 17, count - 1]) {
				assert.equal(findNumber(values, codes, texts[number] ?? ''), codes.codes[number] ?? 0);
			}
			assert.equal(findNumber(values, codes, '3'), undefined);
			assert.equal(findNumber(values, codes, '03'), undefined);
		}
	});

	it('assigns different codes to numbers with the same upper or lower 32 bits', async () => {
		const texts = Array.from({ length: 9000 }, (_, index) => {
			const varied = BigInt(index % 3000);
			return String(index % 2 === 0 ? (varied << 32n) | 7n : (7n << 32n) | varied);
		});
		assert.deepEqual([...(await codesOf(texts)).codes.codes], expectedCodes(texts));
	});
});

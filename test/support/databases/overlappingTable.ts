import type { TestTable } from '../../unit/core/records/query/support/memoryTable';
import { Random } from '../random';

export function overlappingTable(seed: number, records: number): TestTable {
	const random = new Random(seed);
	return {
		columns: [
			{ name: 'error_name', kind: 'text', store: 'dictionary' },
			{ name: 'error', kind: 'text', store: 'raw' },
			{ name: 'error_timestamp', kind: 'time', store: 'dictionary' },
			{ name: 'count', kind: 'integer', store: 'dictionary' },
		],
		rows: random.times(records, () => [
			random.pick(['SIGSEGV', 'Ошибка', '']),
			random.chance(0.05) ? 'java.lang.E: x\n\tat a.B.c(B.java:1)' : `x${random.below(records / 30)}`,
			random.chance(0.1) ? '' : String(1_700_000_000 + random.below(6) * 50_000),
			String(random.below(3)),
		]),
	};
}

export function unitedCounts(tables: readonly TestTable[]): ReadonlyMap<string, number> {
	const all = new Map<string, number>();
	for (const { rows } of tables) {
		for (const [row, times] of rowCounts(rows)) {
			all.set(row, Math.max(times, all.get(row) ?? 0));
		}
	}
	return all;
}

export function rowCounts(rows: readonly (readonly string[])[]): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (const row of rows) {
		const key = JSON.stringify(row);
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return counts;
}

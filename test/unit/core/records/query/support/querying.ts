import { createQueries, type TableQueries } from '../../../../../../src/core/records/queries';
import type { Table } from '../../../../../../src/core/records/table/table';
import type { RecordQueries } from '../../../../../../src/shared/recordsApi';
import type { RecordFilter, View } from '../../../../../../src/shared/results';
import { Random } from '../../../../../support/random';
import { MemoryTable, type TestTable } from './memoryTable';
import { Oracle } from './oracle';
import { randomTable } from './randomTable';

type Ask = {
	readonly [Q in keyof RecordQueries]: (
		params: RecordQueries[Q]['params'],
		options?: { readonly signal?: AbortSignal; readonly report?: (progress: RecordQueries[Q]['progress']) => void },
	) => Promise<RecordQueries[Q]['result']>;
};

export type Maker = (table: Table) => TableQueries['answer'] | Promise<TableQueries['answer']>;

const ofFile: Maker = (table) => createQueries(table).answer;
let maker = ofFile;
let mostCases = Number.POSITIVE_INFINITY;

/** Makes the tests use another query implementation until the returned function is called. */
export function useQueries(other: Maker, cases: number): () => void {
	maker = other;
	mostCases = cases;
	return () => {
		maker = ofFile;
		mostCases = Number.POSITIVE_INFINITY;
	};
}

/** Defines a test of reading files, which is meaningless for other query implementations. */
export function itOfFiles(title: string, run: Mocha.Func | Mocha.AsyncFunc): void {
	Object.assign(it(title, run as Mocha.Func), { isOfFiles: true });
}

export function isOfFiles(test: Mocha.Test): boolean {
	return 'isOfFiles' in test;
}

export function asking(table: Table): Ask {
	const made = maker(table);
	const plain = { signal: new AbortController().signal, report: () => undefined };
	return {
		page: async (params, options) => (await made).page(params, { ...plain, ...options }),
		record: async (params, options) => (await made).record(params, { ...plain, ...options }),
		value: async (params, options) => (await made).value(params, { ...plain, ...options }),
		positionOf: async (params, options) => (await made).positionOf(params, { ...plain, ...options }),
		groups: async (params, options) => (await made).groups(params, { ...plain, ...options }),
		group: async (params, options) => (await made).group(params, { ...plain, ...options }),
		commonTraits: async (params, options) => (await made).commonTraits(params, { ...plain, ...options }),
		histogram: async (params, options) => (await made).histogram(params, { ...plain, ...options }),
		topValues: async (params, options) => (await made).topValues(params, { ...plain, ...options }),
		totals: async (params, options) => (await made).totals(params, { ...plain, ...options }),
		find: async (params, options) => (await made).find(params, { ...plain, ...options }),
		copy: async (params, options) => (await made).copy(params, { ...plain, ...options }),
		issue: async (params, options) => (await made).issue(params, { ...plain, ...options }),
		fixEvidence: async (params, options) => (await made).fixEvidence(params, { ...plain, ...options }),
	};
}

export const wholeFile: View = { filters: [], sort: [] };

export function textTable(
	store: 'dictionary' | 'raw',
	rows: readonly (readonly string[])[],
	names?: readonly string[],
): MemoryTable {
	const width = Math.max(names?.length ?? 0, ...rows.map(({ length }) => length));
	const columns = Array.from({ length: width }, (_, column) => ({
		name: names?.[column] ?? `column${column}`,
		kind: 'text' as const,
		store,
	}));
	return new MemoryTable({ columns, rows });
}

export async function getNumbers(ask: Ask, view: View): Promise<number[]> {
	const { rows, count } = await ask.page({ view, start: 0, end: Number.MAX_SAFE_INTEGER, columns: [], cellLength: 0 });
	return rows.length === count ? rows.map(({ number }) => number) : [-1];
}

export interface RandomCase {
	readonly seed: number;
	readonly data: TestTable;
	readonly ask: Ask;
	readonly oracle: Oracle;
	readonly random: Random;
}

export function* randomCases(count: number): Generator<RandomCase> {
	for (let seed = 1; seed <= Math.min(count, mostCases); seed++) {
		const data = randomTable(seed);
		const ask = asking(new MemoryTable(data));
		const oracle: Oracle = new Oracle(data, (record, key) => {
			const column = key.kind === 'column' ? key.column : 0;
			return key.kind === 'column' || key.kind === 'name' ? oracle.value(record, column) : '';
		});
		yield { seed, data, ask, oracle, random: new Random(seed * 7919) };
	}
}

const texts = [
	'',
	'a',
	'STATE',
	'état',
	'ошибка',
	'k',
	'i',
	'munchen',
	'münchen',
	'"',
	'\\',
	'/',
	'\n',
	'Σ',
	'οδός',
	'😀',
	'99',
] as const;
const patterns = ['^java', 'state$', '\\d{3,}', '', '.', 'ё|ш', '^$', '[^\\p{L}]+id'] as const;

export function randomFilter(random: Random, oracle: Oracle, records: number): RecordFilter {
	const column = random.below(8);
	const value = () => oracle.value(random.below(records + 1), column);
	const not = random.chance(0.3) ? { not: true } : {};
	switch (random.below(10)) {
		case 0:
			return { kind: 'contains', column, text: random.pick(texts) };
		case 1:
			return { kind: 'contains', column, text: value().slice(random.below(4), 6) };
		case 2:
			return { kind: 'oneOf', column, values: random.times(random.below(4), value), ...not };
		case 3:
			return { kind: 'empty', column, ...not };
		case 4:
			return { kind: 'matches', column, pattern: random.pick(patterns) };
		case 5:
			return { kind: 'anywhere', text: random.pick(texts), ...(random.chance(0.3) && { columns: [column] }) };
		case 6:
			return { kind: 'broken' };
		case 7:
			return {
				kind: 'group',
				key: { kind: 'column', column },
				values: random.times(1 + random.below(3), value),
				...not,
			};
		case 8: {
			const number = random.below(records);
			const { length } = oracle.value(number, column);
			const beginning = oracle.value(number, column).slice(0, 3);
			return { kind: 'sameAs', column, number, beginning, length, ...not };
		}
		default: {
			const ends = { from: value(), to: value() };
			return {
				kind: 'range',
				column,
				...(ends.from === '' ? {} : { from: ends.from }),
				...(ends.to === '' ? {} : { to: ends.to }),
				...(random.chance(0.3) ? { fromOpen: true } : {}),
				...(random.chance(0.3) ? { toOpen: true } : {}),
			};
		}
	}
}

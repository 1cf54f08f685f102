import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Bitset } from '../../../../../src/core/common/bitset';
import { MemoryBudget } from '../../../../../src/core/records/indexFile/memoryBudget';
import type { Table } from '../../../../../src/core/records/table/table';
import { UnionTable } from '../../../../../src/core/records/union/unionTable';
import { fold } from '../../../../../src/shared/fold';
import { inParts } from '../../../../support/length';
import { Random } from '../../../../support/random';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { openText } from '../support/tables';
import { asking, getNumbers, wholeFile } from './support/querying';

const pieces = [
	...[
		'k',
		'K',
		'\u212a',
		'i',
		'I',
		'İ',
		'e',
		'E',
		'é',
		'e\u0301',
		'\u0301',
		';',
		'\u037e',
		'`',
		'\u1fef',
		'я',
		'😀',
	].map((text) => Buffer.from(text).toString('latin1')),
	...['ab', 'AB', 'aB1', '12', ' ', '""', "'", 'ke', 'KI', '\xff', '\xe2\x84', '\xe2', '\xcc'],
] as const;
const [firstPiece, ...otherPieces] = pieces;
const breaking = ['\n', '\r\n', ',', '|', '\t', '"'] as const;

type Stores = (column: number) => boolean;

function withRawColumns(table: Table, isRaw: Stores): Table {
	const all = new Bitset();
	all.addRange(0, table.records);
	const columns = table.columns.map((column, index) =>
		isRaw(index) ? { name: column.name, kind: column.kind, values: { kind: 'raw', present: all, empty: 0 } } : column,
	);
	return Object.create(table, { columns: { value: columns } });
}

function cellOf(random: Random): string {
	const text = random
		.times(random.below(7), () =>
			random.chance(0.06) ? random.pick(breaking) : random.pick([firstPiece, ...otherPieces]),
		)
		.join('');
	// Without quotes, the content may end the cell or the record. After a closing quote, more text may follow.
	return random.chance(0.3) ? text : `"${text}"${random.chance(0.05) ? random.pick([firstPiece, ...otherPieces]) : ''}`;
}

function getCsv(random: Random, header: readonly string[], between: string): Buffer {
	const rows = random.times(60, () => {
		const cells = random.times(header.length + (random.chance(0.1) ? random.below(3) - 1 : 0), () => cellOf(random));
		return cells.join(between);
	});
	const text = `${header.join(between)}\n${rows.join(random.chance(0.5) ? '\n' : '\r\n')}\n`;
	return Buffer.from(text, 'latin1');
}

function needleOf(random: Random): string {
	const some = random.times(1 + random.below(3), () =>
		random.chance(0.1) ? random.pick(breaking) : random.pick([firstPiece, ...otherPieces]),
	);
	// Removes U+FFFD, because searching for it does not find the invalid bytes that it replaces.
	return Buffer.from(some.join(''), 'latin1').toString().replaceAll('\ufffd', '') || 'ab';
}

function recordsWith(
	rows: readonly (readonly string[])[],
	text: string,
	columns: readonly number[] | undefined,
): number[] {
	const has = (row: readonly string[]) =>
		row.some((value, column) => (columns?.includes(column) ?? true) && value.includes(fold(text)));
	return [...rows.keys()].filter((number) => has(rows[number] ?? []));
}

async function assertAgrees(table: Table, random: Random): Promise<void> {
	const ask = asking(table);
	const rows: string[][] = [];
	for (let number = 0; number < table.records; number++) {
		const { values } = await table.record(number, new AbortController().signal);
		rows.push(values.map(fold));
	}
	for (let question = 0; question < 12; question++) {
		const text = needleOf(random);
		const some = [...table.columns.keys()].filter(() => random.chance(0.5));
		const columns = random.chance(0.3) ? undefined : some;
		const what = JSON.stringify({ text, columns });
		const filters = [{ kind: 'anywhere' as const, text, ...(columns && { columns }) }];
		const expected = recordsWith(rows, text, columns);
		assert.deepEqual(await getNumbers(ask, { filters, sort: [] }), expected, what);
		const column = random.below(table.columns.length);
		assert.deepEqual(
			await getNumbers(ask, { filters: [{ kind: 'contains', column, text }], sort: [] }),
			recordsWith(rows, text, [column]),
			`${column} ${what}`,
		);
		const from = random.below(table.records);
		const anywhere = columns ? recordsWith(rows, text, undefined) : expected;
		const next = await ask.find({ view: wholeFile, text, from, backwards: false });
		assert.equal(next?.number, anywhere.find((number) => number >= from) ?? anywhere[0], `from ${from} ${what}`);
	}
}

describe('text search in malformed files', () => {
	const temporary = useTemporaryFolder();

	inParts('finds text inside CSV values but never across cell or record boundaries', 5, async (part) => {
		const random = new Random(23 + part);
		for (let round = 0; round < 5; round++) {
			const header = random.times(1 + random.below(5), (index) => `column${index}`);
			const text = getCsv(random, header, random.pick([',', ',', ';', '\t', '|']));
			const table = await openText(temporary.path, `${round}.csv`, text);
			const kinds = random.below(2 ** header.length);
			await assertAgrees(
				withRawColumns(table, (column) => ((kinds >> column) & 1) === 1 || random.chance(0.5)),
				random,
			);
			await table[Symbol.asyncDispose]();
		}
	});

	it('finds text in several files with different columns', async () => {
		const random = new Random(29);
		const headers = [
			['a', 'b', 'c'],
			['c', 'a'],
			['d', 'b', 'a'],
		];
		for (let round = 0; round < 8; round++) {
			const paths = headers.map((_, index) => join(temporary.path, `${round}-${index}.csv`));
			for (const [index, path] of paths.entries()) {
				await writeFile(path, getCsv(random, headers[index] ?? [], ','));
			}
			const table = new UnionTable(paths, { budget: new MemoryBudget(1024 * 1024), savesIndex: false });
			await table.load(new AbortController().signal, () => undefined);
			await assertAgrees(
				withRawColumns(table, () => true),
				random,
			);
			await table[Symbol.asyncDispose]();
		}
	});
});

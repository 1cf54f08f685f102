import * as assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { csvOptions } from '../../../../src/core/export/check/recordValues';
import { inParts } from '../../../support/length';
import { Random } from '../../../support/random';
import { countCsv } from '../export/support/csvReference';
import { hostileCsv } from '../export/support/hostileCsv';
import { build, buildText, names, readBack, remembered } from './support/tables';

function isBroken(record: readonly string[], columns: number): boolean {
	return record.length < columns || record.slice(columns).some((cell) => cell !== '');
}

function fitted(record: readonly string[], columns: number): string[] {
	return Array.from({ length: columns }, (_, column) => record[column] ?? '');
}

describe('CSV table', () => {
	inParts(
		'CSV table has the same header, records and cells as csv-parse, regardless of chunk boundaries',
		4,
		(part) => {
			const random = new Random(4180 + part);
			for (let round = 0; round < 500; round++) {
				const { text, columns } = hostileCsv(random);
				const bytes = Buffer.from(text);
				const what = `round ${round}: ${JSON.stringify(text).slice(0, 500)}`;
				const [header, ...records] = parse(bytes, csvOptions(columns)) as string[][];
				const table = build('csv', random.cut(bytes, random.pick([1, 3, 17, 4096])));
				assert.deepEqual(names(table), header, what);
				assert.equal(table.index.records, records.length, what);
				const read = readBack(table, bytes);
				records.forEach((record, number) => {
					const cells = fitted(record, columns);
					assert.deepEqual(remembered(table, number), cells, what);
					assert.deepEqual(read[number], cells, what);
					assert.equal(table.index.broken.has(number), isBroken(record, columns), what);
				});
				assert.equal(table.index.info.broken, records.filter((record) => isBroken(record, columns)).length);
				assert.equal(table.index.info.truncated, false, what);
			}
		},
	);

	for (const delimiter of [';', '\t', '|'] as const) {
		it(`CSV table has the same records and cells as csv-parse for delimiter ${JSON.stringify(delimiter)}`, () => {
			const random = new Random(59);
			for (let round = 0; round < 500; round++) {
				const { text, columns } = hostileCsv(random);
				// Swaps the comma with the tested delimiter, so that former delimiters become cell content and vice versa.
				const bytes = Buffer.from(
					text.replace(/[,;\t|]/g, (mark) => (mark === ',' ? delimiter : mark === delimiter ? ',' : mark)),
				);
				const what = `round ${round}: ${JSON.stringify(bytes.toString()).slice(0, 500)}`;
				const [, ...records] = parse(bytes, { ...csvOptions(columns), delimiter }) as string[][];
				const table = build('csv', random.cut(bytes, random.pick([1, 17, 4096])), { delimiter });
				assert.equal(table.index.records, records.length, what);
				assert.deepEqual(
					readBack(table, bytes),
					records.map((record) => fitted(record, columns)),
					what,
				);
			}
		});
	}

	inParts('counts the same records in ragged and truncated CSV as the reference scanner', 5, (part) => {
		const random = new Random(77 + part);
		const alphabet = ['"', '"', '""', ',', ',', '\n', '\r\n', '\r', 'a', 'é', '"b",'] as const;
		for (let round = 0; round < 600; round++) {
			const body = random.times(random.below(40), () => random.pick(alphabet)).join('');
			const bytes = Buffer.from(`${random.pick(['a', 'a,b', 'a,b,c'])}\n${body}`);
			const { rows, end } = countCsv(bytes);
			const table = build('csv', random.cut(bytes, random.pick([1, 5, 100])));
			const what = `round ${round}: ${JSON.stringify(bytes.toString())}`;
			assert.equal(table.index.records, rows, what);
			assert.equal(table.index.info.truncated, end !== 'whole', what);
			if (end === 'whole') {
				const records = (parse(bytes, csvOptions(names(table).length)) as string[][]).slice(1);
				const cells = records.map((record) => fitted(record, names(table).length));
				assert.deepEqual(
					cells.map((_, number) => remembered(table, number)),
					cells,
					what,
				);
			}
		}
	});

	for (const [name, text, records, truncated] of [
		['no content', '', [], false],
		['only a byte order mark', '\ufeff', [], false],
		['only a header', 'a,b', [], false],
		['a record without a line ending', 'a,b\n1,2', [['1', '2']], false],
		['a record truncated inside quotes', 'a,b\n1,2\n3,"4\n5', [['1', '2']], true],
		['a record truncated before its last cell', 'a,b\n1,2\n3', [['1', '2']], true],
		['an unclosed quote at the start', 'a,b\n"1,2\n3,4\n', [], true],
		[
			'empty cells',
			'a,b\n,\n"",""\n',
			[
				['', ''],
				['', ''],
			],
			false,
		],
		['text after a closing quote', 'a,b\n"x""y" "z",1\n', [['"x"y" "z"', '1']], false],
		['a quote in an unquoted value', 'a,b\n5" screen,"a"\n', [['5" screen', 'a']], false],
	] as const) {
		it(`opens CSV text with ${name}`, () => {
			const table = buildText('csv', text);
			assert.deepEqual(
				Array.from({ length: table.index.records }, (_, number) => remembered(table, number)),
				records,
			);
			assert.equal(table.index.info.truncated, truncated);
		});
	}

	it('includes CSV records with too few or too many cells and flags them as malformed', () => {
		const table = buildText('csv', 'a,b\n1\n1,2\n1,2,3\n');
		assert.deepEqual(
			[0, 1, 2].map((number) => [remembered(table, number), table.index.broken.has(number)]),
			[
				[['1', ''], true],
				[['1', '2'], false],
				[['1', '2'], true],
			],
		);
	});

	it('distinguishes columns with the same name and accepts unknown columns', () => {
		const table = buildText('csv', 'x,error_id,x\n1,2,3\n');
		assert.deepEqual(names(table), ['x', 'error_id', 'x']);
		assert.deepEqual(remembered(table, 0), ['1', '2', '3']);
	});

	it('reads a multi-megabyte quoted cell with line breaks', () => {
		const cell = 'at "com.example"\r\n'.repeat(200_000);
		const bytes = Buffer.from(`a,b\n1,"${cell.replaceAll('"', '""')}"\n2,x\n`);
		const table = build('csv', new Random(1).cut(bytes, 100_000));
		assert.equal(table.index.records, 2);
		assert.deepEqual(readBack(table, bytes), [
			['1', cell],
			['2', 'x'],
		]);
	});
});

import * as assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProblem } from '../../../../src/core/common/errors';
import { FileTable } from '../../../../src/core/records/read/openTable';
import type { OpenProgress } from '../../../../src/shared/results';
import { measured } from '../../../support/measured';
import { leastTime } from '../../../support/processorTime';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { buildText, openText, readBack, remembered } from './support/tables';

const never = new AbortController().signal;

function columnNames(columns: number): string[] {
	return Array.from({ length: columns }, (_, column) => `c${column}`);
}

function getCsv(columns: number, records: number): string {
	const rows = Array.from({ length: records }, (_, row) => columnNames(columns).map((name) => `${name}.${row}`));
	return [columnNames(columns), ...rows].map((cells) => `${cells.join(',')}\n`).join('');
}

function jsonOf(columns: number, records: number): string {
	const rows = Array.from({ length: records }, (_, row) =>
		columnNames(columns).map((name) => [name, `${name}.${row}`]),
	);
	return JSON.stringify(rows.map((members) => Object.fromEntries(members)));
}

describe('tables with thousands of columns', () => {
	const folder = useTemporaryFolder();

	for (const [format, getText] of [
		['csv', getCsv],
		['json', jsonOf],
	] as const) {
		measured(`opens ${format} in time proportional to the number of columns`, () => {
			const measure = (columns: number) => {
				const text = getText(columns, 2);
				return leastTime(() => assert.equal(buildText(format, text).index.columns.length, columns));
			};
			const few = measure(1500);
			const many = measure(6000);
			assert.ok(many < 9 * few, `${many} ms, where a quarter of the columns took ${few}`);
		});

		it(`reads all values of 2,500 columns from ${format}`, () => {
			const bytes = Buffer.from(getText(2500, 9));
			const table = buildText(format, bytes);
			assert.deepEqual([table.index.records, table.index.info.broken], [9, 0]);
			const expected = Array.from({ length: 9 }, (_, row) => columnNames(2500).map((name) => `${name}.${row}`));
			assert.deepEqual(readBack(table, bytes), expected);
			assert.deepEqual(
				expected.map((_, row) => remembered(table, row)),
				expected,
			);
		});

		it(`limits the number of columns in ${format} and reports that there are more`, () => {
			const { info } = buildText(format, getText(20_000, 2)).index;
			assert.deepEqual([info.columns.length, info.moreColumns, info.total, info.broken], [16_384, true, 2, 0]);
			assert.equal(buildText(format, getText(100, 2)).index.info.moreColumns, false);
		});
	}

	for (const [name, text] of [
		[
			'a.json',
			`[${JSON.stringify(Object.fromEntries(columnNames(16_000).map((column) => [column, 1])))}${',{}'.repeat(4000)}]`,
		],
		['a.csv', `${columnNames(16_000).join(',')}\n${'x\n'.repeat(4000)}`],
	] as const) {
		it(`rejects ${name} with 16,000 almost empty columns and explains why`, async () => {
			const path = join(folder.path, name);
			await writeFile(path, text);
			await using table = await FileTable.open(path);
			const progress: OpenProgress[] = [];
			const loading = table.load(never, (report) => progress.push(report));
			await assert.rejects(
				loading,
				(error) => isProblem(error, 'unreadable') && error.problem.fault === 'tooManyColumns',
			);
			assert.ok(table.records > 1000 && table.records < 4000, `${table.records}`);
			assert.deepEqual((await table.cells([table.records - 1], [15_999], never))[0], ['']);
		});
	}

	it('reads a JSON file in which most properties are missing from most records', async () => {
		const records = Array.from({ length: 3000 }, (_, row) => ({ [`c${row % 1000}`]: row, id: row }));
		await using table = await openText(folder.path, 'a.json', JSON.stringify(records));
		assert.deepEqual([table.records, table.columns.length], [3000, 1001]);
		assert.deepEqual(await table.cells([2999], [0, 1, 1000], never), [['', '2999', '2999']]);
	});
});

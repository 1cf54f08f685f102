import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isProblem } from '../../../../src/core/common/errors';
import { FileTable } from '../../../../src/core/records/read/openTable';
import { assertRestsInTime } from '../../../support/longestPiece';
import { measured } from '../../../support/measured';
import { useTemporaryFolder } from '../export/support/temporaryFolder';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

function getCsv(columns: number, records: number, cell: (column: number, record: number) => string): string {
	const header = numbers(columns).map((column) => `c${column}`);
	const rows = numbers(records).map((record) => numbers(columns).map((column) => cell(column, record)));
	return [header, ...rows].map((cells) => `${cells.join(',')}\n`).join('');
}

function jsonOf(columns: number, records: number): string {
	const rows = numbers(records).map((record) =>
		numbers(columns).map((column) => [`c${column}`, `${column}.${record}`]),
	);
	return JSON.stringify(rows.map((members) => Object.fromEntries(members)));
}

const files: Readonly<Record<string, () => string>> = {
	'columns that outgrow their dictionaries.csv': () =>
		getCsv(12, 70_000, (column, record) => String(10 ** 15 + record * 16 + column)),
	'many columns with many values.csv': () => getCsv(600, 1100, (column, record) => `${column}.${record}`),
	'many properties with many values.json': () => jsonOf(600, 1100),
	'a long header with few values.csv': () =>
		`${numbers(16_000)
			.map((column) => `c${column}`)
			.join(',')}\n${'x\n'.repeat(4000)}`,
	'records with one unique property each.json': () =>
		`[${numbers(16_000)
			.map((record) => `{"k${record}":"v${record}"}`)
			.join(',')}]`,
};

/** Maximum milliseconds without yielding. Converting the storage of one column is a single step. */
const limit = 150;

describe('yielding to other tasks while a file is opened', () => {
	const folder = useTemporaryFolder();

	for (const [name, getText] of Object.entries(files)) {
		measured(`yields to other tasks while it opens a file: ${name}`, async () => {
			const path = join(folder.path, name);
			await writeFile(path, getText());
			await assertRestsInTime(async () => {
				await using table = await FileTable.open(path);
				try {
					await table.load(new AbortController().signal, () => undefined);
				} catch (error) {
					if (!isProblem(error, 'unreadable')) {
						throw error;
					}
				}
			}, limit);
		});
	}
});

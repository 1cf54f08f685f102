import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LoadRows } from '../../../../../src/core/records/load/rows';
import { PartsTable } from '../../../../../src/core/records/parts/partsTable';
import { Snapshot } from '../../../../../src/core/records/query/work/snapshot';
import { FileTable } from '../../../../../src/core/records/read/openTable';
import { MemoryBudget } from '../../../../../src/core/records/saved/memoryBudget';
import { storedFields } from '../../../../../src/core/records/server/dataset/schema';
import type { Table } from '../../../../../src/core/records/table/table';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';

const { signal } = new AbortController();
const header = 'error_name,error,error_timestamp,analytics_device_id,app_version_name\n';

describe('The rows of a load', () => {
	const folder = useTemporaryFolder();

	async function rowsOf(table: Table): Promise<Buffer> {
		const pieces: Buffer[] = [];
		for await (const { bytes } of new LoadRows(new Snapshot(table), storedFields(table.columns), 3).records(signal)) {
			pieces.push(bytes);
		}
		return Buffer.concat(pieces);
	}

	it('of several files are those of one with all their records', async function () {
		this.timeout(60_000);
		const parts = [0, 1, 2].map((part) =>
			Array.from({ length: 3000 }, (_, row) => {
				const name = part === 1 && row % 3 === 0 ? '' : ['SIGSEGV', 'Ошибка', `E${part}`][row % 3];
				const device = row % 7 === 0 ? '' : `1844674407370955${1000 + row}`;
				return `${name},"text ${part} ${row} ""é""",${1_700_000_000 + row * 60 + part * 86_400},${device},1.${row % 4}\n`;
			}).join(''),
		);
		const paths = await Promise.all(
			parts.map(async (rows, part) => {
				const path = join(folder.path, `part-${part}.csv`);
				await writeFile(path, header + rows);
				return path;
			}),
		);
		const whole = join(folder.path, 'whole.csv');
		await writeFile(whole, header + parts.join(''));
		await using several = new PartsTable(paths, { budget: new MemoryBudget(64 << 20), keepsIndex: false });
		await several.load(signal, () => undefined);
		await using one = await FileTable.open(whole);
		await one.load(signal, () => undefined);
		assert.ok(several.columns.some(({ pieces }) => (pieces?.length ?? 0) > 1));
		const [ofSeveral, ofOne] = [await rowsOf(several), await rowsOf(one)];
		assert.ok(ofOne.length > 9000 * 100);
		assert.ok(ofSeveral.equals(ofOne));
	});
});

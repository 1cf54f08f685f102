import * as assert from 'node:assert/strict';
import { appendFile, open, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createQueries } from '../../../../src/core/records/queries';
import { FileTable } from '../../../../src/core/records/read/openTable';
import { Random } from '../../../support/random';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { openText } from './support/tables';

const never = new AbortController().signal;

/** More distinct values than a dictionary can hold, so that they are read from the file. */
const many = 70_000;

const texts = {
	csv: `id,note\n${Array.from({ length: many }, (_, id) => `${id},"former ""${id}"" text"\n`).join('')}`,
	json: `[${Array.from({ length: many }, (_, id) => `{"id":${id},"note":"former \\"${id}\\" text"}`).join(',\n')}]`,
} as const;

describe('files that change while they are open', () => {
	const folder = useTemporaryFolder();

	for (const format of ['csv', 'json'] as const) {
		async function opened() {
			const path = join(folder.path, `a.${format}`);
			return { path, table: await openText(folder.path, `a.${format}`, texts[format]) };
		}

		async function found(table: FileTable): Promise<number> {
			const params = {
				view: { filters: [{ kind: 'contains', column: 1, text: 'former' } as const], sort: [] },
				start: 0,
				end: 1,
				columns: [0],
				cellLength: 9,
			};
			return (await createQueries(table).answer.page(params, { signal: never, report: () => undefined })).count;
		}

		it(`does not count ${format} records that were truncated from an open file`, async () => {
			const { path, table } = await opened();
			await using _ = table;
			assert.equal(await found(table), many);
			const retained = 1000;
			await truncate(path, table.start(retained));
			assert.equal(await found(table), retained);
			assert.deepEqual(await table.cells([0, retained, many - 1], [1], never), [['former "0" text'], [''], ['']]);
			assert.equal((await table.record(many - 1, never)).raw(), '');
			await truncate(path, 0);
			assert.equal(await found(table), 0);
			assert.deepEqual(await table.cells([0, many - 1], [1], never), [[''], ['']]);
		});

		it(`reads the current content of an open ${format} file after arbitrary overwrites`, async () => {
			const { path, table } = await opened();
			await using _ = table;
			const random = new Random(7);
			const size = texts[format].length;
			for (let round = 0; round < 12; round++) {
				const piece = random.pick(['\n', '"', ',', '{"', '\0', '}]', '\\', '\r\n', '{"note":"', 'é']);
				await writeFile(path, piece.repeat(Math.ceil(random.below(size) / Buffer.byteLength(piece))));
				let cells = 0;
				await table.scanColumn(
					1,
					(_number, bytes, start, end) => {
						cells++;
						assert.equal(bytes.subarray(start, end).includes('former'), false);
					},
					{ signal: never },
				);
				assert.equal(cells, many);
				assert.equal(await found(table), 0);
				await table.cells([0, 17, many - 1], [0, 1], never);
				await table.record(many - 1, never);
			}
		});

		it(`stops reading and reports a ${format} file that is emptied while it is read`, async () => {
			const path = join(folder.path, `a.${format}`);
			await writeFile(path, texts[format]);
			await using table = await FileTable.open(path);
			let emptied: Promise<void> | undefined;
			await table.load(never, () => {
				emptied ??= truncate(path, 0);
			});
			await emptied;
			assert.ok(table.records > 0 && table.records <= many);
			assert.equal(await table.change(), 'shortened');
		});
	}

	async function small(): Promise<{ path: string; table: FileTable }> {
		return { path: join(folder.path, 'a.csv'), table: await openText(folder.path, 'a.csv', 'a,b\n1,2\n3,4\n') };
	}

	for (const [change, what, make] of [
		['shortened', 'emptied', (path: string) => truncate(path, 0)],
		['shortened', 'truncated', (path: string) => truncate(path, 8)],
		['changed', 'appended to', (path: string) => appendFile(path, '5,6\n')],
		[
			'changed',
			'overwritten',
			async (path: string) => {
				const handle = await open(path, 'r+');
				await handle.write('9', 4);
				await handle.close();
				await utimes(path, new Date(), new Date(Date.now() + 5000));
			},
		],
		[
			'replaced',
			'replaced by another file',
			async (path: string) => {
				await writeFile(`${path}.new`, 'a,b\n7,8\n');
				await rename(`${path}.new`, path);
			},
		],
		['gone', 'deleted', (path: string) => rm(path)],
		['gone', 'moved', (path: string) => rename(path, `${path}.moved`)],
	] as const) {
		it(`reports an open file as ${change} after it was ${what}`, async () => {
			const { path, table } = await small();
			await using _ = table;
			assert.equal(await table.change(), undefined);
			await make(path);
			assert.equal(await table.change(), change);
			assert.equal(table.records, 2);
		});
	}

	it('continues to read the old file after another file replaces it at the same path', async () => {
		const { path, table } = await small();
		await using _ = table;
		await writeFile(`${path}.new`, 'a,b\n7,8\n');
		await rename(`${path}.new`, path);
		assert.equal((await table.record(1, never)).raw(), '3,4');
		await using again = await openText(folder.path, 'b.csv', 'a,b\n7,8\n');
		assert.equal(again.records, 1);
	});
});

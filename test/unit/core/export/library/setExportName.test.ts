import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEntry } from '../../../../../src/core/export/library/entryFiles';
import { setExportName } from '../../../../../src/core/export/library/setExportName';
import { addExport } from '../support/library';
import { assertProblem } from '../support/problems';
import { tree, useTemporaryFolder } from '../support/temporaryFolder';

describe('setExportName()', () => {
	const library = useTemporaryFolder();

	async function named(text: string): Promise<string | undefined> {
		const { folder } = await addExport(library.path, { records: 'x' });
		await setExportName([library.path], folder, text);
		return (await readEntry(folder))?.name;
	}

	it('stores the name of an export next to its records', async () => {
		assert.equal(await named('Before the fix'), 'Before the fix');
	});

	it('deletes the stored name of an export if the new name has no visible characters', async () => {
		await named('Before the fix');
		const before = tree(library.path);
		assert.equal(await named(' \u200b\n'), undefined);
		assert.deepEqual(before.filter((path) => !tree(library.path).includes(path)).length, 1);
	});

	it('limits the name of an export to one line of 100 visible characters', async () => {
		assert.equal(await named(`\u202eone\ttwo${'e'.repeat(200)}`), `one two${'e'.repeat(92)}…`);
	});

	it('refuses to store a name for a folder that is not an export in the library', async () => {
		const folder = join(library.path, 'service', '101', '2026-11-20T09-02-03Z-abc123');
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, 'mine.txt'), '');
		await assertProblem(setExportName([library.path], folder, 'x'), { kind: 'disk' });
	});
});

describe('export with a stored name', () => {
	const library = useTemporaryFolder();

	it('treats an export as unnamed if the file with its name is invalid', async () => {
		const { folder } = await addExport(library.path, { records: 'x' });
		for (const text of ['', '{', '[]', '{"version": 2, "name": "x"}', '{"version": 1, "name": 7}']) {
			writeFileSync(join(folder, 'name.json'), text);
			const entry = await readEntry(folder);
			assert.deepEqual([entry?.name, entry?.outcome?.rows], [undefined, 1], text);
		}
	});
});

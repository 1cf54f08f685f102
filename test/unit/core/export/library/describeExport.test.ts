import * as assert from 'node:assert/strict';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describeExport } from '../../../../../src/core/export/library/describeExport';
import type { ExportEntry } from '../../../../../src/core/export/model/entry';
import { recordsFileName } from '../../../../../src/core/export/model/names';
import { addExport, nothingYet } from '../support/library';
import { useTemporaryFolder } from '../support/temporaryFolder';

describe('describeExport()', () => {
	const folder = useTemporaryFolder();
	const described = (path: string) => describeExport(path, [folder.path]);

	it('finds the export that a records file belongs to', async () => {
		const entry = await addExport(folder.path, { records: 'error\n' });
		assert.ok(entry.outcome);
		assert.deepEqual(await described(join(entry.folder, entry.outcome.file)), entry);
	});

	it('returns undefined for a file that is not a records file, even if it is next to an export', async () => {
		const entry = await addExport(folder.path, { records: 'error\n' });
		assert.equal(await described(join(entry.folder, 'request.json')), undefined);
		assert.equal(await described(join(entry.folder, 'other.errors.csv')), undefined);
		assert.equal(await described(join(folder.path, 'other.csv')), undefined);
	});

	it('does not associate an export with a records file that was modified afterwards', async () => {
		const entry = await addExport(folder.path, { records: 'error\n' });
		// `runExport` would choose this file name, so only the name suggests that the file belongs to the export.
		const file = join(entry.folder, recordsFileName(entry.stored.question));
		writeFileSync(file, 'error\nmore\n');
		const changed = join(entry.folder, entry.outcome?.file ?? '');
		chmodSync(changed, 0o600);
		writeFileSync(changed, 'error\nmore\n');
		assert.deepEqual(await described(file), { ...entry, outcome: undefined, resumable: nothingYet });
	});

	it('recognizes the partial records file of an interrupted export, even if an older version created it', async () => {
		const entry = await addExport(folder.path);
		for (const ending of ['part', '0123abcd.part']) {
			const file = `${recordsFileName(entry.stored.question)}.${ending}`;
			assert.deepEqual(await described(join(entry.folder, file)), entry);
		}
	});

	it('ignores export files outside the library folders', async () => {
		const [library, clone] = [join(folder.path, 'library'), join(folder.path, 'clone')];
		const [ours, theirs] = [
			await addExport(library, { records: 'error\n' }),
			await addExport(clone, { records: 'error\n' }),
		];
		const described = ({ folder, outcome }: ExportEntry, libraries: readonly string[]) =>
			describeExport(join(folder, outcome?.file ?? ''), libraries);
		assert.equal(await described(theirs, [library]), undefined);
		assert.equal(await described(theirs, [join(folder.path, 'away'), library]), undefined);
		assert.deepEqual(await described(ours, [join(folder.path, 'away'), clone, library]), ours);
		assert.equal(await described(ours, []), undefined);
		// Neither a parent folder nor a subfolder of a library counts as the library.
		assert.equal(await described(ours, [folder.path]), undefined);
		assert.equal(await described(ours, [dirname(ours.folder)]), undefined);
		const through = join(library, '..', 'clone', relative(clone, theirs.folder));
		assert.equal(await described({ ...theirs, folder: through }, [library]), undefined);
	});

	it('accepts a symbolic link to a library and rejects links from the library to other folders', async () => {
		const library = join(folder.path, 'library');
		const ours = await addExport(library, { records: 'error\n' });
		symlinkSync(library, join(folder.path, 'link'));
		const file = join(folder.path, 'link', relative(library, ours.folder), ours.outcome?.file ?? '');
		assert.deepEqual((await describeExport(file, [library]))?.outcome, ours.outcome);
		const theirs = await addExport(join(folder.path, 'clone'), { records: 'error\n' });
		const planted = join(dirname(ours.folder), '2026-11-20T09-02-03Z-zzzzzz');
		symlinkSync(theirs.folder, planted);
		assert.equal(await describeExport(join(planted, theirs.outcome?.file ?? ''), [library]), undefined);
	});
});

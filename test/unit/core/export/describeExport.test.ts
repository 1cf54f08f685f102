import * as assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeExport } from '../../../../src/core/export/describeExport';
import { recordsFileName } from '../../../../src/core/export/names';
import { addExport, nothingYet } from './support/library';
import { useTemporaryFolder } from './support/temporaryFolder';

describe('describeExport', () => {
	const folder = useTemporaryFolder();

	it('finds the export a file belongs to', async () => {
		const entry = await addExport(folder.path, { records: 'error\n' });
		assert.ok(entry.outcome);
		assert.deepEqual(await describeExport(join(entry.folder, entry.outcome.file)), entry);
	});

	it('knows nothing of other files, also beside an export', async () => {
		const entry = await addExport(folder.path, { records: 'error\n' });
		assert.equal(await describeExport(join(entry.folder, 'question.json')), undefined);
		assert.equal(await describeExport(join(entry.folder, 'other.errors.csv')), undefined);
		assert.equal(await describeExport(join(folder.path, 'other.csv')), undefined);
	});

	it('does not vouch for a file that was changed since', async () => {
		const entry = await addExport(folder.path, { records: 'error\n' });
		// The name `runExport` would give, as that is all that is left to go by.
		const file = join(entry.folder, recordsFileName(entry.stored.question));
		writeFileSync(file, 'error\nmore\n');
		const changed = join(entry.folder, entry.outcome?.file ?? '');
		chmodSync(changed, 0o600);
		writeFileSync(changed, 'error\nmore\n');
		assert.deepEqual(await describeExport(file), { ...entry, outcome: undefined, resumable: nothingYet });
	});

	it('knows the records of an export that was interrupted', async () => {
		const entry = await addExport(folder.path);
		const file = `${recordsFileName(entry.stored.question)}.part`;
		assert.deepEqual(await describeExport(join(entry.folder, file)), entry);
	});
});

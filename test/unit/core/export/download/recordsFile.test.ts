import * as assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { RecordsFile } from '../../../../../src/core/export/download/recordsFile';
import { nodeFiles } from '../../../../../src/core/files/durableFile';
import { Random } from '../../../../support/random';
import {
	filesBusyFor,
	filesThatNote,
	filesWithRoomFor,
	filesWithShortWrites,
	systemError,
} from '../support/failingFiles';
import { assertProblem } from '../support/problems';
import { permissionsHold, tree, useTemporaryFolder } from '../support/temporaryFolder';

const name = 'shop.errors.csv';

function sha(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}

describe('RecordsFile', () => {
	const folder = useTemporaryFolder();
	const path = () => join(folder.path, name);

	it('writes what it is given, in pieces smaller and larger than its batches', async () => {
		const random = new Random(3);
		const bytes = Buffer.from(random.times(5_000_000, (index) => (index * 31 + random.below(3)) & 0xff));
		const memory = Buffer.alloc(2_500_000);
		await using file = await RecordsFile.create(path());
		for (let at = 0; at < bytes.length; ) {
			const length = Math.min(random.pick([1, 1000, 65_536, 1_048_576, 2_500_000]), bytes.length - at);
			// The same memory every time, as a transport may do it.
			bytes.copy(memory, 0, at, at + length);
			await file.write(memory.subarray(0, length));
			at += length;
		}
		await file.finish();
		assert.equal(sha(readFileSync(path())), sha(bytes));
		assert.deepEqual(tree(folder.path), [name]);
	});

	it('is read-only when it is finished, and bears another name before', async () => {
		{
			await using file = await RecordsFile.create(path());
			await file.write(Buffer.from('x'));
			assert.deepEqual(tree(folder.path), [`${name}.part`]);
			await file.finish();
		}
		assert.equal(statSync(path()).mode & 0o222, 0);
		assert.deepEqual(tree(folder.path), [name]);
	});

	it('is on the disk before it gets its name, and so is the name before it is finished', async () => {
		const log: string[] = [];
		await using file = await RecordsFile.create(path(), filesThatNote(log));
		await file.write(Buffer.from('x'));
		await file.finish();
		assert.deepEqual(log, [`sync ${name}.part`, `rename to ${name}`, `sync ${basename(folder.path)}`]);
	});

	it('leaves nothing when it is disposed of unfinished', async () => {
		{
			await using file = await RecordsFile.create(path());
			await file.write(Buffer.alloc(2_000_000));
		}
		assert.deepEqual(tree(folder.path), []);
	});

	it('starts from nothing when there is something of an earlier attempt', async () => {
		writeFileSync(path(), 'old and longer');
		chmodSync(path(), 0o444);
		writeFileSync(`${path()}.part`, 'old');
		await using file = await RecordsFile.create(path());
		await file.write(Buffer.from('new'));
		await file.finish();
		assert.equal(readFileSync(path(), 'utf8'), 'new');
	});

	it('does not write through a link that lies in its way', async () => {
		const elsewhere = join(folder.path, 'elsewhere');
		writeFileSync(elsewhere, 'mine');
		symlinkSync(elsewhere, `${path()}.part`);
		await using file = await RecordsFile.create(path());
		await file.write(Buffer.from('records'));
		await file.finish();
		assert.equal(readFileSync(elsewhere, 'utf8'), 'mine');
	});

	it('goes on after writes that took only a part', async () => {
		await using file = await RecordsFile.create(path(), filesWithShortWrites(1000));
		await file.write(Buffer.from('0123456789'.repeat(777)));
		await file.finish();
		assert.equal(readFileSync(path(), 'utf8'), '0123456789'.repeat(777));
	});

	it('tells a full disk, and leaves nothing on it', async () => {
		const work = async () => {
			await using file = await RecordsFile.create(path(), filesWithRoomFor(1_500_000));
			await file.write(Buffer.alloc(1_000_000));
			await file.write(Buffer.alloc(1_000_000));
			await file.finish();
		};
		await assertProblem(work(), { kind: 'disk', fault: 'full', path: path(), code: 'ENOSPC' });
		assert.deepEqual(tree(folder.path), []);
	});

	it('tells a folder that is not there', async () => {
		const missing = join(folder.path, 'gone', name);
		await assertProblem(RecordsFile.create(missing), { kind: 'disk', fault: 'missing', code: 'ENOENT' });
	});

	it('tells a path that leads through a file', async () => {
		writeFileSync(join(folder.path, 'file'), '');
		await assertProblem(RecordsFile.create(join(folder.path, 'file', name)), { kind: 'disk', fault: 'missing' });
	});

	it('tells a folder that may not be written to', async function () {
		if (!permissionsHold(folder.path)) {
			this.skip();
		}
		chmodSync(folder.path, 0o500);
		await assertProblem(RecordsFile.create(path()), { kind: 'disk', fault: 'denied', code: 'EACCES' });
		chmodSync(folder.path, 0o700);
	});

	it('waits out a virus scanner that holds the file', async () => {
		const files = filesBusyFor(2);
		await using file = await RecordsFile.create(path(), files);
		await file.finish();
		assert.equal(files.attempts(), 3);
		assert.deepEqual(tree(folder.path), [name]);
	});

	it('does not repeat a rename that can never succeed', async () => {
		const files = filesBusyFor(9, 'ENOENT');
		const work = async () => {
			await using file = await RecordsFile.create(path(), files);
			await file.finish();
		};
		await assertProblem(work(), { kind: 'disk', fault: 'missing' });
		assert.equal(files.attempts(), 1);
		assert.deepEqual(tree(folder.path), []);
	});

	it('is whole on a drive that knows no permissions', async () => {
		const files = { ...nodeFiles, chmod: () => Promise.reject(systemError('ENOTSUP')) };
		await using file = await RecordsFile.create(path(), files);
		await file.write(Buffer.from('x'));
		await file.finish();
		assert.equal(readFileSync(path(), 'utf8'), 'x');
	});

	it('does not take the errors of its own making for those of the disk', async () => {
		const files = { ...nodeFiles, open: () => Promise.reject(new TypeError('ours')) };
		await assert.rejects(RecordsFile.create(path(), files), TypeError);
		rmSync(path(), { force: true });
	});
});

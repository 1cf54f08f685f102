import * as assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { RecordsFile } from '../../../../../src/core/export/download/recordsFile';
import { type Files, nodeFiles } from '../../../../../src/core/files/durableFile';
import { Random } from '../../../../support/random';
import { skipBecause } from '../../../../support/skipBecause';
import {
	filesBusyFor,
	filesOpenElsewhere,
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

	it('writes chunks of data that are smaller or larger than a write batch', async () => {
		const random = new Random(3);
		const bytes = Buffer.from(random.times(5_000_000, (index) => (index * 31 + random.below(3)) & 0xff));
		const memory = Buffer.alloc(2_500_000);
		await using file = await RecordsFile.create(path());
		for (let at = 0; at < bytes.length; ) {
			const length = Math.min(random.pick([1, 1000, 65_536, 1_048_576, 2_500_000]), bytes.length - at);
			// Reuses the same buffer every time, as a transport might.
			bytes.copy(memory, 0, at, at + length);
			await file.write(memory.subarray(0, length));
			at += length;
		}
		await file.finish();
		assert.equal(sha(readFileSync(path())), sha(bytes));
		assert.deepEqual(tree(folder.path), [name]);
	});

	it('uses a temporary name until the records file is complete and then makes the file read-only', async () => {
		{
			await using file = await RecordsFile.create(path());
			await file.write(Buffer.from('x'));
			assert.deepEqual(tree(folder.path), [`${name}.part`]);
			await file.finish();
		}
		assert.equal(statSync(path()).mode & 0o222, 0);
		assert.deepEqual(tree(folder.path), [name]);
	});

	it('flushes the records file to disk before the rename and its folder after the rename', async () => {
		const log: string[] = [];
		await using file = await RecordsFile.create(path(), filesThatNote(log));
		await file.write(Buffer.from('x'));
		await file.finish();
		assert.deepEqual(log, [`sync ${name}.part`, `rename to ${name}`, `sync ${basename(folder.path)}`]);
	});

	it('deletes an unfinished records file on disposal', async () => {
		{
			await using file = await RecordsFile.create(path());
			await file.write(Buffer.alloc(2_000_000));
		}
		assert.deepEqual(tree(folder.path), []);
	});

	it('overwrites the records files of an earlier attempt', async () => {
		writeFileSync(path(), 'old and longer');
		chmodSync(path(), 0o444);
		writeFileSync(`${path()}.part`, 'old');
		await using file = await RecordsFile.create(path());
		await file.write(Buffer.from('new'));
		await file.finish();
		assert.equal(readFileSync(path(), 'utf8'), 'new');
	});

	it('does not write through a symbolic link at the temporary path of a records file', async () => {
		const elsewhere = join(folder.path, 'elsewhere');
		writeFileSync(elsewhere, 'mine');
		symlinkSync(elsewhere, `${path()}.part`);
		await using file = await RecordsFile.create(path());
		await file.write(Buffer.from('records'));
		await file.finish();
		assert.equal(readFileSync(elsewhere, 'utf8'), 'mine');
	});

	it('continues to write a records file after a partial write', async () => {
		await using file = await RecordsFile.create(path(), filesWithShortWrites(1000));
		await file.write(Buffer.from('0123456789'.repeat(777)));
		await file.finish();
		assert.equal(readFileSync(path(), 'utf8'), '0123456789'.repeat(777));
	});

	it('reports a full disk and deletes the partial records file', async () => {
		const work = async () => {
			await using file = await RecordsFile.create(path(), filesWithRoomFor(1_500_000));
			await file.write(Buffer.alloc(1_000_000));
			await file.write(Buffer.alloc(1_000_000));
			await file.finish();
		};
		await assertProblem(work(), { kind: 'disk', fault: 'full', path: path(), code: 'ENOSPC' });
		assert.deepEqual(tree(folder.path), []);
	});

	it('reports a missing folder for the records file', async () => {
		const missing = join(folder.path, 'gone', name);
		await assertProblem(RecordsFile.create(missing), { kind: 'disk', fault: 'missing', code: 'ENOENT' });
	});

	it('reports a path as missing if one of its parent folders is a file', async () => {
		writeFileSync(join(folder.path, 'file'), '');
		await assertProblem(RecordsFile.create(join(folder.path, 'file', name)), { kind: 'disk', fault: 'missing' });
	});

	it('reports a records folder without write permission', async function () {
		if (!permissionsHold(folder.path)) {
			skipBecause(this, "File permissions don't apply to this user.");
		}
		chmodSync(folder.path, 0o500);
		await assertProblem(RecordsFile.create(path()), { kind: 'disk', fault: 'denied', code: 'EACCES' });
		chmodSync(folder.path, 0o700);
	});

	it('retries the rename while a virus scanner holds the file open', async () => {
		const files = filesBusyFor(2);
		await using file = await RecordsFile.create(path(), files);
		await file.finish();
		assert.equal(files.attempts(), 3);
		assert.deepEqual(tree(folder.path), [name]);
	});

	for (const code of ['EBUSY', 'EPERM', 'EACCES']) {
		it(`waits on Windows until other programs close the file if an operation on it fails with ${code}`, async () => {
			writeFileSync(path(), 'old');
			const files = filesOpenElsewhere(code);
			files.failNext(3);
			await using file = await RecordsFile.create(path(), files);
			await file.write(Buffer.from('new'));
			files.failNext(4);
			await file.finish();
			assert.equal(readFileSync(path(), 'utf8'), 'new');
			assert.deepEqual(tree(folder.path), [name]);
		});
	}

	it('keeps the downloaded data if another program has the old file open for longer than a minute', async () => {
		let isOpen = false;
		const rm: typeof nodeFiles.rm = async (path, options) => {
			if (isOpen) {
				throw systemError('EPERM');
			}
			await nodeFiles.rm(path, options);
		};
		const work = async () => {
			await using file = await RecordsFile.create(path(), { ...nodeFiles, rm, maxBusyMs: 100 });
			await file.write(Buffer.from('new'));
			isOpen = true;
			await file.finish();
		};
		writeFileSync(path(), 'old');
		await assertProblem(work(), { kind: 'disk', fault: 'busy', path: path(), code: 'EBUSY' });
		assert.deepEqual(tree(folder.path), [name, `${name}.part`]);
		assert.equal(readFileSync(`${path()}.part`, 'utf8'), 'new');
	});

	it('reports a denied rename as a busy file only on Windows', async () => {
		const work = async (name: string, files: Files) => {
			await using file = await RecordsFile.create(join(folder.path, name), files);
			await file.finish();
		};
		const rename = () => Promise.reject(systemError('EPERM'));
		const { maxBusyMs: _, ...files } = nodeFiles;
		await Promise.all([
			assertProblem(work('elsewhere.csv', { ...files, rename }), { kind: 'disk', fault: 'denied' }),
			assertProblem(work('windows.csv', { ...files, rename, maxBusyMs: 3_000 }), { kind: 'disk', fault: 'busy' }),
		]);
	});

	it('does not retry a rename that can never succeed', async () => {
		const files = filesBusyFor(9, 'ENOENT');
		const work = async () => {
			await using file = await RecordsFile.create(path(), files);
			await file.finish();
		};
		await assertProblem(work(), { kind: 'disk', fault: 'missing' });
		assert.equal(files.attempts(), 1);
		assert.deepEqual(tree(folder.path), []);
	});

	it("finishes a records file on a drive that doesn't support permissions", async () => {
		const files = { ...nodeFiles, chmod: () => Promise.reject(systemError('ENOTSUP')) };
		await using file = await RecordsFile.create(path(), files);
		await file.write(Buffer.from('x'));
		await file.finish();
		assert.equal(readFileSync(path(), 'utf8'), 'x');
	});

	it('does not report a programming error as a disk error', async () => {
		const files = { ...nodeFiles, open: () => Promise.reject(new TypeError('ours')) };
		await assert.rejects(RecordsFile.create(path(), files), TypeError);
		rmSync(path(), { force: true });
	});
});

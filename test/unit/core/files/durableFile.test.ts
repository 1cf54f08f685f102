import * as assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { errorCode } from '../../../../src/core/files/diskError';
import { type Files, makeNewFolder, nodeFiles, writeWhole } from '../../../../src/core/files/durableFile';
import { skipBecause } from '../../../support/skipBecause';
import { systemError } from '../export/support/failingFiles';
import { tree, useTemporaryFolder } from '../export/support/temporaryFolder';

describe('durable file writes', () => {
	const folder = useTemporaryFolder();

	function noting(log: string[], fail: (call: string) => string | undefined = () => undefined): Files {
		const note = (call: string, path: unknown) => {
			log.push(`${call} ${relative(folder.path, String(path)) || '.'}`);
			const code = fail(log.at(-1) ?? '');
			if (code) {
				throw systemError(code);
			}
		};
		const mkdir = async (path: string, options: Parameters<Files['mkdir']>[1]) => {
			note('mkdir', path);
			return nodeFiles.mkdir(path, options);
		};
		return {
			...nodeFiles,
			mkdir: mkdir as Files['mkdir'],
			open: async (path, flags, mode) => {
				note('open', path);
				const handle = await nodeFiles.open(path, flags, mode);
				const [writeFile, sync, close] = [
					handle.writeFile.bind(handle),
					handle.sync.bind(handle),
					handle.close.bind(handle),
				];
				handle.writeFile = async (...parameters) => {
					note('write', path);
					return writeFile(...parameters);
				};
				handle.sync = async () => {
					note('sync', path);
					return sync();
				};
				handle.close = async () => {
					await close();
					note('close', path);
				};
				return handle;
			},
			rename: async (from, to) => {
				note('rename to', to);
				return nodeFiles.rename(from, to);
			},
		};
	}

	it('leaves either the old or the new content of a file after a power failure', async () => {
		const log: string[] = [];
		await writeWhole(join(folder.path, 'journal'), 'new', noting(log));
		assert.deepEqual(log, [
			'open journal.tmp',
			'write journal.tmp',
			'sync journal.tmp',
			'close journal.tmp',
			'rename to journal',
			'open .',
			'sync .',
			'close .',
		]);
		assert.equal(readFileSync(join(folder.path, 'journal'), 'utf8'), 'new');
	});

	it('creates a folder and its parents durably, so that they survive a power failure', async function () {
		if (process.platform === 'win32') {
			skipBecause(this, "Windows can't flush folders to disk.");
		}
		const log: string[] = [];
		mkdirSync(join(folder.path, 'library'));
		await makeNewFolder(join(folder.path, 'library', 'service', '101', 'export'), noting(log));
		assert.deepEqual(
			log.filter((call) => !/^(open|close)/.test(call)),
			[
				'mkdir library/service/101',
				'sync library/service',
				'sync library',
				'mkdir library/service/101/export',
				'sync library/service/101',
			],
		);
		assert.equal(statSync(join(folder.path, 'library', 'service', '101', 'export')).mode & 0o777, 0o700);
		await assert.rejects(makeNewFolder(join(folder.path, 'library'), nodeFiles), { code: 'EEXIST' });
	});

	it('keeps the old file and leaves no temporary file if writing fails at any step', async () => {
		const path = join(folder.path, 'journal');
		for (const call of ['write journal.tmp', 'sync journal.tmp', 'close journal.tmp', 'rename to journal']) {
			for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO']) {
				writeFileSync(path, 'old');
				await assert.rejects(
					writeWhole(
						path,
						'new',
						noting([], (made) => (made === call ? code : undefined)),
					),
					(error) => errorCode(error) === code,
				);
				assert.deepEqual(tree(folder.path), ['journal']);
				assert.equal(readFileSync(path, 'utf8'), 'old', `${code} at ${call}`);
			}
		}
	});

	it('overwrites the temporary file of an interrupted write', async () => {
		writeFileSync(join(folder.path, 'journal.tmp'), 'half');
		await writeWhole(join(folder.path, 'journal'), 'new', nodeFiles);
		assert.deepEqual(tree(folder.path), ['journal']);
	});

	it("tolerates a drive that doesn't support syncing folders", async () => {
		const files = noting([], (call) => (call === 'sync .' ? 'EINVAL' : undefined));
		await writeWhole(join(folder.path, 'journal'), 'new', files);
		assert.equal(readFileSync(join(folder.path, 'journal'), 'utf8'), 'new');
	});
});

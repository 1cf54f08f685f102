import * as assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { errorCode, onDisk } from '../../../../src/core/files/diskError';
import { systemError } from '../export/support/failingFiles';
import { assertProblem } from '../export/support/problems';
import { useTemporaryFolder } from '../export/support/temporaryFolder';

describe('disk error mapping', () => {
	const folder = useTemporaryFolder();

	for (const [code, fault] of [
		['ENOSPC', 'full'],
		['EDQUOT', 'full'],
		['EFBIG', 'full'],
		['EACCES', 'denied'],
		['EPERM', 'denied'],
		['EROFS', 'denied'],
		['ENOENT', 'missing'],
		['ENOTDIR', 'missing'],
		['EEXIST', 'exists'],
		['EIO', 'other'],
	] as const) {
		it(`maps system error ${code} to the disk problem ${fault}`, async () => {
			const work = onDisk('/x', () => Promise.reject(systemError(code)));
			await assertProblem(work, { kind: 'disk', fault, path: '/x', code });
		});
	}

	it('maps errors thrown by the real file system to disk problems', async () => {
		await assertProblem(
			onDisk(folder.path, () => readFile(`${folder.path}/none`)),
			{ fault: 'missing' },
		);
		await assertProblem(
			onDisk(folder.path, () => mkdir(folder.path)),
			{ fault: 'exists' },
		);
		await assertProblem(
			onDisk(folder.path, () => readFile(folder.path)),
			{ fault: 'other', code: 'EISDIR' },
		);
	});

	it('returns the value of a successful disk operation and rethrows unrelated errors', async () => {
		assert.equal(await onDisk('/x', async () => 7), 7);
		const error = new Error('ours');
		await assert.rejects(
			onDisk('/x', () => Promise.reject(error)),
			(thrown) => thrown === error,
		);
		assert.equal(errorCode(error), undefined);
	});
});

import * as assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { RecordsFile } from '../../../../src/core/export/download/recordsFile';
import { assertRoom, DiskSpace, largestReserveBytes } from '../../../../src/core/files/diskSpace';
import { nodeFiles } from '../../../../src/core/files/durableFile';
import { filesOnDisk, systemError } from '../export/support/failingFiles';
import { assertProblem } from '../export/support/problems';
import { tree, useTemporaryFolder } from '../export/support/temporaryFolder';

const terabyte = 1e12;
const almostFull = { kind: 'disk', fault: 'almostFull' } as const;

describe('DiskSpace', () => {
	const folder = useTemporaryFolder();

	it('reserves 100 MB on a large disk and a tenth of the space on a small disk', async () => {
		for (const [size, reserve] of [
			[terabyte, largestReserveBytes],
			[8_000_000, 800_000],
		] as const) {
			await assertRoom(
				folder.path,
				1000,
				filesOnDisk(size, () => reserve + 1000),
			);
			const files = filesOnDisk(size, () => reserve + 999);
			await assertProblem(assertRoom(folder.path, 1000, files), { ...almostFull, path: folder.path });
		}
	});

	it('notices that other programs fill the disk and checks more often as free space shrinks', async () => {
		let free = largestReserveBytes + 1e9;
		const files = filesOnDisk(terabyte, () => free);
		const space = new DiskSpace('records', folder.path, files);
		let written = 0;
		const fill = async () => {
			for (;;) {
				await space.take(1e6);
				written += 1e6;
				// Another program writes at the same speed.
				free -= 2e6;
			}
		};
		await assertProblem(fill(), { ...almostFull, path: 'records' });
		assert.ok(free >= largestReserveBytes - 4e6, `${free - largestReserveBytes} bytes of the reserve`);
		assert.ok(files.looks() < 50, `${files.looks()} looks at ${written} bytes`);
	});

	it('assumes enough disk space if the free space is unknown', async () => {
		await assertRoom(
			folder.path,
			terabyte,
			filesOnDisk(0, () => 0),
		);
		await assertRoom(folder.path, terabyte, { ...nodeFiles, statfs: () => Promise.reject(systemError('ENOSYS')) });
	});

	it('queries the free space of the disk that contains the folder', async () => {
		const { bavail, bsize } = await statfs(folder.path);
		await assertProblem(assertRoom(folder.path, bavail * bsize * 2, nodeFiles), almostFull);
		await assertRoom(folder.path, 1, nodeFiles);
	});

	it('rejects a records file that exceeds the free disk space before anything is written', async () => {
		const path = join(folder.path, 'shop.errors.csv');
		const files = filesOnDisk(terabyte, () => largestReserveBytes + 5e6);
		await assertProblem(RecordsFile.create(path, files, 5_000_001), { ...almostFull });
		assert.deepEqual(tree(folder.path), []);
	});

	it('stops writing records before the disk is full and deletes the partial file', async () => {
		const path = join(folder.path, 'shop.errors.csv');
		let free = largestReserveBytes + 10e6;
		const files = filesOnDisk(terabyte, () => free);
		const work = async () => {
			await using file = await RecordsFile.create(path, files);
			for (;;) {
				await file.write(Buffer.alloc(1_500_000));
				free -= 1_500_000;
			}
		};
		writeFileSync(join(folder.path, 'earlier'), '');
		await assertProblem(work(), { ...almostFull, path });
		assert.ok(free >= largestReserveBytes, 'the reserve is whole');
		assert.deepEqual(tree(folder.path), ['earlier']);
	});
});

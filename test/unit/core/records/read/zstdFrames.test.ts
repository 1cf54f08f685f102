import assert from 'node:assert/strict';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { zstdFrames } from '../../../../../src/core/records/read/zstdFrames';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';

describe('Zstandard frames', () => {
	const folder = useTemporaryFolder();
	const text = Buffer.from(Array.from({ length: 40_000 }, (_, number) => `${Math.sin(number)}\n`).join(''));
	const skippable = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
	const checksum = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

	async function isComplete(bytes: Buffer): Promise<boolean> {
		const path = join(folder.path, 'a.zst');
		await writeFile(path, bytes);
		await using file = await open(path);
		for await (const frame of zstdFrames(file, 0, bytes.length)) {
			if (!frame.isComplete) {
				return false;
			}
		}
		return true;
	}

	for (const [name, bytes] of Object.entries({
		'several blocks': zstdCompressSync(text),
		'a checksum': zstdCompressSync(text, checksum),
		'a block that repeats one byte': zstdCompressSync(Buffer.alloc(300_000), checksum),
		'no content': zstdCompressSync(Buffer.alloc(0)),
		'a second frame': Buffer.concat([zstdCompressSync(text), zstdCompressSync(Buffer.from('x'))]),
		'a skippable frame': Buffer.concat([zstdCompressSync(text), skippable]),
	})) {
		it(`distinguishes complete from truncated Zstandard data with ${name}`, async () => {
			assert.equal(await isComplete(bytes), true);
			for (const cut of [1, 2, 3, 5, 7, Math.floor(bytes.length / 2)].filter((cut) => cut < bytes.length)) {
				assert.equal(await isComplete(bytes.subarray(0, bytes.length - cut)), false, `${cut} bytes missing`);
			}
		});
	}
});

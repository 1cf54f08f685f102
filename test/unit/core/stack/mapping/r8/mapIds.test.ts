import assert from 'node:assert/strict';
import { isProblem } from '../../../../../../src/core/common/errors';
import { readMapIds } from '../../../../../../src/core/stack/mapping/knownMapIds';
import { never, withFile, withFolder } from '../support/temporary';

const hash = 'c28f1fefe636767cb6958a8285b5b92fbdd847246543d1475982dfa7be5c6863';
const idsIn = (text: string) => withFile(text, (file) => readMapIds(file, never));

describe('R8 mapping IDs', () => {
	it('reads the mapping ID and hash from the header of an R8 mapping file', async () => {
		assert.deepEqual(
			await idsIn(`# compiler: R8\r\n# pg_map_id: C28F1FE\r\n# pg_map_hash: SHA-256 ${hash}\r\na.B -> a:\r\n`),
			[{ mapId: 'c28f1fe' }, { mapHash: hash }],
		);
	});

	it('reads the IDs of all concatenated R8 mappings, even across block boundaries', async () => {
		const megabyte = 1024 ** 2;
		for (const place of [64 * 1024 - 20, megabyte, megabyte + 64 * 1024 - 300, 3 * megabyte]) {
			const head = '# pg_map_id: 1111111\n';
			const filling = `${'x'.repeat(place - head.length - 1)}\n`;
			const ids = await idsIn(`${head}${filling}# pg_map_id: 2222222\na.B -> a:\n`);
			assert.deepEqual(ids, [{ mapId: '1111111' }, { mapId: '2222222' }], String(place));
		}
	});

	it('returns no IDs for a file without a mapping ID', async () => {
		for (const text of ['', 'a.B -> a:\n', '# pg_map_id:\n', '# pg_map_hash: MD5 12\n', '{"version":3}']) {
			assert.deepEqual(await idsIn(text), []);
		}
	});

	it('does not search the rest of a file for mapping IDs if its first part contains none', async () => {
		assert.deepEqual(await idsIn(`${'x'.repeat(100_000)}\n# pg_map_id: 1111111\n`), []);
	});

	it('reports a disk error if the mapping file is missing', () =>
		withFolder(async (folder) => {
			await assert.rejects(readMapIds(`${folder}/none`, never), (error) => isProblem(error, 'disk'));
		}));
});

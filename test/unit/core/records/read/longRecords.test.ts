import * as assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { getFileLimits } from '../../../../../src/shared/fileLimits';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { openText } from '../support/tables';

const megabyte = 1024 * 1024;

describe('files with records over 64 MiB', () => {
	const folder = useTemporaryFolder();
	const long = Buffer.alloc(65 * megabyte, 'x');
	const around = (before: string, after: string) => Buffer.concat([Buffer.from(before), long, Buffer.from(after)]);
	const csv = around('error,id\na,1\n"', '",2\nb,3\n');
	const json = around('{"data":[{"error":"a"},{"error":"', '"},{"error":"b"}]}');
	const packed = (bytes: Buffer) => gzipSync(bytes, { level: 1 });

	for (const [name, getBytes] of [
		['a.csv', () => csv],
		['a.csv.gz', () => packed(csv)],
		['a.json', () => json],
		['a.json.gz', () => packed(json)],
	] as const) {
		it(`counts a record over 64 MiB and shows all other records in ${name}`, async () => {
			await using table = await openText(folder.path, name, getBytes());
			assert.equal(table.records, 2);
			const limits = getFileLimits(table.info).filter(({ kind }) => kind !== 'detectedForm');
			assert.deepEqual(limits, [{ kind: 'tooLong', records: 1 }]);
			const rows = await table.cells(Uint32Array.of(0, 1), [0], new AbortController().signal);
			assert.deepEqual(rows, [['a'], ['b']]);
		});
	}
});

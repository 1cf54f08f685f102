import * as assert from 'node:assert/strict';
import { createQueries } from '../../../../../src/core/records/queries';
import { textTable } from './support/querying';

const names = ['error', 'app_version_name', 'app_package_name', 'os_name'];
const row = (text: string, version: string) => [text, version, 'com.example.shop', 'android'];
const never = new AbortController().signal;

async function textsFor(rows: readonly (readonly string[])[], number: number): Promise<readonly string[]> {
	return createQueries(textTable('dictionary', rows, names)).othersOfVersion({ number, column: 0 }, never);
}

describe('other records with the version of a given record', () => {
	it('returns the distinct values in the other records with the version of a given record', async () => {
		const rows = [row('a', '1.0'), row('b', '2.0'), row('c', '1.0'), row('c', '1.0'), row('', '1.0'), row('d', '2.0')];
		assert.deepEqual(await textsFor(rows, 0), ['c']);
		assert.deepEqual(await textsFor(rows, 2), ['a', 'c']);
		assert.deepEqual(await textsFor(rows, 5), ['b']);
	});

	it('returns no values if the version is unknown', async () => {
		assert.deepEqual(await textsFor([row('a', ''), row('b', '')], 0), []);
	});

	it('selects a limited number of records, spread evenly over all records with the same version', async () => {
		const rows = Array.from({ length: 2000 }, (_, number) => row(`${number}`, '1.0'));
		const found = (await textsFor(rows, 0)).map(Number);
		assert.equal(found.length, 200);
		assert.ok((found[0] ?? 0) < 20 && (found.at(-1) ?? 0) > 1980, `${found[0]} ${found.at(-1)}`);
	});
});

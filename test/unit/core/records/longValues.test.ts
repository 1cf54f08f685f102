import assert from 'node:assert/strict';
import { maxPerRecord, maxPerValue } from '../../../../src/shared/results';
import { useTemporaryFolder } from '../export/support/temporaryFolder';
import { asking } from './query/support/querying';
import { openText } from './support/tables';

describe('records with very long values', () => {
	const folder = useTemporaryFolder();
	const long = 'x'.repeat(maxPerValue + 1);

	it('returns the start of long values and lists which values are truncated', async () => {
		await using table = await openText(folder.path, 'a.csv', `a,b,c\nshort,${long},end\n`);
		const { values, cut } = await asking(table).record({ number: 0 });
		assert.deepEqual(
			values.map(({ length }) => length),
			[5, maxPerValue, 3],
		);
		assert.deepEqual(cut, [{ column: 1, length: maxPerValue + 1 }]);
	});

	it('lists no truncated values if all values of a record are complete', async () => {
		await using table = await openText(folder.path, 'a.csv', `a\n${long.slice(1)}\n`);
		assert.equal((await asking(table).record({ number: 0 })).cut, undefined);
	});

	it('limits the total size of a record with many long values but always includes short values', async () => {
		await using table = await openText(folder.path, 'a.csv', `a,b,c,d,e,f\n${`${long},`.repeat(5)}android\n`);
		const { values, cut } = await asking(table).record({ number: 0 });
		assert.ok(values.join('').length <= maxPerRecord + 10_000);
		assert.deepEqual([cut?.length, values[5]], [5, 'android']);
	});

	it('returns a complete long value on request, up to a limit', async () => {
		await using table = await openText(folder.path, 'a.csv', `a,b\n1,${long},${long}\n`);
		const ask = asking(table);
		const value = (column: number | 'raw', limit: number) => ask.value({ number: 0, column, limit });
		assert.equal(await value(1, long.length), long);
		assert.equal(await value(1, long.length - 1), undefined);
		assert.equal(await value('raw', 1e7), `1,${long},${long}`);
		assert.deepEqual((await ask.record({ number: 0 })).cut, [
			{ column: 1, length: long.length },
			{ column: 'raw', length: 2 * long.length + 3 },
		]);
	});
});

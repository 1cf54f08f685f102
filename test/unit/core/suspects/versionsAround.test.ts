import assert from 'node:assert/strict';
import { versionsAround } from '../../../../src/core/suspects/versionsAround';

/** Rows such as `3.0 1000 5`: a version, its devices, and the devices with the group. */
function around(rows: string, { isIncrease = false, fixedIn = [] as readonly string[] } = {}) {
	const parsed = rows.split(', ').map((row) => row.split(' '));
	const countsOf = (at: number) =>
		parsed.map((row) => ({
			version: row[0] ?? '',
			records: 5 * Number(row[at]),
			devices: Number(row[at]),
			firstSeen: undefined,
			lastSeen: undefined,
		}));
	const own = countsOf(2).filter(({ records }) => records > 0);
	return versionsAround(countsOf(1), own, { isIncrease, fixedIn });
}

describe('versions between which commits are searched', () => {
	it('searches for commits between the newest version without the group and the first version with it', () => {
		assert.deepEqual(around('3.10 900 4, 3.9 1000 3, 3.8 1000 0, 3.2 10 0'), {
			good: ['3.8', '3.2'],
			bad: ['3.9', '3.10'],
		});
	});

	it('searches for commits around the largest increase if the number of records in the group has increased', () => {
		const rows = '1.0 1000 0, 2.0 1000 10, 3.0 1000 11, 3.1 1000 90, 3.2 1000 95';
		assert.deepEqual(around(rows, { isIncrease: true }), { good: ['3.0', '2.0', '1.0'], bad: ['3.1', '3.2'] });
	});

	it('returns no versions if the group increased equally in all versions', () => {
		assert.equal(around('1.0 1000 50, 2.0 1000 52, 3.0 1000 51', { isIncrease: true }), 'noRise');
	});

	it('searches for commits around an increase even if an early version has a stray record of the group', () => {
		assert.deepEqual(around('1.0 5000 1, 2.0 5000 0, 3.0 5000 200'), { good: ['2.0', '1.0'], bad: ['3.0'] });
	});

	it('searches for commits after the fix in the same release line if the group has regressed', () => {
		const fixedIn = ['2.5', '3.1'];
		const rows = '2.4 900 80, 2.5 900 0, 2.6 900 40, 3.0 900 70, 3.1 900 0, 3.2 900 0';
		assert.deepEqual(around(rows, { fixedIn }), { good: ['2.5'], bad: ['2.6'] });
		const other = '2.4 900 80, 2.5 900 0, 3.0 900 70, 3.1 900 0, 3.2 900 0, 3.3 900 1';
		assert.deepEqual(around(other, { fixedIn }), { good: ['3.2', '3.1'], bad: ['3.3'] });
	});

	it('reports no unaffected version if the version with the fix still has records of the group', () => {
		assert.equal(around('3.0 900 70, 3.1 900 60', { fixedIn: ['3.1'] }), 'noGoodVersion');
	});

	it('returns no versions if versions are unknown or no earlier version exists', () => {
		assert.equal(around('3.0 900 0'), 'noVersions');
		assert.equal(around(' 900 20'), 'noVersions');
		assert.equal(around('3.0 900 20'), 'noGoodVersion');
	});
});

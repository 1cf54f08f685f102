import assert from 'node:assert/strict';
import { changedGroups, type ExportGroups, groupExports } from '../../../../src/core/applications/groupExports';
import type { ExportEntry } from '../../../../src/core/export/model/entry';
import { firstPlan } from '../../../../src/core/plan/plan';

describe('groupExports()', () => {
	it('groups exports by application ID and preserves their order', () => {
		const groups = groupExports([entry('101', 'c'), entry('102', 'b'), entry('101', 'a')]);
		assert.deepEqual(folders(groups), { '101': ['c', 'a'], '102': ['b'] });
	});

	it('does not merge application IDs that exceed the precision of numbers', () => {
		const groups = groupExports([entry('90071992547409931', 'a'), entry('90071992547409932', 'b')]);
		assert.deepEqual([...groups.keys()], ['90071992547409931', '90071992547409932']);
	});
});

describe('changedGroups()', () => {
	const before = groupExports([entry('1', 'a'), entry('2', 'b'), entry('3', 'c')]);

	it('returns no changed groups if all exports are unchanged', () => {
		assert.deepEqual(changedGroups(before, groupExports([entry('1', 'a'), entry('2', 'b'), entry('3', 'c')])), []);
	});

	it('returns the applications with an added, removed or finished export', () => {
		const after = groupExports([entry('4', 'd'), entry('1', 'a'), entry('3', 'c', '2026-11-20T09:00:00.000Z')]);
		assert.deepEqual(changedGroups(before, after).sort(), ['2', '3', '4']);
	});

	it('returns the applications whose exports another window started or ended', () => {
		const after = groupExports([entry('1', 'a'), { ...entry('2', 'b'), runsElsewhere: true }, entry('3', 'c')]);
		assert.deepEqual(changedGroups(before, after), ['2']);
		assert.deepEqual(changedGroups(after, before), ['2']);
	});

	it('returns an application that already had exports if an export was added to it', () => {
		assert.deepEqual(
			changedGroups(before, groupExports([entry('1', 'e'), entry('1', 'a'), entry('2', 'b'), entry('3', 'c')])),
			['1'],
		);
	});
});

function entry(applicationId: string, folder: string, finishedAt?: string): ExportEntry {
	const { range: _, view: __, ...plan } = firstPlan({ id: applicationId });
	return {
		folder,
		stored: {
			version: 1,
			service: 'sample',
			plan: firstPlan({ id: applicationId }),
			question: { ...plan, since: '2026-11-13 00:00:00', until: '2026-11-20 08:00:00' },
			askedAt: '2026-11-20T08:00:00.000Z',
		},
		outcome: finishedAt
			? {
					version: 1,
					file: 'records.csv',
					rows: 1,
					bytes: 10,
					finishedAt,
					durationMs: 5,
					flags: [],
					proof: 'unproven',
					doubts: [],
				}
			: undefined,
	};
}

function folders(groups: ExportGroups): Record<string, string[]> {
	return Object.fromEntries([...groups].map(([id, entries]) => [id, entries.map(({ folder }) => folder)]));
}

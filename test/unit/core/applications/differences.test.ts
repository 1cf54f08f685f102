import assert from 'node:assert/strict';
import { differencesAmong } from '../../../../src/core/applications/differences';
import type { ExportEntry } from '../../../../src/core/export/model/entry';
import { firstPlan, type Plan } from '../../../../src/core/plan/plan';
import { describeDifference } from '../../../../src/wording/differenceMessages';

describe('differencesAmong()', () => {
	it('returns no differences for an export if no other export has the same time range', () => {
		assert.deepEqual(told(entry({}), entry({ range: { kind: 'today' } })), [[], []]);
	});

	it('returns only the settings in which exports with the same time range differ', () => {
		const crash = { filters: [{ field: 'type', value: 'crash' }] };
		assert.deepEqual(told(entry(crash), entry({ limit: 5 })), [
			[
				{ kind: 'filters', ...crash },
				{ kind: 'limit', limit: undefined },
			],
			[
				{ kind: 'filters', filters: [] },
				{ kind: 'limit', limit: 5 },
			],
		]);
		assert.deepEqual(told(entry({ dateDimension: 'receive' }), entry({ chunking: 'day' }), entry({ format: 'json' })), [
			[
				{ kind: 'timeBasis', dimension: 'receive' },
				{ kind: 'chunking', chunking: undefined },
				{ kind: 'format', format: 'csv' },
			],
			[
				{ kind: 'timeBasis', dimension: 'default' },
				{ kind: 'chunking', chunking: 'day' },
				{ kind: 'format', format: 'csv' },
			],
			[
				{ kind: 'timeBasis', dimension: 'default' },
				{ kind: 'chunking', chunking: undefined },
				{ kind: 'format', format: 'json' },
			],
		]);
	});

	it('returns the fields that are missing in some of the exports', () => {
		const fields = (...fields: string[]) => entry({ fields });
		assert.deepEqual(told(fields('a', 'b', 'c'), fields('b', 'a'), fields('a', 'd', 'b')), [
			[{ kind: 'fields', more: ['c'] }],
			[{ kind: 'fields', more: [] }],
			[{ kind: 'fields', more: ['d'] }],
		]);
	});

	it('distinguishes otherwise identical exports by their request time', () => {
		const crash = { filters: [{ field: 'type', value: 'crash' }] };
		const [first, second, third] = told(entry({}, '10'), entry({}, '11'), entry(crash, '12'));
		assert.deepEqual(first?.at(-1), { kind: 'asked', at: '2026-11-20T10:00:00.000Z', exact: false });
		assert.deepEqual(second?.at(-1), { kind: 'asked', at: '2026-11-20T11:00:00.000Z', exact: false });
		assert.deepEqual(third, [{ kind: 'filters', ...crash }]);
	});

	it('distinguishes identical exports from the same minute by the seconds in their request times', () => {
		const [first, second] = ['05', '40'].map((seconds) => {
			const { stored, ...others } = entry({});
			return { ...others, stored: { ...stored, askedAt: `2026-11-20T09:00:${seconds}.000Z` } };
		});
		assert.ok(first && second);
		const labels = told(first, second).map((differences = []) =>
			differences.map((difference) => describeDifference(difference, new Date('2026-11-20T09:01:00Z'), 'UTC')),
		);
		assert.deepEqual(labels, [['requested Nov 20, 2026, 09:00:05'], ['requested Nov 20, 2026, 09:00:40']]);
	});
});

function told(...entries: ExportEntry[]) {
	const differences = differencesAmong(entries);
	return entries.map((entry) => differences.get(entry));
}

function entry(changes: Partial<Plan>, hour = '09'): ExportEntry {
	const plan = { ...firstPlan({ id: '101', name: undefined }), ...changes };
	const { range: _, view: __, chunking: ___, ...asked } = plan;
	return {
		folder: hour,
		stored: {
			version: 1,
			service: 'https://one.test',
			plan,
			question: { ...asked, since: '2026-11-13 00:00:00', until: '2026-11-20 09:00:00' },
			askedAt: `2026-11-20T${hour}:00:00.000Z`,
		},
		outcome: undefined,
	};
}

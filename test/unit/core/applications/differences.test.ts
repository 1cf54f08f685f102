import assert from 'node:assert/strict';
import { differencesAmong } from '../../../../src/core/applications/differences';
import type { ExportEntry } from '../../../../src/core/export/model/entry';
import { firstPlan, type Plan } from '../../../../src/core/plan/plan';

describe('differencesAmong', () => {
	it('tells nothing of an export that is alone with its range', () => {
		assert.deepEqual(told(entry({}), entry({ range: { kind: 'today' } })), [[], []]);
	});

	it('tells in what those of one range differ, and nothing else', () => {
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
		assert.deepEqual(told(entry({ dateDimension: 'receive' }), entry({ slicing: 'day' }), entry({ format: 'json' })), [
			[
				{ kind: 'timeBasis', dimension: 'receive' },
				{ kind: 'slicing', slicing: undefined },
				{ kind: 'format', format: 'csv' },
			],
			[
				{ kind: 'timeBasis', dimension: 'default' },
				{ kind: 'slicing', slicing: 'day' },
				{ kind: 'format', format: 'csv' },
			],
			[
				{ kind: 'timeBasis', dimension: 'default' },
				{ kind: 'slicing', slicing: undefined },
				{ kind: 'format', format: 'json' },
			],
		]);
	});

	it('tells fields that not all of them have', () => {
		const fields = (...fields: string[]) => entry({ fields });
		assert.deepEqual(told(fields('a', 'b', 'c'), fields('b', 'a'), fields('a', 'd', 'b')), [
			[{ kind: 'fields', more: ['c'] }],
			[{ kind: 'fields', more: [] }],
			[{ kind: 'fields', more: ['d'] }],
		]);
	});

	it('tells when those were asked for that are alike in all else', () => {
		const crash = { filters: [{ field: 'type', value: 'crash' }] };
		const [first, second, third] = told(entry({}, '10'), entry({}, '11'), entry(crash, '12'));
		assert.deepEqual(first?.at(-1), { kind: 'asked', at: '2026-11-20T10:00:00.000Z' });
		assert.deepEqual(second?.at(-1), { kind: 'asked', at: '2026-11-20T11:00:00.000Z' });
		assert.deepEqual(third, [{ kind: 'filters', ...crash }]);
	});
});

function told(...entries: ExportEntry[]) {
	const differences = differencesAmong(entries);
	return entries.map((entry) => differences.get(entry));
}

function entry(changes: Partial<Plan>, hour = '09'): ExportEntry {
	const plan = { ...firstPlan({ id: '101', name: undefined }), ...changes };
	const { range: _, view: __, slicing: ___, ...asked } = plan;
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

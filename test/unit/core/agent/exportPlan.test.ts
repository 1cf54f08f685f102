import assert from 'node:assert/strict';
import { exportPlan } from '../../../../src/core/agent/results/exportPlan';
import { readInput } from '../../../../src/core/agent/tools/readInput';
import { AgentRefusal } from '../../../../src/core/agent/tools/refusal';
import { utc } from '../../../../src/core/plan/range';

const now = new Date('2026-11-20T09:00:00Z');

function getPlan(input: object) {
	return exportPlan(readInput('start_export', { application: '101', range: 'last7Days', ...input }), utc, now);
}

function refusal(kind: AgentRefusal['reason']['kind']) {
	return (error: unknown) => error instanceof AgentRefusal && error.reason.kind === kind;
}

describe('export requests from an agent', () => {
	it("builds an export plan without personal columns from an agent's request", () => {
		const plan = getPlan({ fields: 'nonPersonal', filters: ['os_name:android', 'app_version_name:"3.1 beta"'] });
		assert.deepEqual(plan.range, { kind: 'lastDays', days: 7 });
		assert.deepEqual(plan.filters, [
			{ field: 'os_name', value: 'android' },
			{ field: 'app_version_name', value: '3.1 beta' },
		]);
		assert.ok(plan.fields.includes('error') && !plan.fields.includes('profile_id'));
		assert.equal(plan.limit, undefined);
		assert.deepEqual(getPlan({}).application, { id: '101' });
	});

	it('limits an export requested by an agent to 31 days', () => {
		assert.equal(getPlan({ range: '2026-10-01..2026-10-31' }).range.kind, 'between');
		assert.equal(getPlan({ range: 'last30Days' }).range.kind, 'lastDays');
		assert.throws(() => getPlan({ range: '2026-10-01..2026-11-01' }), refusal('rangeTooLong'));
		assert.throws(() => getPlan({ range: '2026-10-31..2026-10-01' }), refusal('badPlan'));
	});

	it("rejects an agent's export request if it is invalid or filters by a personal column", () => {
		for (const [input, kind] of [
			[{ range: 'last90Days' }, 'input'],
			[{ range: '2026-10-01..2026-10-02..2026-10-03' }, 'input'],
			[{ application: 'shop' }, 'badPlan'],
			[{ filters: ['profile_id:anna'] }, 'personalColumn'],
			[{ filters: ['os_name'] }, 'filter'],
			[{ filters: ['-os_name:ios'] }, 'filter'],
			[{ filters: ['os_name:(ios,android)'] }, 'filter'],
			[{ filters: ['os_name:beos'] }, 'badPlan'],
			[{ filters: ['unheard:of'] }, 'badPlan'],
			[{ fields: 'all' }, 'input'],
		] as const) {
			assert.throws(() => getPlan(input), refusal(kind), JSON.stringify(input));
		}
	});
});

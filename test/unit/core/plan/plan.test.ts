import * as assert from 'node:assert/strict';
import { isApplicationId } from '../../../../src/core/plan/applicationId';
import { type Field, FieldTable } from '../../../../src/core/plan/fields';
import {
	findFilterProblem,
	findPlanProblem,
	firstPlan,
	type Plan,
	resolveQuestion,
	usualFields,
} from '../../../../src/core/plan/plan';
import { utc } from '../../../../src/core/plan/range';
import { getPlan } from '../export/support/plans';

const fields = new FieldTable();

function problem(changes: Partial<Plan>) {
	return findPlanProblem(getPlan(changes), fields);
}

function day(day: number, hour = 0) {
	return { year: 2026, month: 11, day, hour, minute: 0, second: 0 };
}

describe('initial export plan', () => {
	it('creates a valid initial plan that requests no personal fields', () => {
		const plan = firstPlan({ id: '101' });
		assert.equal(findPlanProblem(plan, fields), undefined);
		assert.deepEqual(
			usualFields.filter((name) => fields.get(name)?.personal !== false),
			[],
		);
	});
});

describe('resolveQuestion()', () => {
	it("converts the plan's relative range to fixed times and preserves its other properties", () => {
		const { range: _, view, ...rest } = getPlan({ limit: 10, filters: [{ field: 'os_name', value: 'ios' }] });
		const question = resolveQuestion(
			{ ...rest, view, range: { kind: 'today' } },
			new Date('2026-11-20T09:02:03Z'),
			utc,
		);
		assert.deepEqual(question, { ...rest, since: '2026-11-20 00:00:00', until: '2026-11-20 09:02:03' });
	});
});

describe('findPlanProblem()', () => {
	it('finds no problem in a valid export plan', () => {
		assert.equal(problem({}), undefined);
		assert.equal(problem({ limit: 1, filters: [{ field: 'mcc', value: '250' }] }), undefined);
		assert.equal(problem({ range: { kind: 'between', since: day(20), until: day(20) } }), undefined);
	});

	for (const id of ['', '0', '012', '-1', '1e3', ' 1', '1.0', '123456789012345678901', 'abc']) {
		it(`rejects the application ID ${JSON.stringify(id)}`, () => {
			assert.deepEqual(problem({ application: { id } }), { kind: 'applicationId', text: id });
			assert.equal(isApplicationId(id), false);
		});
	}

	it('accepts application IDs above Number.MAX_SAFE_INTEGER', () => {
		assert.equal(problem({ application: { id: '18446744073709551615' } }), undefined);
	});

	it('rejects an export plan without fields or with unknown fields', () => {
		assert.deepEqual(problem({ fields: [] }), { kind: 'noFields' });
		assert.deepEqual(problem({ fields: ['error', 'nope'] }), { kind: 'unknownField', field: 'nope' });
		assert.deepEqual(problem({ filters: [{ field: 'nope', value: 'x' }] }), { kind: 'unknownField', field: 'nope' });
	});

	it('accepts additional fields if their names can be sent in a request', () => {
		const field = (name: string): Field => ({ name, type: 'string', group: 'app', personal: false, meaning: '' });
		const table = new FieldTable([field('vendor_device_id'), field('a,b')]);
		assert.equal(findPlanProblem(getPlan({ fields: ['vendor_device_id'] }), table), undefined);
		assert.deepEqual(findPlanProblem(getPlan({ fields: ['a,b'] }), table), { kind: 'unknownField', field: 'a,b' });
	});

	it('rejects an export plan with two filters for the same field', () => {
		const filters = [
			{ field: 'os_name', value: 'ios' },
			{ field: 'os_name', value: 'android' },
		];
		assert.deepEqual(problem({ filters }), { kind: 'duplicateFilter', field: 'os_name' });
	});

	it('rejects an export plan with a record limit that is not a positive integer', () => {
		for (const limit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
			assert.deepEqual(problem({ limit }), { kind: 'limit' }, String(limit));
		}
	});

	it('rejects an export plan whose range ends before it starts', () => {
		assert.deepEqual(problem({ range: { kind: 'between', since: day(20, 1), until: day(20) } }), {
			kind: 'rangeOrder',
			since: '2026-11-20 01:00:00',
			until: '2026-11-20 00:00:00',
		});
	});

	it("rejects an export plan for years in which the service can't have any records", () => {
		const [first, last] = [
			{ ...day(1), year: 2000, month: 1 },
			{ ...day(31), year: 1999, month: 12 },
		];
		assert.equal(problem({ range: { kind: 'between', since: first, until: day(20) } }), undefined);
		for (const since of [last, { ...day(1), year: 226 }]) {
			assert.deepEqual(problem({ range: { kind: 'between', since, until: day(20) } }), {
				kind: 'rangeYear',
				year: since.year,
				earliest: 2000,
			});
		}
	});
});

describe('findFilterProblem()', () => {
	for (const [field, value, expected] of [
		['error_name', 'a b ü', undefined],
		['error_name', '', 'someText'],
		['error_name', 'half \ud83d', 'someText'],
		['error_name', 'whole \ud83d\ude00', undefined],
		['mcc', '250', undefined],
		['mcc', '-1', undefined],
		['mcc', '25O', 'integer'],
		['mcc', '1.5', 'integer'],
		['mcc', ' 1', 'integer'],
		['mcc', '', 'someText'],
		['analytics_device_id', '18446744073709551615', undefined],
		['analytics_device_id', '123456789012345678901', 'integer'],
		['os_name', 'ios', undefined],
		['os_name', 'iOS', 'oneOf'],
		['device_type', 'watch', 'oneOf'],
	] as const) {
		it(`${expected ? `reports the problem ${expected} for` : 'accepts'} the filter ${field} = ${JSON.stringify(value)}`, () => {
			const found = findFilterProblem({ field, value }, fields);
			assert.deepEqual(found, expected && { kind: 'filterValue', field, expected });
		});
	}
});

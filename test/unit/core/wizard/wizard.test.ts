import assert from 'node:assert/strict';
import { firstPlan, type Plan } from '../../../../src/core/plan/plan';
import {
	type Advance,
	advance,
	currentStep,
	type Move,
	startWizard,
	type WizardState,
	type WizardStep,
	withFilter,
	withoutFilter,
} from '../../../../src/core/wizard/wizard';

const plan: Plan = firstPlan({ id: '101', name: 'Shop' });
const noon = { year: 2026, month: 1, day: 31, hour: 12, minute: 0, second: 0 };

function play(...moves: Move[]): Advance {
	let result: Advance = { kind: 'at', state: startWizard(plan) };
	for (const move of moves) {
		if (result.kind !== 'at') {
			break;
		}
		result = advance(result.state, move);
	}
	return result;
}

function stateAfter(...moves: Move[]): WizardState {
	const result = play(...moves);
	assert.equal(result.kind, 'at');
	return result.state;
}

const open = (step: WizardStep): Move => ({ go: { open: step } });

describe('export wizard', () => {
	it('starts the export wizard at the overview step', () => {
		assert.deepEqual(currentStep(startWizard(plan)), { kind: 'hub' });
	});

	it('runs the initial export plan without changes', () => {
		assert.deepEqual(play({ go: 'run' }), { kind: 'run', plan });
	});

	it('returns to the overview with the change made in another step', () => {
		const state = stateAfter(open({ kind: 'output' }), { change: { format: 'json' }, go: 'hub' });
		assert.equal(state.plan.format, 'json');
		assert.deepEqual(state.path, [{ kind: 'hub' }]);
	});

	for (const go of ['back', 'dismiss'] as const) {
		it(`goes back one step at a time with ${go} and closes the wizard at the overview`, () => {
			const range = stateAfter(open({ kind: 'range' }), open({ kind: 'since' }), { go });
			assert.equal(currentStep(range).kind, 'range');
			assert.equal(play(open({ kind: 'range' }), { go }, { go }).kind, 'closed');
		});
	}

	it('keeps a change when the user leaves a step with the Back button', () => {
		const state = stateAfter(open({ kind: 'fields' }), { change: { fields: ['error'] }, go: 'back' });
		assert.deepEqual(state.plan.fields, ['error']);
	});

	it('keeps a change when the user leaves a step with Escape', () => {
		const state = stateAfter(open({ kind: 'fields' }), { change: { fields: ['error'] }, go: 'dismiss' });
		assert.deepEqual(state.plan.fields, ['error']);
	});

	it('restores the typed start of a range when the user goes back from the end of the range', () => {
		const state = stateAfter(
			open({ kind: 'range' }),
			open({ kind: 'since' }),
			{ go: { open: { kind: 'until', since: noon }, keep: { kind: 'since', typed: noon } } },
			{ go: 'back' },
		);
		assert.deepEqual(currentStep(state), { kind: 'since', typed: noon });
	});

	it('does not accumulate steps when the user returns to an earlier step', () => {
		const state = stateAfter(
			open({ kind: 'filters' }),
			open({ kind: 'filterField' }),
			open({ kind: 'filterValue', field: 'os_name' }),
			{ change: withFilter(plan, 'os_name', 'ios'), go: { open: { kind: 'filters' } } },
		);
		assert.deepEqual(
			state.path.map((step) => step.kind),
			['hub', 'filters'],
		);
	});

	it('does not mutate the given wizard state', () => {
		const state = startWizard(plan);
		const before = structuredClone(state);
		advance(state, { change: { format: 'json' }, go: { open: { kind: 'range' } } });
		assert.deepEqual(state, before);
	});
});

describe('filters in an export plan', () => {
	const filtered: Plan = {
		...plan,
		filters: [
			{ field: 'os_name', value: 'ios' },
			{ field: 'city', value: 'Oslo' },
		],
	};

	it('replaces the value of a filter in the export plan without changing the order', () => {
		assert.deepEqual(withFilter(filtered, 'os_name', 'android').filters, [
			{ field: 'os_name', value: 'android' },
			{ field: 'city', value: 'Oslo' },
		]);
	});

	it('appends a filter for a new field to the export plan', () => {
		assert.deepEqual(withFilter(filtered, 'mcc', '242').filters?.at(-1), { field: 'mcc', value: '242' });
	});

	it('removes the filter for a field from the export plan', () => {
		assert.deepEqual(withoutFilter(filtered, 'os_name').filters, [{ field: 'city', value: 'Oslo' }]);
	});
});

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

/** Plays moves one after the other; ends early where the wizard does. */
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

describe('The wizard', () => {
	it('starts at the hub', () => {
		assert.deepEqual(currentStep(startWizard(plan)), { kind: 'hub' });
	});

	it('runs the plan as it stands', () => {
		assert.deepEqual(play({ go: 'run' }), { kind: 'run', plan });
	});

	it('returns to the hub with the change of a spoke', () => {
		const state = stateAfter(open({ kind: 'output' }), { change: { format: 'json' }, go: 'hub' });
		assert.equal(state.plan.format, 'json');
		assert.deepEqual(state.path, [{ kind: 'hub' }]);
	});

	it('goes back one step at a time, and closes at the hub', () => {
		const range = stateAfter(open({ kind: 'range' }), open({ kind: 'since' }), { go: 'back' });
		assert.equal(currentStep(range).kind, 'range');
		assert.equal(play(open({ kind: 'range' }), { go: 'back' }, { go: 'back' }).kind, 'closed');
	});

	it('keeps a change when a step is left by Back', () => {
		const state = stateAfter(open({ kind: 'fields' }), { change: { fields: ['error'] }, go: 'back' });
		assert.deepEqual(state.plan.fields, ['error']);
	});

	it('keeps a change when a step is left by Escape', () => {
		const result = play(open({ kind: 'fields' }), { change: { fields: ['error'] }, go: 'dismiss' });
		assert.deepEqual(result, { kind: 'closed', plan: { ...plan, fields: ['error'] } });
	});

	it('finds the typed start again after Back from the end', () => {
		const state = stateAfter(
			open({ kind: 'range' }),
			open({ kind: 'since' }),
			{ go: { open: { kind: 'until', since: noon }, keep: { kind: 'since', typed: noon } } },
			{ go: 'back' },
		);
		assert.deepEqual(currentStep(state), { kind: 'since', typed: noon });
	});

	it('does not pile up steps when going round', () => {
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

	it('changes no state it was given', () => {
		const state = startWizard(plan);
		const before = structuredClone(state);
		advance(state, { change: { format: 'json' }, go: { open: { kind: 'range' } } });
		assert.deepEqual(state, before);
	});
});

describe('Filters of a plan', () => {
	const filtered: Plan = {
		...plan,
		filters: [
			{ field: 'os_name', value: 'ios' },
			{ field: 'city', value: 'Oslo' },
		],
	};

	it('have one value a field, in the place they had', () => {
		assert.deepEqual(withFilter(filtered, 'os_name', 'android').filters, [
			{ field: 'os_name', value: 'android' },
			{ field: 'city', value: 'Oslo' },
		]);
	});

	it('are added at the end', () => {
		assert.deepEqual(withFilter(filtered, 'mcc', '242').filters?.at(-1), { field: 'mcc', value: '242' });
	});

	it('are removed by field', () => {
		assert.deepEqual(withoutFilter(filtered, 'os_name').filters, [{ field: 'city', value: 'Oslo' }]);
	});
});

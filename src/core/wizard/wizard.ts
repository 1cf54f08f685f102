import type { CivilTime } from '../../shared/civilTime';
import type { Plan } from '../plan/plan';

/** What the wizard can show: a hub of all choices, and spokes that change one. */
export type WizardStep =
	| { readonly kind: 'hub' }
	| { readonly kind: 'application' }
	| { readonly kind: 'output' }
	| { readonly kind: 'range' }
	| { readonly kind: 'since'; readonly typed?: CivilTime }
	| { readonly kind: 'until'; readonly since: CivilTime }
	| { readonly kind: 'timeBasis' }
	| { readonly kind: 'fields' }
	| { readonly kind: 'fieldPresets' }
	/** `asked` is left behind where there was no filter to list, and the first one was asked for at once. */
	| { readonly kind: 'filters'; readonly asked?: true }
	| { readonly kind: 'filterField' }
	| { readonly kind: 'filterValue'; readonly field: string }
	| { readonly kind: 'options'; readonly at?: PlanOption }
	| { readonly kind: 'limit' }
	| { readonly kind: 'slicing' }
	/** `copied` names the row that was copied last. */
	| { readonly kind: 'request'; readonly copied?: string };

/** What the options list: it is drawn again after each change, with the same row in front. */
export type PlanOption = 'limit' | 'slicing' | 'byteOrderMark' | 'skipUnavailableShards';

/**
 * What a step made of an answer. A change is kept however the step is left, so neither Back nor Escape loses a choice.
 */
export interface Move {
	readonly change?: Partial<Plan>;
	readonly go:
		| 'stay'
		| 'back'
		| 'hub'
		| 'dismiss'
		| 'run'
		/** `keep` is what Back finds in place of the step that is left. */
		| { readonly open: WizardStep; readonly keep?: WizardStep };
}

export interface WizardState {
	readonly plan: Plan;
	/** From the hub to the step being shown. */
	readonly path: readonly WizardStep[];
}

export type Advance =
	| { readonly kind: 'at'; readonly state: WizardState }
	| { readonly kind: 'run'; readonly plan: Plan }
	| { readonly kind: 'closed'; readonly plan: Plan };

export function startWizard(plan: Plan): WizardState {
	return { plan, path: [{ kind: 'hub' }] };
}

export function currentStep({ path }: WizardState): WizardStep {
	return path.at(-1) ?? { kind: 'hub' };
}

/** Pure: the next state, or how the wizard ended. */
export function advance(state: WizardState, move: Move): Advance {
	const plan = { ...state.plan, ...move.change };
	const at = (path: readonly WizardStep[]): Advance => ({ kind: 'at', state: { plan, path } });
	switch (move.go) {
		case 'run':
			return { kind: 'run', plan };
		case 'dismiss':
			return { kind: 'closed', plan };
		case 'stay':
			return at(state.path);
		case 'hub':
			return at(state.path.slice(0, 1));
		case 'back':
			return state.path.length > 1 ? at(state.path.slice(0, -1)) : { kind: 'closed', plan };
		default:
			return at(openStep(move.go.keep ? [...state.path.slice(0, -1), move.go.keep] : state.path, move.go.open));
	}
}

/** A step already on the path is returned to, so that going round never deepens it. */
function openStep(path: readonly WizardStep[], step: WizardStep): readonly WizardStep[] {
	const index = path.findIndex((other) => other.kind === step.kind);
	return [...(index < 0 ? path : path.slice(0, index)), step];
}

/** Replaces the filter on the same field: the service compares a field with one value. */
export function withFilter(plan: Plan, field: string, value: string): Partial<Plan> {
	const others = plan.filters.filter((filter) => filter.field !== field);
	const index = plan.filters.findIndex((filter) => filter.field === field);
	return { filters: others.toSpliced(index < 0 ? others.length : index, 0, { field, value }) };
}

export function withoutFilter(plan: Plan, field: string): Partial<Plan> {
	return { filters: plan.filters.filter((filter) => filter.field !== field) };
}

import type { CivilTime } from '../../shared/civilTime';
import type { Plan } from '../plan/plan';

/** Pages of the wizard: a hub with all choices, and a page for each choice. */
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
	/** `asked` is set if the wizard prompted for the first filter immediately, because there were no filters to show. */
	| { readonly kind: 'filters'; readonly asked?: true }
	| { readonly kind: 'filterField' }
	| { readonly kind: 'filterValue'; readonly field: string }
	| { readonly kind: 'options'; readonly at?: PlanOption }
	| { readonly kind: 'limit' }
	| { readonly kind: 'chunking' }
	| { readonly kind: 'request'; readonly copied?: string };

/** Entries of the options page. */
export type PlanOption = 'limit' | 'chunking' | 'byteOrderMark' | 'skipUnavailableShards';

/** Result of a step. Back and Escape (`dismiss`) return to the previous step and keep the change. */
export interface Move {
	readonly change?: Partial<Plan>;
	readonly go:
		| 'stay'
		| 'back'
		| 'hub'
		| 'dismiss'
		| 'run'
		/** `keep` replaces the current step in the history of the Back button. */
		| { readonly open: WizardStep; readonly keep?: WizardStep };
}

export interface WizardState {
	readonly plan: Plan;
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

export function advance(state: WizardState, move: Move): Advance {
	const plan = { ...state.plan, ...move.change };
	const at = (path: readonly WizardStep[]): Advance => ({ kind: 'at', state: { plan, path } });
	switch (move.go) {
		case 'run':
			return { kind: 'run', plan };
		case 'stay':
			return at(state.path);
		case 'hub':
			return at(state.path.slice(0, 1));
		case 'back':
		case 'dismiss':
			return state.path.length > 1 ? at(state.path.slice(0, -1)) : { kind: 'closed', plan };
		default:
			return at(openStep(move.go.keep ? [...state.path.slice(0, -1), move.go.keep] : state.path, move.go.open));
	}
}

/** Opens a step. If the step is already on the path, returns to it, so that the path doesn't grow in cycles. */
function openStep(path: readonly WizardStep[], step: WizardStep): readonly WizardStep[] {
	const index = path.findIndex((other) => other.kind === step.kind);
	return [...(index < 0 ? path : path.slice(0, index)), step];
}

export function withFilter(plan: Plan, field: string, value: string): Partial<Plan> {
	const others = plan.filters.filter((filter) => filter.field !== field);
	const index = plan.filters.findIndex((filter) => filter.field === field);
	return { filters: others.toSpliced(index < 0 ? others.length : index, 0, { field, value }) };
}

export function withoutFilter(plan: Plan, field: string): Partial<Plan> {
	return { filters: plan.filters.filter((filter) => filter.field !== field) };
}

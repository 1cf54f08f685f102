import { l10n } from 'vscode';
import type { Plan } from '../../core/plan/plan';
import {
	advance,
	currentStep,
	type Move,
	startWizard,
	type WizardState,
	type WizardStep,
} from '../../core/wizard/wizard';
import type { Account } from '../../services/accounts';
import type { PlanChange } from '../../services/commands';
import type { PlannedExport } from '../../services/exportLibrary';
import type { Services } from '../../services/services';
import type { InputAnswer } from '../../vscode/quickInput';
import { applicationName } from '../../wording/planMessages';
import { changeApplication } from './screens/application';
import { chooseFieldPreset, chooseFields } from './screens/fields';
import { chooseFilterField, chooseFilterValue, listFilters } from './screens/filters';
import { showHub } from './screens/hub';
import { chooseChunking, chooseOptions, typeLimit } from './screens/options';
import { chooseOutput } from './screens/output';
import { chooseRange, chooseTimeBasis, typeSince, typeUntil } from './screens/range';
import { showRequest } from './screens/request';
import type { Screen, ScreenContext } from './screens/screen';

const screens: { readonly [K in WizardStep['kind']]: Screen<K> } = {
	hub: showHub,
	application: changeApplication,
	output: chooseOutput,
	range: chooseRange,
	since: typeSince,
	until: typeUntil,
	timeBasis: chooseTimeBasis,
	fields: chooseFields,
	fieldPresets: chooseFieldPreset,
	filters: listFilters,
	filterField: chooseFilterField,
	filterValue: chooseFilterValue,
	options: chooseOptions,
	limit: typeLimit,
	chunking: chooseChunking,
	request: showRequest,
};

type WizardServices = ScreenContext['services'] & Pick<Services, 'settings'>;

/** Runs the wizard. Returns undefined if the user cancels. In any case, the user's choices are saved as a draft. */
export async function runWizard(
	services: WizardServices,
	account: Account,
	plan: Plan,
): Promise<PlannedExport | undefined> {
	let state = startWizard(plan);
	for (;;) {
		const zone = await services.exports.zoneFor(state.plan.application.id, services.applications);
		const title = l10n.t('Export Errors: {0}', applicationName(state.plan));
		const next = advance(
			state,
			await drawStep(services, { account, plan: state.plan, zone, title }, currentStep(state)),
		);
		if (next.kind === 'run') {
			return { account, plan: next.plan, zone };
		}
		if (next.kind === 'closed') {
			await services.plans.saveDraft(account, next.plan);
			return undefined;
		}
		if (next.state.plan !== state.plan) {
			await services.plans.saveDraft(account, next.state.plan);
		}
		state = next.state;
	}
}

export async function runSteps(
	services: WizardServices,
	{ account, plan, zone, step, title }: PlanChange,
): Promise<InputAnswer<Plan>> {
	const start = startWizard(plan);
	let state: WizardState = { ...start, path: [...start.path, { kind: step }] };
	for (;;) {
		const move = await drawStep(services, { account, plan: state.plan, zone, title }, currentStep(state));
		const next = advance(state, move);
		if (next.kind !== 'at') {
			return { kind: 'dismissed' };
		}
		if (next.state.path.length === 1) {
			return move.go === 'dismiss'
				? { kind: 'dismissed' }
				: move.go === 'back'
					? { kind: 'back' }
					: { kind: 'value', value: next.state.plan };
		}
		state = next.state;
	}
}

function drawStep(
	services: WizardServices,
	shown: Pick<ScreenContext, 'account' | 'plan' | 'zone' | 'title'>,
	step: WizardStep,
): Promise<Move> {
	return draw({ services, ...shown, fields: services.settings.fields, now: new Date() }, step);
}

function draw<K extends WizardStep['kind']>(
	context: ScreenContext,
	step: Extract<WizardStep, { kind: K }>,
): Promise<Move> {
	return (screens[step.kind] as Screen<K>)(context, step);
}

import { l10n } from 'vscode';
import type { Plan } from '../../core/plan/plan';
import { advance, currentStep, type Move, startWizard, type WizardStep } from '../../core/wizard/wizard';
import type { Account } from '../../services/accounts';
import type { PlannedExport } from '../../services/exportLibrary';
import type { Services } from '../../services/services';
import { changeApplication } from './screens/application';
import { chooseFieldPreset } from './screens/fieldPresets';
import { chooseFields } from './screens/fields';
import { chooseFilterField, chooseFilterValue, listFilters } from './screens/filters';
import { showHub } from './screens/hub';
import { chooseOptions, typeLimit } from './screens/options';
import { chooseOutput } from './screens/output';
import { chooseRange, typeSince, typeUntil } from './screens/range';
import { showRequest } from './screens/request';
import type { Screen, ScreenContext } from './screens/screen';
import { chooseSlicing } from './screens/slicing';
import { chooseTimeBasis } from './screens/timeBasis';

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
	slicing: chooseSlicing,
	request: showRequest,
};

/**
 * Asks until the person runs the export or leaves. Choices are kept as a draft however it is left.
 * @returns undefined when it was left.
 */
export async function runWizard(
	services: ScreenContext['services'] & Pick<Services, 'settings'>,
	account: Account,
	plan: Plan,
): Promise<PlannedExport | undefined> {
	let state = startWizard(plan);
	for (;;) {
		const zone = await services.exports.zoneFor(state.plan.application.id, services.applications);
		const context: ScreenContext = {
			services,
			account,
			plan: state.plan,
			zone,
			fields: services.settings.fields,
			now: new Date(),
			title: l10n.t('Export errors – {0}', state.plan.application.name ?? state.plan.application.id),
		};
		const next = advance(state, await draw(context, currentStep(state)));
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

function draw<K extends WizardStep['kind']>(
	context: ScreenContext,
	step: Extract<WizardStep, { kind: K }>,
): Promise<Move> {
	return (screens[step.kind] as Screen<K>)(context, step);
}

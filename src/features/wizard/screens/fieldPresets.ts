import { l10n } from 'vscode';
import { presetFields, presetKinds } from '../../../core/wizard/fieldPresets';
import { pickOne } from '../../../vscode/quickInput';
import { presetLabel } from './labels';
import { toMove } from './moves';
import type { Screen } from './screen';

export const chooseFieldPreset: Screen<'fieldPresets'> = async ({ plan, fields, account, services, title }) => {
	const last = services.plans.last(account, plan.application.id)?.fields;
	const presets = presetKinds.map((preset) => ({ label: presetLabel(preset), names: presetFields(preset, fields) }));
	if (last) {
		presets.unshift({ label: l10n.t('Fields of the last export'), names: fields.ordered(last) });
	}
	const answer = await pickOne<readonly string[]>({
		title,
		placeholder: l10n.t('Choose a preset to start from'),
		items: presets.map(({ label, names }) => ({
			label,
			description: l10n.t('{0} of {1}', names.length, fields.all.length),
			detail: names.join(', '),
			value: names,
		})),
		canGoBack: true,
	});
	return toMove(answer, (names) => ({ change: { fields: names }, go: 'back' }));
};

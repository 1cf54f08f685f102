import { l10n, ThemeIcon } from 'vscode';
import type { Plan } from '../../../core/plan/plan';
import { readTypedLimit } from '../../../core/wizard/typedLimit';
import type { PlanOption } from '../../../core/wizard/wizard';
import { type Choice, inputText, pickOne } from '../../../vscode/quickInput';
import { formatCount } from '../../../wording/formats';
import { explainPlanProblem } from '../../../wording/problemMessages';
import { slicingLabel } from './labels';
import { toMove } from './moves';
import type { Screen } from './screen';

export const chooseOptions: Screen<'options'> = async ({ plan, title }, { at }) => {
	const answer = await pickOne<PlanOption>({
		title,
		placeholder: l10n.t('Enter changes an option'),
		items: optionsOf(plan).filter(({ value }) => plan.view !== 'kept' || value === 'skipUnavailableShards'),
		active: (option) => option === at,
		canGoBack: true,
	});
	return toMove(answer, (option) => {
		const here = { kind: 'options', at: option } as const;
		return option === 'limit' || option === 'slicing'
			? { go: { open: { kind: option }, keep: here } }
			: { change: toggled(plan, option), go: { open: here } };
	});
};

/** A set of kept records has but the last of them. */
function optionsOf(plan: Plan): Choice<PlanOption>[] {
	return [
		{
			label: l10n.t('Limit'),
			iconPath: new ThemeIcon('symbol-number'),
			description: plan.limit === undefined ? l10n.t('none') : l10n.t('{0} records', formatCount(plan.limit)),
			detail: l10n.t('Fewer records, but which ones is up to the service: the same export may bring others.'),
			value: 'limit',
		},
		{
			label: l10n.t('Slices'),
			iconPath: new ThemeIcon('split-horizontal'),
			description: slicingLabel(plan.slicing ?? 'none'),
			detail: l10n.t('Large ranges arrive in pieces that are kept one by one and joined at the end.'),
			value: 'slicing',
		},
		{
			label: l10n.t('Byte order mark'),
			iconPath: checkbox(plan.byteOrderMark),
			detail: l10n.t('Some spreadsheets need it to read letters beyond English. Other programs may stumble over it.'),
			value: 'byteOrderMark',
		},
		{
			label: l10n.t('Skip unavailable shards'),
			iconPath: checkbox(plan.skipUnavailableShards),
			detail: l10n.t('Answers although parts of the service are down. Records may be missing, and the result says so.'),
			value: 'skipUnavailableShards',
		},
	];
}

export const typeLimit: Screen<'limit'> = async ({ plan, title }) => {
	const answer = await inputText({
		title,
		prompt: l10n.t('At most how many records. Leave it empty for no limit.'),
		placeholder: l10n.t('no limit'),
		value: plan.limit === undefined ? '' : String(plan.limit),
		canGoBack: true,
		validate: (text) => (readTypedLimit(text).ok ? undefined : explainPlanProblem({ kind: 'limit' })),
	});
	return toMove(answer, (text) => {
		const typed = readTypedLimit(text);
		return typed.ok ? { change: { limit: typed.limit }, go: 'back' } : { go: 'stay' };
	});
};

function toggled(plan: Plan, option: Exclude<PlanOption, 'limit' | 'slicing'>): Partial<Plan> {
	return { [option]: !plan[option] };
}

function checkbox(checked: boolean): ThemeIcon {
	return new ThemeIcon(checked ? 'pass-filled' : 'circle-large-outline');
}

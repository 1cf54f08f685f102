import { l10n, ThemeIcon } from 'vscode';
import type { Chunking, Plan } from '../../../core/plan/plan';
import { readTypedLimit } from '../../../core/wizard/typedLimit';
import type { PlanOption } from '../../../core/wizard/wizard';
import { type Choice, inputText, pickOne } from '../../../vscode/quickInput';
import { formatCount } from '../../../wording/formats';
import { explainPlanProblem } from '../../../wording/problemMessages';
import { chunkingLabel } from './labels';
import { toMove } from './moves';
import type { Screen } from './screen';

const details: Readonly<Record<Chunking | 'none', () => string>> = {
	none: () => l10n.t('Sends a single request. It is split in half only if the service rejects the range as too large.'),
	day: () => l10n.t('Sends one request per day. An interrupted export resumes after the last finished day.'),
	hour: () =>
		l10n.t('Sends a separate request for each hour of data. Use this for days with a very large number of errors.'),
};

export const chooseChunking: Screen<'chunking'> = async ({ plan, title }) => {
	const answer = await pickOne<Chunking | 'none'>({
		title,
		placeholder: l10n.t('Choose how to split the export into requests'),
		items: (['none', 'day', 'hour'] as const).map((value) => ({
			label: chunkingLabel(value),
			detail: details[value](),
			value,
		})),
		active: (value) => value === (plan.chunking ?? 'none'),
		canGoBack: true,
	});
	return toMove(answer, (value) => ({ change: { chunking: value === 'none' ? undefined : value }, go: 'back' }));
};

export const chooseOptions: Screen<'options'> = async ({ plan, title }, { at }) => {
	const answer = await pickOne<PlanOption>({
		title,
		placeholder: l10n.t('Select an option to change it'),
		items: optionsOf(plan).filter(({ value }) => plan.view !== 'synced' || value === 'skipUnavailableShards'),
		active: (option) => option === at,
		canGoBack: true,
	});
	return toMove(answer, (option) => {
		const here = { kind: 'options', at: option } as const;
		return option === 'limit' || option === 'chunking'
			? { go: { open: { kind: option }, keep: here } }
			: { change: toggled(plan, option), go: { open: here } };
	});
};

function optionsOf(plan: Plan): Choice<PlanOption>[] {
	return [
		{
			label: l10n.t('Limit'),
			iconPath: new ThemeIcon('symbol-number'),
			description: plan.limit === undefined ? l10n.t('none') : l10n.t('{0} records', formatCount(plan.limit)),
			detail: l10n.t('Limits the number of records. The service decides which records you get.'),
			value: 'limit',
		},
		{
			label: l10n.t('Split into chunks'),
			iconPath: new ThemeIcon('split-horizontal'),
			description: chunkingLabel(plan.chunking ?? 'none'),
			detail: l10n.t('Fetches large ranges in chunks, which are saved one by one and then merged.'),
			value: 'chunking',
		},
		{
			label: l10n.t('Byte order mark (BOM)'),
			iconPath: checkbox(plan.byteOrderMark),
			detail: l10n.t(
				'Some spreadsheet apps need this mark to show non-English characters. Other programs may not support it.',
			),
			value: 'byteOrderMark',
		},
		{
			label: l10n.t('Allow partial results'),
			iconPath: checkbox(plan.skipUnavailableShards),
			detail: l10n.t('Continues if part of the service is unavailable. The result may be incomplete.'),
			value: 'skipUnavailableShards',
		},
	];
}

export const typeLimit: Screen<'limit'> = async ({ plan, title }) => {
	const answer = await inputText({
		title,
		prompt: l10n.t('Maximum number of records. Leave empty for no limit.'),
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

function toggled(plan: Plan, option: Exclude<PlanOption, 'limit' | 'chunking'>): Partial<Plan> {
	return { [option]: !plan[option] };
}

function checkbox(checked: boolean): ThemeIcon {
	return new ThemeIcon(checked ? 'pass-filled' : 'circle-large-outline');
}

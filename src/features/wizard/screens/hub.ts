import { l10n, ThemeIcon, workspace } from 'vscode';
import { findPlanProblem, type Plan } from '../../../core/plan/plan';
import { resolveRange } from '../../../core/plan/range';
import type { WizardStep } from '../../../core/wizard/wizard';
import { runCommand } from '../../../services/commands';
import { formatDay } from '../../../shared/civilTime';
import { withoutIcons } from '../../../vscode/escaping';
import { type Choice, pickOne, separator } from '../../../vscode/quickInput';
import { formatCount, plural } from '../../../wording/formats';
import {
	describeDateDimension,
	describeDates,
	describeDay,
	describeFilters,
	describeRange,
} from '../../../wording/planMessages';
import { explainPlanProblem } from '../../../wording/problemMessages';
import { describeZone } from '../../../wording/requestMessages';
import { chunkingLabel, outputLabel } from './labels';
import { toMove } from './moves';
import type { Screen, ScreenContext } from './screen';

type HubRow = 'run' | 'save' | WizardStep;

/**
 * Shows the overview of the wizard. The first row starts the export or sync and is active initially, so that users can
 * repeat the last export by pressing Enter.
 */
export const showHub: Screen<'hub'> = async (context) => {
	const { plan, fields, account, services, title, zone } = context;
	const isSynced = plan.view === 'synced';
	const problem = findPlanProblem(isSynced ? { ...plan, limit: undefined } : plan, fields);
	const repeats = samePlan(plan, services.plans.last(account, plan.application.id));
	const answer = await pickOne<HubRow>({
		title,
		placeholder: isSynced
			? l10n.t('Press Enter to start the sync, or select an option to change it')
			: l10n.t('Press Enter to export, or select an option to change it'),
		items: [
			{
				label: isSynced ? l10n.t('Start Sync') : l10n.t('Export'),
				iconPath: new ThemeIcon('play'),
				description: repeats ? l10n.t('same as last time') : '',
				...(problem && { detail: `$(warning) ${explainPlanProblem(problem)}` }),
				value: problem ? stepOf(problem.kind) : 'run',
			},
			separator(),
			...(isSynced ? syncedChoices(context) : choices(context)),
			...(isSynced ? [] : [separator(), requestChoice(), ...(problem ? [] : saveChoices())]),
		],
		active: (row) => row === 'run',
	});
	if (answer.kind === 'value' && answer.value === 'save') {
		const isSaved = await runCommand('appErrors.savePlan', { account, plan, zone });
		return { go: isSaved === true ? 'dismiss' : 'stay' };
	}
	return toMove(answer, (row) => (row === 'run' || row === 'save' ? { go: 'run' } : { go: { open: row } }));
};

/** Returns the item that saves the export as a file. It is available only in a workspace. */
function saveChoices(): readonly Choice<HubRow>[] {
	return workspace.workspaceFolders === undefined
		? []
		: [
				{
					label: l10n.t('Save This Export to Workspace…'),
					iconPath: new ThemeIcon('bookmark'),
					description: l10n.t('as a file that your team can run'),
					value: 'save',
				},
			];
}

function requestChoice(): Choice<HubRow> {
	return {
		label: l10n.t('Show Request…'),
		iconPath: new ThemeIcon('eye'),
		description: l10n.t('as text and as a curl command'),
		value: { kind: 'request' },
	};
}

/**
 * Returns the items for synced records. The time basis is omitted, because days are always requested by receive time.
 */
function syncedChoices(context: ScreenContext): Choice<WizardStep>[] {
	const { plan, now, zone } = context;
	const { since } = resolveRange(plan.range, now, zone);
	const descriptions: Partial<Record<WizardStep['kind'], string>> = {
		range: [
			l10n.t('since {0}', describeDay(formatDay(since))),
			describeDateDimension('receive'),
			describeZone(zone),
		].join(' · '),
		options: plan.skipUnavailableShards ? l10n.t('allow partial results') : l10n.t('no limit'),
	};
	return choices(context)
		.filter(({ value }) => value.kind !== 'timeBasis')
		.map((choice) => {
			const description = descriptions[choice.value.kind];
			return description === undefined ? choice : { ...choice, description };
		});
}

function choices({ plan, now, zone, fields }: ScreenContext): Choice<WizardStep>[] {
	const { since, until } = resolveRange(plan.range, now, zone);
	const dates = describeDates(since, until);
	return [
		{
			label: l10n.t('Application'),
			iconPath: new ThemeIcon('device-mobile'),
			description: withoutIcons(
				[plan.application.name, plan.application.id].filter((part) => part !== undefined).join(' · '),
			),
			value: { kind: 'application' },
		},
		{
			label: l10n.t('Output'),
			iconPath: new ThemeIcon('output'),
			description: outputLabel(plan),
			value: { kind: 'output' },
		},
		{
			label: l10n.t('Range'),
			iconPath: new ThemeIcon('calendar'),
			description: [plan.range.kind === 'between' ? undefined : describeRange(plan.range), dates, describeZone(zone)]
				.filter((part) => part !== undefined)
				.join(' · '),
			value: { kind: 'range' },
		},
		{
			label: l10n.t('Time basis'),
			iconPath: new ThemeIcon('watch'),
			description: describeDateDimension(plan.dateDimension),
			value: { kind: 'timeBasis' },
		},
		{
			label: l10n.t('Fields'),
			iconPath: new ThemeIcon('list-selection'),
			description: describeFields(
				plan.fields,
				fields.offered.length,
				plan.fields.filter((name) => fields.get(name)?.personal).length,
			),
			value: { kind: 'fields' },
		},
		{
			label: l10n.t('Filters'),
			iconPath: new ThemeIcon('filter'),
			description: describeChosenFilters(plan),
			value: { kind: 'filters' },
		},
		{
			label: l10n.t('Options'),
			iconPath: new ThemeIcon('settings'),
			description: describeOptions(plan),
			value: { kind: 'options' },
		},
	];
}

function describeFields(chosen: readonly string[], all: number, personal: number): string {
	const count = l10n.t('{0} of {1}', chosen.length, all);
	return `${count} · ${personal === 0 ? l10n.t('no personal data') : plural(personal, { one: '{0} personal field', other: '{0} personal fields' })}`;
}

function describeChosenFilters({ filters }: Plan): string {
	return filters.length === 0 ? l10n.t('none') : withoutIcons(describeFilters(filters).join(' · '));
}

function describeOptions(plan: Plan): string {
	return [
		plan.limit === undefined ? l10n.t('no limit') : l10n.t('up to {0} records', formatCount(plan.limit)),
		plan.chunking && chunkingLabel(plan.chunking),
		plan.byteOrderMark ? l10n.t('byte order mark (BOM)') : undefined,
		plan.skipUnavailableShards ? l10n.t('allow partial results') : undefined,
	]
		.filter((part) => part !== undefined)
		.join(' · ');
}

function stepOf(kind: NonNullable<ReturnType<typeof findPlanProblem>>['kind']): WizardStep {
	switch (kind) {
		case 'applicationId':
			return { kind: 'application' };
		case 'noFields':
		case 'unknownField':
		case 'deviceTwice':
			return { kind: 'fields' };
		case 'duplicateFilter':
		case 'filterValue':
			return { kind: 'filters' };
		case 'limit':
			return { kind: 'limit' };
		case 'rangeOrder':
		case 'rangeYear':
			return { kind: 'range' };
	}
}

function samePlan(a: Plan, b: Plan | undefined): boolean {
	return b !== undefined && JSON.stringify(comparable(a)) === JSON.stringify(comparable(b));
}

/** Returns the properties of a plan in a fixed order, so that it can be compared with a stored plan. */
function comparable(plan: Plan): readonly unknown[] {
	const { application, format, view, range, dateDimension, fields, filters, limit } = plan;
	const { byteOrderMark, skipUnavailableShards, chunking } = plan;
	return [
		application.id,
		format,
		view,
		Object.entries(range).sort(),
		dateDimension,
		fields,
		filters.map(({ field, value }) => [field, value]),
		limit,
		byteOrderMark,
		skipUnavailableShards,
		chunking,
	];
}

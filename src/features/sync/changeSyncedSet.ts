import * as vscode from 'vscode';
import { firstPlan, type Plan } from '../../core/plan/plan';
import { daysBefore, getToday } from '../../core/sync/model/calendar';
import type { SyncChange } from '../../core/sync/model/changes';
import { type SyncPlan, syncedFields } from '../../core/sync/model/syncedSet';
import type { KnownSet } from '../../engine/protocol';
import { runCommand } from '../../services/commands';
import type { Services } from '../../services/services';
import type { SyncedSetNode } from '../../services/treeNodes';
import { withoutIcons } from '../../vscode/escaping';
import { showStatus } from '../../vscode/messages';
import { type Choice, type InputAnswer, pickOne } from '../../vscode/quickInput';
import { formatCount } from '../../wording/formats';
import { applicationName, describeDay, describeFilters } from '../../wording/planMessages';
import { describeRetentionDays } from '../../wording/syncMessages';
import { agreesToChange, agreesToOtherFilters } from './confirmChange';
import { pickFirstDay } from './firstDay';
import { syncPlanned } from './syncPlanned';
import { updateInWindow } from './updateInWindow';

const { l10n } = vscode;

type ChangeSyncedSetServices = Pick<
	Services,
	'accounts' | 'applications' | 'deviceKeys' | 'exports' | 'syncedRecords' | 'syncSchedule' | 'log'
>;
type SyncedSetSetting = 'since' | 'fields' | 'filters' | 'retentionDays';

const defaultRetentionDays = [7, 30, 90, 365] as const;

/** Minimum number of days to retain. With fewer days, records would be deleted before late records have arrived. */
const minRetentionDays = 2;

export async function changeSyncedSet(
	services: ChangeSyncedSetServices,
	{ account, entry }: Pick<SyncedSetNode, 'account' | 'entry'>,
): Promise<void> {
	const { known } = entry;
	if (!known) {
		return;
	}
	for (;;) {
		const part = await pickPart(known);
		if (part.kind !== 'value') {
			return;
		}
		const answer = await steps[part.value](known, account);
		if (answer.kind === 'dismissed') {
			return;
		}
		if (answer.kind === 'value') {
			await apply(services, { account, entry }, known, answer.value);
			return;
		}
	}
}

type Changed = SyncChange | Pick<SyncPlan, 'filters'>;

async function apply(
	services: ChangeSyncedSetServices,
	{ account, entry }: Pick<SyncedSetNode, 'account' | 'entry'>,
	known: KnownSet,
	change: Changed,
): Promise<void> {
	const { syncedRecords } = services;
	if ('filters' in change) {
		const plan = { ...known.plan, filters: change.filters };
		if (await agreesToOtherFilters(plan)) {
			await syncPlanned(services, account, plan, known.zone);
		}
		return;
	}
	const effect = await syncedRecords.getEffect(entry, change);
	if (!(await agreesToChange(known, change, effect))) {
		return;
	}
	const changed = await syncedRecords.change(entry, change);
	if (effect.missing + effect.again.days > 0 && !known.paused) {
		await services.accounts.signedIn();
		await updateInWindow(services, account, changed);
	} else {
		showStatus(l10n.t('Changed the sync settings of {0}', applicationName(known.plan)));
	}
}

function pickPart(known: KnownSet): Promise<InputAnswer<SyncedSetSetting>> {
	const { plan, retentionDays } = known;
	const choice = (
		label: string,
		icon: string,
		description: string,
		value: SyncedSetSetting,
	): Choice<SyncedSetSetting> => ({
		label,
		iconPath: new vscode.ThemeIcon(icon),
		description: withoutIcons(description),
		value,
	});
	const filters = describeFilters(plan.filters).join(' · ');
	return pickOne({
		title: titleOf(known),
		placeholder: l10n.t('Choose a setting (changes require confirmation)'),
		items: [
			choice(l10n.t('Start date'), 'calendar', describeDay(plan.since), 'since'),
			choice(l10n.t('Fields'), 'list-selection', formatCount(plan.fields.length), 'fields'),
			choice(l10n.t('Filters'), 'filter', filters || l10n.t('none'), 'filters'),
			choice(l10n.t('Retention'), 'archive', describeRetentionDays(retentionDays), 'retentionDays'),
		],
	});
}

type Step = (known: KnownSet, account: SyncedSetNode['account']) => Promise<InputAnswer<Changed>>;

const steps: Readonly<Record<SyncedSetSetting, Step>> = {
	since: promptSince,
	fields: promptFields,
	filters: promptFilters,
	retentionDays: promptRetentionDays,
};

async function promptSince(known: KnownSet): Promise<InputAnswer<SyncChange>> {
	const { plan, zone, retentionDays } = known;
	const today = getToday(new Date(), zone);
	const answer = await pickFirstDay({
		title: titleOf(known),
		zone,
		today,
		current: plan.since,
		canGoBack: true,
		...(retentionDays !== undefined && {
			detail: l10n.t(
				'Retention is "{0}", so records from before {1} aren\'t fetched',
				describeRetentionDays(retentionDays),
				describeDay(daysBefore(today, retentionDays)),
			),
		}),
	});
	return changeOf(answer, (since) => (since === plan.since ? undefined : { since }));
}

async function promptFields(known: KnownSet, account: SyncedSetNode['account']): Promise<InputAnswer<Changed>> {
	const answer = await promptPlan(known, account, 'fields');
	return changeOf(answer, (plan) => {
		const fields = syncedFields(plan.fields);
		const isSame =
			fields.length === known.plan.fields.length && fields.every((field) => known.plan.fields.includes(field));
		return isSame || plan.fields.length === 0 ? undefined : { fields };
	});
}

async function promptFilters(known: KnownSet, account: SyncedSetNode['account']): Promise<InputAnswer<Changed>> {
	const answer = await promptPlan(known, account, 'filters');
	return changeOf(answer, ({ filters }) =>
		JSON.stringify(filters) === JSON.stringify(known.plan.filters) ? undefined : { filters },
	);
}

async function promptPlan(
	known: KnownSet,
	account: SyncedSetNode['account'],
	step: 'fields' | 'filters',
): Promise<InputAnswer<Plan>> {
	const plan: Plan = { ...firstPlan(known.plan.application), ...known.plan, dateDimension: 'receive' };
	const answer = await runCommand('appErrors.changeExport', {
		account,
		plan,
		zone: known.zone,
		step,
		title: titleOf(known),
	});
	return (answer ?? { kind: 'dismissed' }) as InputAnswer<Plan>;
}

async function promptRetentionDays(known: KnownSet): Promise<InputAnswer<SyncChange>> {
	const current = known.retentionDays ?? 'all';
	const answer = await pickOne<number | 'all'>({
		title: titleOf(known),
		placeholder: l10n.t('Choose how many past days to keep, or type a number'),
		items: [
			{
				label: describeRetentionDays(undefined),
				detail: l10n.t('Records are never deleted automatically'),
				value: 'all',
			},
			...defaultRetentionDays.map((days) => ({ label: describeRetentionDays(days), value: days })),
			...(typeof current === 'number' && !defaultRetentionDays.some((days) => days === current)
				? [{ label: describeRetentionDays(current), value: current }]
				: []),
		],
		active: (days) => days === current,
		canGoBack: true,
		typed: (text): Choice<number> | undefined => {
			const days = /^\d{1,5}$/.test(text) ? Number(text) : 0;
			if (days === 0) {
				return undefined;
			}
			return days < minRetentionDays
				? {
						label: describeRetentionDays(days),
						detail: `$(warning) ${l10n.t('Enter at least {0}. Days become final after two days.', formatCount(minRetentionDays))}`,
						value: days,
						refused: true,
					}
				: { label: describeRetentionDays(days), value: days };
		},
	});
	return changeOf(answer, (retentionDays) => (retentionDays === current ? undefined : { retentionDays }));
}

function changeOf<T, R>(answer: InputAnswer<T>, change: (value: T) => R | undefined): InputAnswer<R> {
	if (answer.kind !== 'value') {
		return answer;
	}
	const value = change(answer.value);
	return value === undefined ? { kind: 'back' } : { kind: 'value', value };
}

function titleOf(known: KnownSet): string {
	return l10n.t('Edit Sync Settings: {0}', applicationName(known.plan));
}

import * as vscode from 'vscode';
import type { SyncChange } from '../../core/sync/model/changes';
import type { SyncPlan } from '../../core/sync/model/syncedSet';
import type { EngineApi, KnownSet } from '../../engine/protocol';
import { describeRecordCount, formatBytes, plural } from '../../wording/formats';
import { applicationName, describeDay, describeFilters } from '../../wording/planMessages';
import { describeRetentionDays } from '../../wording/syncMessages';

const { l10n } = vscode;

type Effect = EngineApi['effectOfChange']['result'];

/** Prompts for consent if the change sends requests or deletes data. Otherwise, returns true. */
export async function agreesToChange(known: KnownSet, change: SyncChange, effect: Effect): Promise<boolean> {
	const consequences = consequencesOf(known, change, effect);
	if (consequences.length === 0) {
		return true;
	}
	const agree = effect.removed.days > 0 ? l10n.t('Change and Delete') : l10n.t('Change');
	const chosen = await vscode.window.showWarningMessage(
		getQuestion(known, change),
		{ modal: true, detail: consequences.join('\n') },
		agree,
	);
	return chosen === agree;
}

/** Prompts for consent to create another set, because the filters differ. The existing set stays unchanged. */
export async function agreesToOtherFilters(plan: SyncPlan): Promise<boolean> {
	const { filters, since } = plan;
	const begin = l10n.t('Start Separate Sync');
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Sync records of {0} with different filters?', applicationName(plan)),
		{
			modal: true,
			detail: [
				filters.length === 0 ? l10n.t('No filters.') : l10n.t('Filters: {0}.', describeFilters(filters).join(', ')),
				l10n.t(
					'Records with different filters are synced separately. All days since {0} will be requested.',
					describeDay(since),
				),
				l10n.t('The existing synced records are not changed and continue to sync.'),
			].join('\n'),
		},
		begin,
	);
	return chosen === begin;
}

function getQuestion({ plan }: KnownSet, { since, retentionDays }: SyncChange): string {
	const name = applicationName(plan);
	if (since !== undefined) {
		return l10n.t('Sync records of {0} since {1}?', name, describeDay(since));
	}
	return retentionDays === undefined
		? l10n.t('Change the fields of the synced records of {0}?', name)
		: l10n.t(
				'Change the retention of {0} to "{1}"?',
				name,
				describeRetentionDays(retentionDays === 'all' ? undefined : retentionDays),
			);
}

function consequencesOf(known: KnownSet, change: SyncChange, effect: Effect): readonly string[] {
	const { missing, again, removed, isOpen } = effect;
	const { fields, retentionDays } = change;
	return [
		...(fields ? describeFields(known.plan.fields, fields) : []),
		...(missing > 0
			? [
					plural(missing, {
						one: '{0} earlier day will be requested. The service may have already deleted its records.',
						other: '{0} earlier days will be requested. The service may have already deleted their records.',
					}),
				]
			: []),
		...(again.days > 0
			? [
					plural(
						again.days,
						{
							one: '{0} day will be requested again (about {1}). The added fields are empty until then.',
							other: '{0} days will be requested again (about {1}). The added fields are empty until then.',
						},
						describeRecordCount(again.rows),
					),
				]
			: []),
		...(missing + again.days > 0 && known.paused
			? [l10n.t('The sync is paused. These days will be requested when you resume it.')]
			: []),
		...(typeof retentionDays === 'number'
			? [l10n.t('From now on, every sync deletes days older than this limit.')]
			: []),
		...(removed.days > 0
			? [
					[
						plural(removed.days, { one: '{0} day will be deleted', other: '{0} days will be deleted' }),
						describeRecordCount(removed.rows),
						formatBytes(removed.bytes),
					].join(' · '),
					l10n.t("Records that the service has already deleted can't be restored."),
					...(isOpen
						? [l10n.t('These days are open in an editor and will be deleted by the first sync after it is closed.')]
						: []),
				]
			: []),
	];
}

function describeFields(before: readonly string[], after: readonly string[]): readonly string[] {
	const added = after.filter((field) => !before.includes(field));
	const removed = before.filter((field) => !after.includes(field));
	return [
		...(added.length > 0 ? [l10n.t('Added: {0}', added.join(', '))] : []),
		...(removed.length > 0
			? [l10n.t('No longer requested: {0}. Existing days keep these values.', removed.join(', '))]
			: []),
	];
}

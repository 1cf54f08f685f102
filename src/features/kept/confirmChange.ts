import * as vscode from 'vscode';
import type { KeptChange } from '../../core/kept/model/changes';
import type { KeptPlan } from '../../core/kept/model/keptSet';
import type { EngineApi, KnownSet } from '../../engine/protocol';
import { describeRecordCount, formatBytes, formatCount } from '../../wording/formats';
import { describeKeepDays } from '../../wording/keptMessages';
import { applicationName, describeDay, describeFilters } from '../../wording/planMessages';

const { l10n } = vscode;

type Effect = EngineApi['effectOfChange']['result'];

/** Says what comes of a change. One that asks nothing and removes nothing is not worth a question. */
export async function agreesToChange(known: KnownSet, change: KeptChange, effect: Effect): Promise<boolean> {
	const consequences = consequencesOf(known, change, effect);
	if (consequences.length === 0) {
		return true;
	}
	const agree = effect.removed.days > 0 ? l10n.t('Change and Delete') : l10n.t('Change');
	const chosen = await vscode.window.showWarningMessage(
		questionOf(known, change),
		{ modal: true, detail: consequences.join('\n') },
		agree,
	);
	return chosen === agree;
}

/** Records of other filters are not those that there are: nothing of these is touched. */
export async function agreesToOtherFilters(plan: KeptPlan): Promise<boolean> {
	const { filters, since } = plan;
	const begin = l10n.t('Begin a Set');
	const chosen = await vscode.window.showWarningMessage(
		l10n.t('Keep the records of {0} with other filters?', applicationName(plan)),
		{
			modal: true,
			detail: [
				filters.length === 0 ? l10n.t('Without filters.') : l10n.t('With {0}.', describeFilters(filters).join(', ')),
				l10n.t(
					'Other filters are another question, so that is a set of its own: all days since {0} are asked for.',
					describeDay(since),
				),
				l10n.t('The records that are kept now stay as they are, and are updated as before.'),
			].join('\n'),
		},
		begin,
	);
	return chosen === begin;
}

function questionOf({ plan }: KnownSet, { since, keepDays }: KeptChange): string {
	const name = applicationName(plan);
	if (since !== undefined) {
		return l10n.t('Keep the records of {0} since {1}?', name, describeDay(since));
	}
	return keepDays === undefined
		? l10n.t('Change the fields of the kept records of {0}?', name)
		: l10n.t('Records of {0}: {1}?', name, describeKeepDays(keepDays === 'all' ? undefined : keepDays));
}

function consequencesOf(known: KnownSet, change: KeptChange, effect: Effect): readonly string[] {
	const { missing, again, removed, isOpen } = effect;
	const { fields, keepDays } = change;
	return [
		...(fields ? describeFields(known.plan.fields, fields) : []),
		...(missing > 0
			? [
					missing === 1
						? l10n.t('1 day before is asked for. The service may have dropped its records.')
						: l10n.t(
								'{0} days before are asked for. The service may have dropped their records.',
								formatCount(missing),
							),
				]
			: []),
		...(again.days > 0
			? [
					again.days === 1
						? l10n.t(
								'1 day is asked again, about {0}. Till then it has nothing in what is added.',
								describeRecordCount(again.rows),
							)
						: l10n.t(
								'{0} days are asked again, about {1}. Till then they have nothing in what is added.',
								formatCount(again.days),
								describeRecordCount(again.rows),
							),
				]
			: []),
		...(missing + again.days > 0 && known.paused ? [l10n.t('That waits until updates go on: they are paused.')] : []),
		...(typeof keepDays === 'number'
			? [l10n.t('From now on each update deletes the days that are older, whole.')]
			: []),
		...(removed.days > 0
			? [
					[
						removed.days === 1 ? l10n.t('1 day is deleted') : l10n.t('{0} days are deleted', formatCount(removed.days)),
						describeRecordCount(removed.rows),
						formatBytes(removed.bytes),
					].join(' · '),
					l10n.t('What the service has dropped meanwhile cannot be had again.'),
					...(isOpen ? [l10n.t('They are open in a view, and go with the first update after it is closed.')] : []),
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
			? [l10n.t('Not asked for any more: {0}. Days that are here keep what they have of it.', removed.join(', '))]
			: []),
	];
}

import * as vscode from 'vscode';
import { AppError } from '../../core/common/errors';
import { applicationFileName } from '../../core/export/model/names';
import { formats } from '../../core/plan/plan';
import { getToday } from '../../core/sync/model/calendar';
import type { DescribedSyncedSet, KnownSet, SyncedSetEntry } from '../../engine/protocol';
import { openRecords } from '../../services/openRecords';
import { saveWithProgress } from '../../services/savingRecords';
import type { Services } from '../../services/services';
import { countStates, type DaySpan, type DaysChoice, getSpan, isDayIn } from '../../shared/syncedDays';
import { showInformation, showWarning } from '../../vscode/messages';
import { type InputAnswer, inputText, pickOne, separator } from '../../vscode/quickInput';
import { describeRecordCount, formatBytes, plural } from '../../wording/formats';
import { applicationName, describeDay, describeFormat } from '../../wording/planMessages';
import { describeDays } from '../../wording/syncMessages';
import { readDay } from './firstDay';

const { l10n } = vscode;

const savedFormats = [...formats, 'parquet'] as const;
type SavedFormat = (typeof savedFormats)[number];

const usualDays = [7, 30] as const;

export async function exportSyncedSet(
	{ syncedRecords }: Pick<Services, 'syncedRecords'>,
	{ known }: SyncedSetEntry,
): Promise<void> {
	const set = known && (await syncedRecords.describe(known.manifest));
	if (!known || !set) {
		return;
	}
	const asked = await promptContent(known, set);
	if (asked && daysIn(set, asked.days).every(({ rows }) => rows === 0)) {
		void showInformation(
			l10n.t('There are no records to export ({0}).', describeCompleteness(daysIn(set, asked.days))),
		);
		return;
	}
	const target = asked && (await promptDestination(known, asked));
	if (!target) {
		return;
	}
	if (target.scheme !== 'file') {
		throw new AppError({ kind: 'notOnDisk', scheme: target.scheme });
	}
	const place = vscode.workspace.asRelativePath(target);
	const saved = await saveWithProgress(place, (options) =>
		syncedRecords.exportDays(known, asked, target.fsPath, options),
	);
	if (saved) {
		const what = l10n.t('Saved {0} ({1}) to {2}', describeRecordCount(saved.records), formatBytes(saved.bytes), place);
		void notifySaved(`${what}. ${describeCompleteness(daysIn(set, asked.days))}`, target, set, asked);
	}
}

interface ExportOptions {
	readonly days: DaySpan | undefined;
	readonly format: SavedFormat;
}

async function promptContent(known: KnownSet, set: DescribedSyncedSet): Promise<ExportOptions | undefined> {
	for (;;) {
		const days = await promptDays(known, set);
		if (days.kind !== 'value') {
			return undefined;
		}
		const format = await pickOne<SavedFormat>({
			title: titleOf(known),
			placeholder: l10n.t('Choose an output format'),
			items: savedFormats.map((format) => ({ label: describeFormat(format), value: format })),
			active: (format) => format === known.plan.format,
			canGoBack: true,
		});
		if (format.kind !== 'back') {
			return format.kind === 'value' ? { days: days.value, format: format.value } : undefined;
		}
	}
}

async function promptDays(known: KnownSet, set: DescribedSyncedSet): Promise<InputAnswer<DaySpan | undefined>> {
	for (;;) {
		const answer = await pickDays(known, set);
		if (answer.kind !== 'value') {
			return answer;
		}
		if (answer.value !== 'typed') {
			return { kind: 'value', value: spanOfChoice(known, answer.value) };
		}
		const typed = await typeDays(known);
		if (typed.kind !== 'back') {
			return typed;
		}
	}
}

function pickDays(known: KnownSet, set: DescribedSyncedSet): Promise<InputAnswer<DaysChoice | 'typed'>> {
	const row = (label: string, choice: DaysChoice) => {
		const days = daysIn(set, spanOfChoice(known, choice));
		return {
			label,
			description: describeRecordCount(days.reduce((sum, { rows }) => sum + rows, 0)),
			detail: describeCompleteness(days),
			value: choice,
		};
	};
	return pickOne<DaysChoice | 'typed'>({
		title: titleOf(known),
		placeholder: l10n.t('Choose the days to export (synced records only)'),
		items: [
			row(l10n.t('All days since {0}', describeDay(known.plan.since)), { kind: 'all' }),
			...usualDays.map((days) =>
				row(plural(days, { one: 'Last {0} day', other: 'Last {0} days' }), { kind: 'last', days }),
			),
			separator(),
			{ label: l10n.t('Custom range…'), detail: l10n.t('Enter the first and last day'), value: 'typed' as const },
		],
	});
}

async function typeDays(known: KnownSet): Promise<InputAnswer<DaySpan>> {
	const today = getToday(new Date(), known.zone);
	for (;;) {
		const first = await typeDay(known, l10n.t('Enter the first day (YYYY-MM-DD)'), known.plan.since, () => true);
		if (first.kind !== 'value') {
			return first;
		}
		const last = await typeDay(known, l10n.t('Enter the last day (YYYY-MM-DD)'), today, (day) => day >= first.value);
		if (last.kind !== 'back') {
			return last.kind === 'value' ? { kind: 'value', value: { first: first.value, last: last.value } } : last;
		}
	}
}

async function typeDay(
	known: KnownSet,
	prompt: string,
	value: string,
	fits: (day: string) => boolean,
): Promise<InputAnswer<string>> {
	const answer = await inputText({
		title: titleOf(known),
		prompt,
		placeholder: 'yyyy-mm-dd',
		value,
		canGoBack: true,
		validate: (text) => {
			const day = readDay(text);
			if (day === undefined) {
				return l10n.t('Enter a date, for example 2026-01-31.');
			}
			return fits(day) ? undefined : l10n.t('The last day must not be before the first day.');
		},
	});
	return answer.kind === 'value' ? { kind: 'value', value: readDay(answer.value) ?? value } : answer;
}

function promptDestination(known: KnownSet, { days, format }: ExportOptions): Thenable<vscode.Uri | undefined> {
	const { plan, zone } = known;
	const { first, last } = days ?? { first: plan.since, last: getToday(new Date(), zone) };
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const name = `${applicationFileName(plan.application)}-${first}-${last}.errors.${format}`;
	return vscode.window.showSaveDialog({
		title: titleOf(known),
		...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
		filters: { [describeFormat(format)]: [format] },
	});
}

async function notifySaved(
	text: string,
	target: vscode.Uri,
	set: DescribedSyncedSet,
	{ days }: ExportOptions,
): Promise<void> {
	const isWhole = daysIn(set, days).every(({ state }) => state === 'final');
	if ((await (isWhole ? showInformation : showWarning)(text, l10n.t('Open Results View'))) !== undefined) {
		await openRecords(target, 'results');
	}
}

function describeCompleteness(days: DescribedSyncedSet['days']): string {
	const counts = countStates(days);
	const facts = [
		...describeDays({ days: counts }),
		...(counts.provisional === 0
			? []
			: [
					plural(counts.provisional, {
						one: '{0} day still receiving data',
						other: '{0} days still receiving data',
					}),
				]),
	];
	const all = plural(days.length, { one: '{0} day', other: '{0} days' });
	return facts.length === 0 ? l10n.t('{0}, no further changes expected', all) : `${all}: ${facts.join(', ')}`;
}

function daysIn({ days }: DescribedSyncedSet, span: DaySpan | undefined): DescribedSyncedSet['days'] {
	return days.filter(({ day }) => isDayIn(day, span));
}

function spanOfChoice({ zone }: KnownSet, choice: DaysChoice): DaySpan | undefined {
	return getSpan(choice, getToday(new Date(), zone));
}

function titleOf({ plan }: KnownSet): string {
	return l10n.t('Export Synced Records: {0}', applicationName(plan));
}

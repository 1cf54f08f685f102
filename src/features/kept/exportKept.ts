import * as vscode from 'vscode';
import { AppError } from '../../core/common/errors';
import { applicationFileName } from '../../core/export/model/names';
import { todayOf } from '../../core/kept/model/calendar';
import { formats } from '../../core/plan/plan';
import type { DescribedKept, KeptEntry, KnownSet } from '../../engine/protocol';
import { openRecords } from '../../services/openRecords';
import { saveWithProgress } from '../../services/savingRecords';
import type { Services } from '../../services/services';
import { countStates, type DaySpan, type DaysChoice, isDayIn, spanOf } from '../../shared/keptDays';
import { showInformation, showWarning } from '../../vscode/messages';
import { type InputAnswer, inputText, pickOne, separator } from '../../vscode/quickInput';
import { describeRecordCount, formatBytes, formatCount } from '../../wording/formats';
import { describeDays } from '../../wording/keptMessages';
import { applicationName, describeDay, describeFormat } from '../../wording/planMessages';
import { readDay } from './firstDay';

const { l10n } = vscode;

const savedFormats = [...formats, 'parquet'] as const;
type SavedFormat = (typeof savedFormats)[number];

/** Days before the present one whose records are exported, for most. */
const usualDays = [7, 30] as const;

/** Writes the records of some days of a set to one file. Nobody is asked for it. */
export async function exportKept({ kept }: Pick<Services, 'kept'>, { known }: KeptEntry): Promise<void> {
	const set = known && (await kept.describe(known.manifest));
	if (!known || !set) {
		return;
	}
	const asked = await askWhat(known, set);
	if (asked && daysIn(set, asked.days).every(({ rows }) => rows === 0)) {
		void showInformation(l10n.t('Nothing to export: {0}, no records.', describeCompleteness(daysIn(set, asked.days))));
		return;
	}
	const target = asked && (await askWhere(known, asked));
	if (!target) {
		return;
	}
	if (target.scheme !== 'file') {
		throw new AppError({ kind: 'notOnDisk', scheme: target.scheme });
	}
	const place = vscode.workspace.asRelativePath(target);
	const saved = await saveWithProgress(place, (options) => kept.exportDays(known, asked, target.fsPath, options));
	if (saved) {
		const what = l10n.t('Saved {0} ({1}) to {2}', describeRecordCount(saved.records), formatBytes(saved.bytes), place);
		void sayWhatWasSaved(`${what}. ${describeCompleteness(daysIn(set, asked.days))}`, target, set, asked);
	}
}

interface Asked {
	/** All days if none are given. */
	readonly days: DaySpan | undefined;
	readonly format: SavedFormat;
}

/** Days, then the format; Back leads from this to those. */
async function askWhat(known: KnownSet, set: DescribedKept): Promise<Asked | undefined> {
	for (;;) {
		const days = await askDays(known, set);
		if (days.kind !== 'value') {
			return undefined;
		}
		const format = await pickOne<SavedFormat>({
			title: titleOf(known),
			placeholder: l10n.t('How the records are written'),
			items: savedFormats.map((format) => ({ label: describeFormat(format), value: format })),
			active: (format) => format === known.plan.format,
			canGoBack: true,
		});
		if (format.kind !== 'back') {
			return format.kind === 'value' ? { days: days.value, format: format.value } : undefined;
		}
	}
}

async function askDays(known: KnownSet, set: DescribedKept): Promise<InputAnswer<DaySpan | undefined>> {
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

function pickDays(known: KnownSet, set: DescribedKept): Promise<InputAnswer<DaysChoice | 'typed'>> {
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
		placeholder: l10n.t('Which days. Nothing is asked of the service.'),
		items: [
			row(l10n.t('All days since {0}', describeDay(known.plan.since)), { kind: 'all' }),
			...usualDays.map((days) => row(l10n.t('Last {0} days', formatCount(days)), { kind: 'last', days })),
			separator(),
			{ label: l10n.t('From … to …'), detail: l10n.t('Type both days'), value: 'typed' as const },
		],
	});
}

async function typeDays(known: KnownSet): Promise<InputAnswer<DaySpan>> {
	const today = todayOf(new Date(), known.zone);
	for (;;) {
		const first = await typeDay(known, l10n.t('The first day, as yyyy-mm-dd'), known.plan.since, () => true);
		if (first.kind !== 'value') {
			return first;
		}
		const last = await typeDay(known, l10n.t('The last day, as yyyy-mm-dd'), today, (day) => day >= first.value);
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
				return l10n.t('Write a day such as 2026-01-31.');
			}
			return fits(day) ? undefined : l10n.t('That is before the first day.');
		},
	});
	return answer.kind === 'value' ? { kind: 'value', value: readDay(answer.value) ?? value } : answer;
}

/** The name tells the days. */
function askWhere(known: KnownSet, { days, format }: Asked): Thenable<vscode.Uri | undefined> {
	const { plan, zone } = known;
	const { first, last } = days ?? { first: plan.since, last: todayOf(new Date(), zone) };
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const name = `${applicationFileName(plan.application)}-${first}-${last}.errors.${format}`;
	return vscode.window.showSaveDialog({
		title: titleOf(known),
		...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
		filters: { [describeFormat(format)]: [format] },
	});
}

async function sayWhatWasSaved(
	text: string,
	target: vscode.Uri,
	set: DescribedKept,
	{ days, format }: Asked,
): Promise<void> {
	// The results view reads no Parquet.
	const open = format === 'parquet' ? [] : [l10n.t('Open Results View')];
	const isWhole = daysIn(set, days).every(({ state }) => state === 'settled');
	if ((await (isWhole ? showInformation : showWarning)(text, ...open)) !== undefined) {
		await openRecords(target, 'results');
	}
}

/** Whether the records are all that there are of these days. */
function describeCompleteness(days: DescribedKept['days']): string {
	const counts = countStates(days);
	const facts = [
		...describeDays({ days: counts }),
		...(counts.open === 0
			? []
			: [counts.open === 1 ? l10n.t('1 day still open') : l10n.t('{0} days still open', formatCount(counts.open))]),
	];
	const all = days.length === 1 ? l10n.t('1 day') : l10n.t('{0} days', formatCount(days.length));
	return facts.length === 0 ? l10n.t('{0}, all settled', all) : `${all}: ${facts.join(', ')}`;
}

function daysIn({ days }: DescribedKept, span: DaySpan | undefined): DescribedKept['days'] {
	return days.filter(({ day }) => isDayIn(day, span));
}

function spanOfChoice({ zone }: KnownSet, choice: DaysChoice): DaySpan | undefined {
	return spanOf(choice, todayOf(new Date(), zone));
}

function titleOf({ plan }: KnownSet): string {
	return l10n.t('Export kept records of {0}', applicationName(plan));
}

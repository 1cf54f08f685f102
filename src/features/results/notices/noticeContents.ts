import { l10n } from 'vscode';
import type { ExportEntry, Outcome } from '../../../core/export/model/entry';
import { isVerifiable } from '../../../core/export/slices/proof';
import type { Plan } from '../../../core/plan/plan';
import type { NoticeContent, Remedy } from '../../../services/pages/notices';
import { countStates, isWorthAsking } from '../../../shared/keptDays';
import { columnsAtFirst, type FileChange, type FileReading } from '../../../shared/results';
import { describeRecordCount, formatCount } from '../../../wording/formats';
import { describeDays } from '../../../wording/keptMessages';
import { alarmingDoubts, describeDoubts, describeFlags, describeProof } from '../../../wording/outcomeMessages';
import type { KeptInView } from '../kept/pageKept';
import { describeFileForm } from './formMessages';

export interface Remedies {
	/** Carries the export out again with something changed. */
	readonly repeat: (change: Partial<Plan>) => PromiseLike<unknown>;
	readonly chooseApplication: () => PromiseLike<unknown>;
	/** Filters by broken records. */
	readonly showBroken: () => PromiseLike<unknown>;
	readonly readAgain: () => PromiseLike<unknown>;
	/** Asks how the file is written, and reads it so. */
	readonly readAs: () => PromiseLike<unknown>;
	/** Asks the service about days of kept records. */
	readonly fetchDays: (days: readonly string[]) => PromiseLike<unknown>;
	readonly showAllDays: () => PromiseLike<unknown>;
	/** Asks the service again and compares. */
	readonly verify: () => PromiseLike<unknown>;
	/** Fetches what an export misses. */
	readonly resume: () => PromiseLike<unknown>;
}

interface Circumstances {
	/** Undefined for a file that is no export of ours. */
	readonly entry: ExportEntry | undefined;
	/** Undefined for anything but kept records. */
	readonly kept?: KeptInView | undefined;
	readonly reading: FileReading;
	/** What became of the file since it was read. */
	readonly change: FileChange | undefined;
}

/** What must be known before the records, or their count, are trusted. */
export function describeNotices({ entry, kept, reading, change }: Circumstances, remedies: Remedies): NoticeContent[] {
	return [
		...(kept ? aboutKept(kept, reading, remedies) : []),
		...(change && (!kept || change === 'gone') ? [changedFile(change, remedies)] : []),
		...(entry ? aboutExport(entry, reading, remedies) : []),
		...aboutFile(reading, remedies),
	];
}

function changedFile(change: FileChange, { readAgain }: Remedies): NoticeContent {
	if (change === 'loaded') {
		const text = l10n.t('Records were loaded since these were opened.');
		return { kind: 'info', text, remedies: [{ label: l10n.t('Show'), run: readAgain }] };
	}
	const text = {
		changed: l10n.t('The file was changed since it was read, so what is shown may be wrong.'),
		shortened: l10n.t(
			'The file was shortened since it was read. Records are missing from it, so what is shown may be wrong.',
		),
		replaced: l10n.t('The file was replaced by another one since it was read. What is shown is from before.'),
		gone: l10n.t('The file was moved or deleted since it was read. What is shown is from before.'),
	}[change];
	return warning(text, { label: l10n.t('Read Again'), run: readAgain });
}

/** What came since the records were read is told and not shown unasked: nobody is torn away from what they look at. */
function aboutKept(
	{ rows, days }: KeptInView,
	{ progress, done }: FileReading,
	{ readAgain, fetchDays }: Remedies,
): NoticeContent[] {
	const more = rows - progress.records;
	const notices: NoticeContent[] = [];
	if (done && more > 0) {
		const text = more === 1 ? l10n.t('1 new record') : l10n.t('{0} new records', formatCount(more));
		notices.push({ kind: 'info', text, remedies: [{ label: l10n.t('Show'), run: readAgain }] });
	} else if (done && more < 0) {
		const text = l10n.t('Records were removed since these were read. What is shown is from before.');
		notices.push(warning(text, { label: l10n.t('Read Again'), run: readAgain }));
	}
	const lacking = describeDays({ days: countStates(days) });
	if (lacking.length > 0) {
		const text = l10n.t('These records are not of all days: {0}.', lacking.join(', '));
		const wanted = days.filter(({ state }) => isWorthAsking(state)).map(({ day }) => day);
		const fetch: Remedy = { label: l10n.t('Fetch These Days'), run: () => fetchDays(wanted) };
		notices.push(warning(text, ...(wanted.length > 0 ? [fetch] : [])));
	}
	return notices;
}

function aboutExport(entry: ExportEntry, reading: FileReading, remedies: Remedies): NoticeContent[] {
	const { outcome, stored } = entry;
	const { repeat } = remedies;
	const again: Remedy = { label: l10n.t('Repeat Export'), run: () => repeat({}) };
	if (!outcome) {
		return [
			warning(l10n.t('This export was interrupted, or its file was changed since: records may be missing.'), again),
		];
	}
	const unlimited: Remedy = { label: l10n.t('Export without Limit'), run: () => repeat({ limit: undefined }) };
	const notices = describeFlags(outcome.flags, stored.plan.limit)
		.filter(({ flag }) => flag !== 'empty')
		.map(({ flag, meaning }) =>
			warning(meaning, flag === 'limitReached' && stored.plan.limit !== undefined ? unlimited : again),
		);
	notices.push(...aboutProof(entry, outcome, remedies));
	const { records } = reading.progress;
	if (reading.done && records !== outcome.rows) {
		const [counted, found] = [formatCount(outcome.rows), formatCount(records)];
		notices.push(
			warning(l10n.t('The export counted {0} records, but {1} were found in its file.', counted, found), again),
		);
	}
	return notices;
}

/** That an export is unverified stands beside the title; here is what speaks against it. */
function aboutProof({ stored, resumable }: ExportEntry, outcome: Outcome, remedies: Remedies): NoticeContent[] {
	const { proof } = outcome;
	const alarming = alarmingDoubts(outcome);
	if (proof === 'proven' || (proof === 'unproven' && alarming.length === 0)) {
		return [];
	}
	const text = [...(proof === 'cut' ? [describeProof(proof).meaning] : []), ...describeDoubts(alarming)].join(' ');
	const fetch: Remedy = { label: l10n.t('Fetch Missing Records'), run: remedies.resume };
	const verify: Remedy = { label: l10n.t('Verify'), run: remedies.verify };
	const slices: Remedy = { label: l10n.t('Export in Slices'), run: () => remedies.repeat({ slicing: 'day' }) };
	const canSlice = stored.plan.slicing === undefined;
	const check = isVerifiable(outcome) ? [verify] : [];
	return [warning(text, ...(proof === 'cut' && resumable ? [fetch] : check), ...(canSlice ? [slices] : []))];
}

function aboutFile({ progress }: FileReading, { showBroken, readAs }: Remedies): NoticeContent[] {
	const { truncated, broken, guessed, moreColumns, columns, form, format } = progress.info;
	const notices: NoticeContent[] = [];
	if (form) {
		const otherwise: Remedy = { label: l10n.t('Read Otherwise…'), run: readAs };
		notices.push({ kind: 'info', text: describeFileForm(form, format), remedies: [otherwise] });
	}
	if (columns.length > columnsAtFirst) {
		const counts = [formatCount(columns.length), formatCount(columnsAtFirst)];
		const text = l10n.t('The file has {0} columns, of which {1} are shown at first.', ...counts);
		notices.push({ kind: 'info', text, remedies: [] });
	}
	if (moreColumns) {
		const shown = formatCount(columns.length);
		notices.push(warning(l10n.t('The file has more than {0} columns. Only so many of them are shown.', shown)));
	}
	if (truncated) {
		notices.push(warning(l10n.t('The file ends in the middle of a record. All records before it are here.')));
	}
	if (broken > 0) {
		const text =
			broken === 1
				? l10n.t('1 record does not fit the columns or cannot be read. It is shown as it stands.')
				: l10n.t(
						'{0} do not fit the columns or cannot be read. They are shown as they stand.',
						describeRecordCount(broken),
					);
		const ends =
			guessed > 0
				? [
						l10n.t(
							'Of {0} the end had to be guessed: what stands behind may be part of it.',
							describeRecordCount(guessed),
						),
					]
				: [];
		notices.push(warning([text, ...ends].join(' '), { label: l10n.t('Show'), run: showBroken }));
	}
	return notices;
}

function warning(text: string, ...remedies: Remedy[]): NoticeContent {
	return { kind: 'warning', text, remedies };
}

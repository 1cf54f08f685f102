import { l10n } from 'vscode';
import { isVerifiable } from '../../../core/export/chunks/proof';
import type { ExportEntry, Outcome } from '../../../core/export/model/entry';
import type { Plan } from '../../../core/plan/plan';
import { getNewFields } from '../../../core/sync/model/newFields';
import type { NoticeAction, NoticeContent } from '../../../services/pages/notices';
import { type FileLimit, getFileLimits } from '../../../shared/fileLimits';
import { columnsAtFirst, type FileChange, type FileReading } from '../../../shared/results';
import { countStates, isWorthAsking } from '../../../shared/syncedDays';
import { describeFileLimit } from '../../../wording/fileLimitMessages';
import { formatCount, plural } from '../../../wording/formats';
import { alarmingDoubts, describeDoubts, describeFlags, describeProof } from '../../../wording/outcomeMessages';
import { describeDays } from '../../../wording/syncMessages';
import type { SyncedSetInView } from '../sync/pageSyncedSet';

export interface NoticeActions {
	readonly repeat: (change: Partial<Plan>) => PromiseLike<unknown>;
	readonly chooseApplication: () => PromiseLike<unknown>;
	readonly showBroken: () => PromiseLike<unknown>;
	readonly readAgain: () => PromiseLike<unknown>;
	readonly readAs: () => PromiseLike<unknown>;
	readonly fetchDays: (days: readonly string[]) => PromiseLike<unknown>;
	readonly showAllDays: () => PromiseLike<unknown>;
	readonly verify: () => PromiseLike<unknown>;
	readonly resume: () => PromiseLike<unknown>;
}

interface NoticeContext {
	readonly entry: ExportEntry | undefined;
	readonly syncedSet?: SyncedSetInView | undefined;
	readonly reading: FileReading;
	readonly change: FileChange | undefined;
}

export function describeNotices(
	{ entry, syncedSet, reading, change }: NoticeContext,
	actions: NoticeActions,
): NoticeContent[] {
	return [
		...(syncedSet ? describeSyncedSetNotices(syncedSet, reading, actions) : []),
		...(change && (!syncedSet || change === 'gone') ? [changedFile(change, actions)] : []),
		...(entry ? aboutExport(entry, reading, actions) : []),
		...aboutFile(reading, actions),
	];
}

function changedFile(change: FileChange, { readAgain }: NoticeActions): NoticeContent {
	if (change === 'loaded') {
		const text = l10n.t('New records were loaded after this view was opened.');
		return { kind: 'info', text, actions: [{ label: l10n.t('Show'), run: readAgain }] };
	}
	const text = {
		changed: l10n.t('The file has changed on disk. The records shown may be wrong.'),
		shortened: l10n.t(
			'The file is now shorter than when it was opened. Some records no longer exist, and those shown may be wrong.',
		),
		replaced: l10n.t('The file was replaced on disk. The records shown are from the previous file.'),
		gone: l10n.t('The file was moved or deleted. This view still shows its records.'),
	}[change];
	return warning(text, { label: l10n.t('Reload'), run: readAgain });
}

/** Announces records and fields that were synced after the view was opened. *Show* adds them to the view. */
function describeSyncedSetNotices(
	{ rows, days, fields, isUpdated }: SyncedSetInView,
	{ progress, done }: FileReading,
	{ readAgain, fetchDays }: NoticeActions,
): NoticeContent[] {
	const more = rows - progress.records;
	const notices: NoticeContent[] = [];
	if (done && more > 0) {
		const text = plural(more, { one: '{0} new record', other: '{0} new records' });
		notices.push({ kind: 'info', text, actions: [{ label: l10n.t('Show'), run: readAgain }] });
	} else if (done && more < 0) {
		const text = l10n.t('Some records were removed after this view was opened. This view still shows them.');
		notices.push(warning(text, { label: l10n.t('Reload'), run: readAgain }));
	}
	const columns = progress.info.columns.map(({ name }) => name);
	const newFields = done && !isUpdated ? getNewFields(fields.available, fields.asOpened, columns) : [];
	if (newFields.length > 0) {
		const text = l10n.t('Fields were added after this view was opened: {0}.', newFields.join(', '));
		notices.push({ kind: 'info', text, actions: [{ label: l10n.t('Show'), run: readAgain }] });
	}
	const lacking = describeDays({ days: countStates(days) });
	if (lacking.length > 0) {
		const text = l10n.t('Some days are incomplete: {0}.', lacking.join(', '));
		const wanted = days.filter(({ state }) => isWorthAsking(state)).map(({ day }) => day);
		const fetch: NoticeAction = { label: l10n.t('Fetch These Days'), run: () => fetchDays(wanted) };
		notices.push(warning(text, ...(wanted.length > 0 ? [fetch] : [])));
	}
	return notices;
}

function aboutExport(entry: ExportEntry, reading: FileReading, actions: NoticeActions): NoticeContent[] {
	const { outcome, stored, resumable } = entry;
	const { repeat } = actions;
	const resume: NoticeAction = { label: l10n.t('Resume'), run: actions.resume };
	const again: NoticeAction = { label: l10n.t('Repeat Export'), run: () => repeat({}) };
	if (!outcome) {
		return [
			warning(l10n.t('Some records may be missing: the export was interrupted, or its file was changed.'), again),
		];
	}
	const unlimited: NoticeAction = { label: l10n.t('Export Without Limit'), run: () => repeat({ limit: undefined }) };
	const notices = describeFlags(outcome.flags, stored.plan.limit)
		.filter(({ flag }) => flag !== 'empty')
		.map(({ flag, meaning }) => {
			const remedy = flag === 'limitReached' && stored.plan.limit !== undefined ? unlimited : again;
			return warning(meaning, flag === 'stopped' && resumable ? resume : remedy);
		});
	notices.push(...aboutProof(entry, outcome, actions));
	const { records } = reading.progress;
	if (reading.done && records !== outcome.rows) {
		notices.push(warning(describeFileLimit({ kind: 'otherCount', exported: outcome.rows, records }), again));
	}
	return notices;
}

/** Explains signs of missing records. The verification status is not explained, because the title shows it. */
function aboutProof({ stored, resumable }: ExportEntry, outcome: Outcome, actions: NoticeActions): NoticeContent[] {
	const { proof } = outcome;
	const alarming = alarmingDoubts(outcome);
	if (proof === 'proven' || (proof === 'unproven' && alarming.length === 0)) {
		return [];
	}
	const text = [...(proof === 'cut' ? [describeProof(proof).meaning] : []), ...describeDoubts(alarming)].join(' ');
	const fetch: NoticeAction = { label: l10n.t('Fetch Missing Records'), run: actions.resume };
	const verify: NoticeAction = { label: l10n.t('Verify'), run: actions.verify };
	const chunks: NoticeAction = { label: l10n.t('Export in Chunks'), run: () => actions.repeat({ chunking: 'day' }) };
	const canChunk = stored.plan.chunking === undefined;
	const check = isVerifiable(outcome) ? [verify] : [];
	return [warning(text, ...(proof === 'cut' && resumable ? [fetch] : check), ...(canChunk ? [chunks] : []))];
}

function aboutFile({ progress }: FileReading, { showBroken, readAs }: NoticeActions): NoticeContent[] {
	const { columns } = progress.info;
	const offered: Readonly<Partial<Record<FileLimit['kind'], NoticeAction>>> = {
		detectedForm: { label: l10n.t('Reopen with Format…'), run: readAs },
		malformed: { label: l10n.t('Show'), run: showBroken },
	};
	const notices = getFileLimits(progress.info).map((limit): NoticeContent => {
		const action = offered[limit.kind];
		const kind = limit.kind === 'detectedForm' ? 'info' : 'warning';
		return { kind, text: describeFileLimit(limit), actions: action ? [action] : [] };
	});
	if (columns.length > columnsAtFirst) {
		const counts = [formatCount(columns.length), formatCount(columnsAtFirst)];
		const text = l10n.t('The file has {0} columns. The first {1} are shown.', ...counts);
		notices.push({ kind: 'info', text, actions: [] });
	}
	return notices;
}

function warning(text: string, ...actions: NoticeAction[]): NoticeContent {
	return { kind: 'warning', text, actions };
}

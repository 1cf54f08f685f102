import { l10n } from 'vscode';
import type { ExportProgress, LastAnswer, OverallProgress } from '../core/export/model/entry';
import { describeRecordCount, formatBytes, formatClock, formatCount, formatDuration, formatShare } from './formats';

type Downloading = Extract<ExportProgress, { state: 'downloading' }>;

/** What an export is doing, in a few words after its title. */
export function describeProgress(progress: ExportProgress): string {
	const { overall } = progress;
	return [overall && describeSlices(overall), describeStep(progress)].filter((part) => part !== undefined).join(' · ');
}

/** The same in a word or two, for a row or a bar that has no room: `slice 4 of 31 · 12,431 records`, `queued 40%`. */
export function describeProgressShortly(progress: ExportProgress): string {
	const { overall } = progress;
	return [overall && describePlace(overall), describeStepShortly(progress)]
		.filter((part) => part !== undefined)
		.join(' · ');
}

/** The time since it was begun and what the service said last, for a line of its own. */
export function describeWaiting(startedAt: number, lastAnswer: LastAnswer | undefined, now = Date.now()): string {
	const since = l10n.t('running for {0}', formatDuration(now - startedAt));
	return lastAnswer ? [since, describeAnswer(lastAnswer)].join(' · ') : since;
}

function describeAnswer({ kind, at }: LastAnswer): string {
	const clock = formatClock(new Date(at));
	switch (kind) {
		case 'queued':
			return l10n.t('last answer at {0}: still being prepared', clock);
		case 'throttled':
			return l10n.t('last answer at {0}: too busy', clock);
		case 'records':
			return l10n.t('last answer at {0}: records', clock);
	}
}

function describeStep(progress: ExportProgress): string {
	switch (progress.state) {
		case 'begun':
		case 'asking':
			return l10n.t('asking the service');
		case 'waitingForTurn':
			return l10n.t('waiting for the other export of this application');
		case 'queued':
			// Without a time: minutes may pass until the next answer, and the words would stand still.
			return progress.percent === undefined
				? l10n.t('queued by the service')
				: l10n.t('queued by the service, {0}', formatShare(progress.percent, 100));
		case 'throttled':
			return l10n.t('the service asks to wait {0}', formatDuration(progress.forMs));
		case 'retrying':
			return l10n.t(
				'the request failed; trying again in {0} (attempt {1})',
				formatDuration(progress.forMs),
				progress.attempt,
			);
		case 'downloading':
			return [
				describeArrived(progress),
				describeRecordCount((progress.overall?.rows ?? 0) + progress.rows),
				l10n.t('{0} per second', formatBytes(progress.bytesPerSecond)),
			].join(' · ');
		case 'checking':
			return l10n.t('checking what is here: {0}', shareOf(progress));
		case 'joining':
			return l10n.t('joining the slices: {0}', shareOf(progress));
		case 'comparing':
			return l10n.t('comparing: {0}', shareOf(progress));
	}
}

/** Of all slices, as the records are counted everywhere: how long they will be together is not known. */
function describeArrived({ bytes, totalBytes, overall }: Downloading): string {
	return totalBytes === undefined || (overall && overall.slices > 1)
		? formatBytes((overall?.bytes ?? 0) + bytes)
		: shareOf({ bytes, totalBytes });
}

function describeStepShortly(progress: ExportProgress): string {
	switch (progress.state) {
		case 'begun':
		case 'asking':
			// Between two slices, whose words would only flicker.
			return progress.overall?.rows ? describeRecordCount(progress.overall.rows) : l10n.t('asking');
		case 'waitingForTurn':
			return l10n.t('waiting for its turn');
		case 'queued':
			return progress.percent === undefined
				? l10n.t('queued')
				: l10n.t('queued {0}', formatShare(progress.percent, 100));
		case 'throttled':
			return l10n.t('waiting {0}', formatDuration(progress.forMs));
		case 'retrying':
			return l10n.t('trying again');
		case 'downloading':
			return describeRecordCount((progress.overall?.rows ?? 0) + progress.rows);
		case 'checking':
			return l10n.t('checking');
		case 'joining':
			return l10n.t('joining');
		case 'comparing':
			return l10n.t('comparing');
	}
}

function describeSlices(overall: OverallProgress): string | undefined {
	const place = describePlace(overall);
	return place !== undefined && overall.reused > 0
		? l10n.t('{0}, {1} were here', place, formatCount(overall.reused))
		: place;
}

/** Nothing for an export in one piece. */
function describePlace({ slice, slices }: OverallProgress): string | undefined {
	return slices <= 1 ? undefined : l10n.t('slice {0} of {1}', formatCount(slice), formatCount(slices));
}

function shareOf({ bytes, totalBytes }: { readonly bytes: number; readonly totalBytes: number }): string {
	return l10n.t('{0} of {1}', formatBytes(bytes), formatBytes(totalBytes));
}

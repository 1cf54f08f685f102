import type { ExportProgress, LastAnswer, OverallProgress } from '../core/export/model/entry';
import { type Zone, zoneName } from '../core/plan/range';
import {
	describeRecordCount,
	formatBytes,
	formatCount,
	formatDuration,
	formatMoment,
	formatShare,
	withZone,
} from './formats';
import { l10n } from './l10n';

type Downloading = Extract<ExportProgress, { state: 'downloading' }>;

export function describeProgress(progress: ExportProgress): string {
	const { overall } = progress;
	return [overall && describeChunks(overall), describeStep(progress)].filter((part) => part !== undefined).join(' · ');
}

export function describeProgressShortly(progress: ExportProgress): string {
	const { overall } = progress;
	return [overall && describePlace(overall), describeStepShortly(progress)]
		.filter((part) => part !== undefined)
		.join(' · ');
}

export interface Waiting {
	readonly startedAt: number;
	readonly lastAnswer: LastAnswer | undefined;
	readonly zone?: Zone | undefined;
}

export function describeWaiting({ startedAt, lastAnswer, zone }: Waiting, now = Date.now()): string {
	const since = l10n.t('running for {0}', formatDuration(now - startedAt));
	return lastAnswer ? [since, describeAnswer(lastAnswer, zone && zoneName(zone))].join(' · ') : since;
}

function describeAnswer({ kind, at }: LastAnswer, timeZone: string | undefined): string {
	const clock = withZone(formatMoment(new Date(at), 'clock', timeZone), timeZone);
	switch (kind) {
		case 'queued':
			return l10n.t('last response at {0}: still being prepared', clock);
		case 'throttled':
			return l10n.t('last response at {0}: service busy', clock);
		case 'records':
			return l10n.t('last response at {0}: records received', clock);
	}
}

function describeStep(progress: ExportProgress): string {
	switch (progress.state) {
		case 'begun':
		case 'asking':
			return l10n.t('sending request');
		case 'waitingForTurn':
			return l10n.t('waiting for another export of this application');
		case 'queued':
			// Minutes may pass before this text is updated, so it doesn't contain the elapsed time.
			return progress.percent === undefined
				? l10n.t('queued by the service')
				: l10n.t('queued by the service, {0}', formatShare(progress.percent, 100));
		case 'throttled':
			return l10n.t('service requested a wait of {0}', formatDuration(progress.forMs));
		case 'retrying':
			return l10n.t('request failed, retrying in {0} (attempt {1})', formatDuration(progress.forMs), progress.attempt);
		case 'downloading':
			return [
				describeArrived(progress),
				describeRecordCount((progress.overall?.rows ?? 0) + progress.rows),
				l10n.t('{0}/s', formatBytes(progress.bytesPerSecond)),
			].join(' · ');
		case 'checking':
			return l10n.t('checking local records: {0}', getShare(progress));
		case 'joining':
			return l10n.t('merging chunks: {0}', getShare(progress));
		case 'comparing':
			return l10n.t('comparing: {0}', getShare(progress));
	}
}

/** Describes the data received so far. With several chunks, the total is unknown and not shown. */
function describeArrived({ bytes, totalBytes, overall }: Downloading): string {
	return totalBytes === undefined || (overall && overall.chunks > 1)
		? formatBytes((overall?.bytes ?? 0) + bytes)
		: getShare({ bytes, totalBytes });
}

/** Describes the number of records received so far. The number stays visible between two chunks to avoid flicker. */
function describeReceived(rows: number): string {
	return rows > 0 ? describeRecordCount(rows) : l10n.t('requesting');
}

function describeStepShortly(progress: ExportProgress): string {
	switch (progress.state) {
		case 'begun':
		case 'asking':
			return describeReceived(progress.overall?.rows ?? 0);
		case 'waitingForTurn':
			return l10n.t('waiting');
		case 'queued':
			return progress.percent === undefined
				? l10n.t('queued')
				: l10n.t('queued {0}', formatShare(progress.percent, 100));
		case 'throttled':
			return l10n.t('waiting {0}', formatDuration(progress.forMs));
		case 'retrying':
			return l10n.t('retrying');
		case 'downloading':
			return describeReceived((progress.overall?.rows ?? 0) + progress.rows);
		case 'checking':
			return l10n.t('checking');
		case 'joining':
			return l10n.t('merging');
		case 'comparing':
			return l10n.t('comparing');
	}
}

function describeChunks(overall: OverallProgress): string | undefined {
	const place = describePlace(overall);
	return place !== undefined && overall.reused > 0
		? l10n.t('{0} ({1} already fetched)', place, formatCount(overall.reused))
		: place;
}

function describePlace({ chunk, chunks }: OverallProgress): string | undefined {
	return chunks <= 1 ? undefined : l10n.t('chunk {0} of {1}', formatCount(chunk), formatCount(chunks));
}

function getShare({ bytes, totalBytes }: { readonly bytes: number; readonly totalBytes: number }): string {
	return l10n.t('{0} of {1}', formatBytes(bytes), formatBytes(totalBytes));
}

import { l10n } from 'vscode';
import type { ExportProgress } from '../../core/export/entry';
import { describeRecordCount, formatBytes, formatDuration } from '../../vscode/words';

/** What an export is doing, in a few words after its title. */
export function describeProgress(progress: ExportProgress): string {
	switch (progress.state) {
		case 'waitingForTurn':
			return l10n.t('waiting for the other export of this application');
		case 'asking':
			return l10n.t('asking the service');
		case 'queued':
			return [
				progress.percent === undefined
					? l10n.t('queued by the service')
					: l10n.t('queued by the service, {0} %', progress.percent),
				l10n.t('for {0}', formatDuration(progress.elapsedMs)),
			].join(' · ');
		case 'throttled':
			return l10n.t('the service asks to wait {0}', formatDuration(progress.forMs));
		case 'retrying':
			return l10n.t(
				'the service failed; trying again in {0} (attempt {1})',
				formatDuration(progress.forMs),
				progress.attempt,
			);
		case 'downloading':
			return [
				progress.totalBytes === undefined
					? formatBytes(progress.bytes)
					: l10n.t('{0} of {1}', formatBytes(progress.bytes), formatBytes(progress.totalBytes)),
				describeRecordCount(progress.rows),
				l10n.t('{0} per second', formatBytes(progress.bytesPerSecond)),
			].join(' · ');
	}
}

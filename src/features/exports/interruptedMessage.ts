import { l10n } from 'vscode';
import { AppError } from '../../core/common/errors';
import type { ExportEntry, Resumable } from '../../core/export/model/entry';
import type { Account } from '../../services/accounts';
import { runCommand } from '../../services/commands';
import type { Services } from '../../services/services';
import { showError, showInformation } from '../../vscode/messages';
import { formatCount } from '../../wording/formats';
import { describeResumable } from '../../wording/outcomeMessages';
import { explain } from '../../wording/problemMessages';

/**
 * Shows how much of an unfinished export was saved, and offers to resume the export.
 * @returns false, without showing a message, if nothing was saved or the error has no user-facing message
 */
export async function describeRetainedData(
	{ exports, log }: Pick<Services, 'exports' | 'log'>,
	account: Account,
	folder: string | undefined,
	error?: unknown,
): Promise<boolean> {
	if (folder === undefined || (error !== undefined && !(error instanceof AppError))) {
		return false;
	}
	// An error while listing exports must not replace the original error.
	const { entries } = await exports.list(account).catch(() => ({ entries: [] }));
	const entry = entries.find((candidate) => candidate.folder === folder);
	const { resumable } = entry ?? {};
	if (!entry || !resumable) {
		return false;
	}
	if (error) {
		log.warn(`export: ${error.problem.kind}, ${resumable.done} of ${resumable.chunks} chunks are saved`);
	}
	const resume = l10n.t('Resume');
	const action = error && explain(error.problem).action;
	// *Repeat* isn't offered, because resuming the export requests fewer records.
	const other = action && action.command !== 'appErrors.repeatLastExport' ? [action.label] : [];
	const open = entry.outcome ? [l10n.t('Open')] : [];
	const shown = error
		? showError([explain(error.problem).message, ...describeFetchedChunks(resumable)].join(' '), resume, ...other)
		: showInformation(
				[l10n.t('The export was stopped.'), ...describeStopped(entry, resumable)].join(' '),
				resume,
				...open,
			);
	// The message is not awaited, because the export must end even if the user leaves the message open.
	void shown.then((chosen) => {
		if (chosen === resume) {
			return runCommand('appErrors.resumeExport', { kind: 'export', account, entry });
		}
		if (chosen !== undefined && open.includes(chosen)) {
			return runCommand('appErrors.openExport', { kind: 'export', account, entry });
		}
		return action && chosen === action.label
			? runCommand(action.command, ...((action.parameters ?? []) as []))
			: undefined;
	});
	return true;
}

function describeFetchedChunks(resumable: Resumable): string[] {
	return resumable.done > 0 ? [l10n.t('Already fetched: {0}.', describeResumable(resumable))] : [];
}

function describeStopped({ outcome }: ExportEntry, resumable: Resumable): string[] {
	if (outcome && resumable.done === 0) {
		return [
			l10n.t(
				'Records received so far: {0}. "Resume Export" requests all records again in chunks.',
				formatCount(outcome.rows),
			),
		];
	}
	if (resumable.done > 0) {
		return describeFetchedChunks(resumable);
	}
	return [
		resumable.queued
			? l10n.t('The service is still preparing the export.')
			: l10n.t('No records have been fetched yet.'),
	];
}

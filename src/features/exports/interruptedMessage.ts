import { l10n } from 'vscode';
import { AppError } from '../../core/common/errors';
import type { Resumable } from '../../core/export/model/entry';
import type { Account } from '../../services/accounts';
import { runCommand } from '../../services/commands';
import type { Services } from '../../services/services';
import { showError, showInformation } from '../../vscode/messages';
import { describeResumable } from '../../wording/outcomeMessages';
import { explain } from '../../wording/problemMessages';

/**
 * Says what is left of an export that did not come to its end, and how it goes on.
 * @param error Undefined when a person stopped it.
 * @returns false, and has said nothing, when nothing is left or the error is no problem that has words
 */
export async function tellWhatIsKept(
	{ exports, log }: Pick<Services, 'exports' | 'log'>,
	account: Account,
	folder: string | undefined,
	error?: unknown,
): Promise<boolean> {
	if (folder === undefined || (error !== undefined && !(error instanceof AppError))) {
		return false;
	}
	// What ended the export matters more than what cannot be read after it.
	const { entries } = await exports.list(account).catch(() => ({ entries: [] }));
	const entry = entries.find((candidate) => candidate.folder === folder);
	const { resumable } = entry ?? {};
	if (!entry || !resumable) {
		return false;
	}
	if (error) {
		log.warn(`export: ${error.problem.kind}, ${resumable.done} of ${resumable.slices} slices are kept`);
	}
	const resume = l10n.t('Resume');
	const remedy = error && explain(error.problem).action;
	// A remedy that asks for the same again is what resuming does better.
	const other = remedy && remedy.command !== 'appErrors.repeatLastExport' ? [remedy.label] : [];
	const shown = error
		? showError([explain(error.problem).message, ...describeKept(resumable)].join(' '), resume, ...other)
		: showInformation([l10n.t('The export was stopped.'), ...describeStopped(resumable)].join(' '), resume);
	// Not awaited: the export is over, whenever the person closes the message.
	void shown.then((chosen) => {
		if (chosen === resume) {
			return runCommand('appErrors.resumeExport', { kind: 'export', account, entry });
		}
		return remedy && chosen === remedy.label
			? runCommand(remedy.command, ...((remedy.parameters ?? []) as []))
			: undefined;
	});
	return true;
}

function describeKept(resumable: Resumable): string[] {
	return resumable.done > 0 ? [l10n.t('Kept: {0}.', describeResumable(resumable))] : [];
}

function describeStopped(resumable: Resumable): string[] {
	if (resumable.done > 0) {
		return describeKept(resumable);
	}
	return [resumable.queued ? l10n.t('The service goes on preparing it.') : l10n.t('Nothing has arrived yet.')];
}

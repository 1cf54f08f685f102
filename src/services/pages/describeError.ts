import { type LogOutputChannel, l10n } from 'vscode';
import { AppError, isCancellation } from '../../core/common/errors';
import type { ShownError } from '../../shared/shownError';
import { describeFault } from '../../vscode/logFault';
import { explain } from '../../wording/problemMessages';

/**
 * What went wrong, as a page shows it. A fault of our own goes to the log.
 * @param view Where it went wrong, for the log.
 */
export function describeError(error: unknown, view: string, log: Pick<LogOutputChannel, 'error'>): ShownError {
	if (isCancellation(error)) {
		return { message: '', cancelled: true };
	}
	if (error instanceof AppError) {
		return { message: explain(error.problem).message, cancelled: false };
	}
	log.error(view, describeFault(error));
	return { message: l10n.t('Something unexpected went wrong. The log tells more.'), cancelled: false };
}

import { type LogOutputChannel, l10n } from 'vscode';
import { AppError, isCancellation } from '../../core/common/errors';
import type { ShownError } from '../../shared/shownError';
import { describeFault } from '../../vscode/logFault';
import { explain } from '../../wording/problemMessages';

export function describeError(error: unknown, view: string, log: Pick<LogOutputChannel, 'error'>): ShownError {
	if (isCancellation(error)) {
		return { message: '', cancelled: true };
	}
	if (error instanceof AppError) {
		return { message: explain(error.problem).message, cancelled: false };
	}
	log.error(view, describeFault(error));
	return { message: l10n.t('An unexpected error occurred. See the log for details.'), cancelled: false };
}

import type { CancellationToken } from 'vscode';
import { AppError } from '../core/common/errors';

export function toAbortSignal(token: CancellationToken): AbortSignal {
	const controller = new AbortController();
	const abort = () => controller.abort(new AppError({ kind: 'cancelled' }));
	if (token.isCancellationRequested) {
		abort();
	} else {
		// The listener doesn't outlive the token's source and needs no disposal.
		token.onCancellationRequested(abort);
	}
	return controller.signal;
}

import type { CancellationToken } from 'vscode';
import { AppError } from '../core/common/errors';

export function toAbortSignal(token: CancellationToken): AbortSignal {
	const controller = new AbortController();
	const abort = () => controller.abort(new AppError({ kind: 'cancelled' }));
	if (token.isCancellationRequested) {
		abort();
	} else {
		// The listener need not be disposed of, because it is released together with the token's source.
		token.onCancellationRequested(abort);
	}
	return controller.signal;
}

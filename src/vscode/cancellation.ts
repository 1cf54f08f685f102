import type { CancellationToken } from 'vscode';
import { AppError } from '../core/common/errors';

/** The editor's cancellation as the platform's. */
export function toAbortSignal(token: CancellationToken): AbortSignal {
	const controller = new AbortController();
	const abort = () => controller.abort(new AppError({ kind: 'cancelled' }));
	if (token.isCancellationRequested) {
		abort();
	} else {
		// The token's source outlives neither the operation nor this listener.
		token.onCancellationRequested(abort);
	}
	return controller.signal;
}

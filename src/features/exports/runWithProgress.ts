import * as vscode from 'vscode';
import { isCancellation } from '../../core/common/errors';
import type { ExportEntry, ExportProgress } from '../../core/export/model/entry';
import type { RunningExport, RunningExports, RunOrder } from '../../services/runningExports';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import type { CallOptions } from '../../shared/rpc';
import { risingPercent, showProgress } from '../../vscode/messages';
import { describeProgress } from '../../wording/progressMessages';
import { titleOfRun } from '../../wording/runMessages';

const maxQueuedMs = 20_000;

/** Outcome of an export. If the export failed, its folder may contain the data needed to resume it. */
export type Ending =
	| { readonly kind: 'whole'; readonly entry: ExportEntry }
	| { readonly kind: 'stopped'; readonly folder: string | undefined }
	| { readonly kind: 'failed'; readonly folder: string | undefined; readonly error: unknown }
	| { readonly kind: 'abandoned' };

/** @param quietly True to show no notification, because the user did not start the export */
export async function runWithProgress(
	{ running, log }: Pick<Services, 'running' | 'log'>,
	order: RunOrder,
	start: (options: CallOptions<ExportProgress>) => Promise<ExportEntry>,
	quietly = false,
): Promise<Ending> {
	const { run, result } = running.begin(order, start);
	if (!quietly) {
		void showInNotification(running, run, result);
	}
	try {
		return { kind: 'whole', entry: await result };
	} catch (error) {
		const { folder, abandoned } = run;
		if (abandoned) {
			return { kind: 'abandoned' };
		}
		if (isCancellation(error)) {
			log.info(`${order.purpose}: stopped`);
			return { kind: 'stopped', folder };
		}
		return { kind: 'failed', folder, error };
	}
}

/**
 * Shows a progress notification. It closes when the export ends or has been queued for `maxMs` without interruption.
 */
export function showInNotification(
	running: Pick<RunningExports, 'onDidChange'>,
	run: RunningExport,
	result: Promise<unknown>,
	maxMs = maxQueuedMs,
): Thenable<void> {
	return showProgress(
		{ cancellable: true, title: titleOfRun(run.plan, run.purpose) },
		(progress, token) =>
			new Promise((resolve) => {
				const store = new DisposableStore();
				const close = () => {
					store.dispose();
					resolve();
				};
				const report = risingPercent(progress);
				let leaving: NodeJS.Timeout | undefined;
				const show = () => {
					const { progress: state, queuedSince } = run;
					if (!state) {
						return;
					}
					report(getPercent(state), describeProgress(state));
					if (queuedSince === undefined) {
						clearTimeout(leaving);
						leaving = undefined;
					} else {
						leaving ??= setTimeout(close, queuedSince + maxMs - Date.now());
					}
				};
				store.add(new vscode.Disposable(() => clearTimeout(leaving)));
				store.add(token.onCancellationRequested(() => run.stop()));
				store.add(
					running.onDidChange((changed) => {
						if (changed === run) {
							show();
						}
					}),
				);
				show();
				result.then(close, close);
			}),
	);
}

/** Returns the percentage. Returns 0 if the total is unknown, so that the notification shows indeterminate progress. */
function getPercent(state: ExportProgress): number {
	const { overall } = state;
	const ofChunk =
		(state.state === 'downloading' || state.state === 'joining') && state.totalBytes
			? state.bytes / state.totalBytes
			: 0;
	if (overall && overall.chunks > 1 && state.state !== 'joining') {
		return ((overall.chunk - 1 + ofChunk) / overall.chunks) * 100;
	}
	return ofChunk * 100;
}

import * as vscode from 'vscode';
import type { ExportProgress } from '../../core/export/model/entry';
import type { RunningExport, RunningExports } from '../../services/runningExports';
import { DisposableStore } from '../../shared/disposables';
import { risingPercent, showProgress } from '../../vscode/messages';
import { describeProgress } from '../../wording/progressMessages';
import { titleOfRun } from '../../wording/runMessages';

/** How long the service may keep an export queued before its notification makes room (milliseconds). */
const maxQueuedMs = 20_000;

/**
 * Shows an export in a notification until it ends, or is queued for so long that the status bar and the tree are enough.
 * @param maxMs Milliseconds in the queue, in one go.
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
					report(percentOf(state), describeProgress(state));
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

/** Zero where the end is not known, which the notification shows as motion without a measure. */
function percentOf(state: ExportProgress): number {
	const { overall } = state;
	const ofSlice =
		(state.state === 'downloading' || state.state === 'joining') && state.totalBytes
			? state.bytes / state.totalBytes
			: 0;
	if (overall && overall.slices > 1 && state.state !== 'joining') {
		return ((overall.slice - 1 + ofSlice) / overall.slices) * 100;
	}
	return ofSlice * 100;
}

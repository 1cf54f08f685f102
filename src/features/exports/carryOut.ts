import * as vscode from 'vscode';
import { isCancellation } from '../../core/errors';
import type { ExportEntry, ExportProgress } from '../../core/export/entry';
import type { RunningExport, RunningExports } from '../../services/runningExports';
import type { Services } from '../../services/services';
import type { CallOptions } from '../../shared/rpc';
import { DisposableStore } from '../../vscode/disposables';
import { describeProgress } from '../../vscode/progressWords';
import { titleOfRun } from '../../vscode/runWords';

/** How long the service may keep an export queued before its notification makes room (milliseconds). */
const longestNotification = 20_000;

type Order = Parameters<RunningExports['begin']>[0];

/** How an export ended. The folder may hold what it can go on from. */
export type Ending =
	| { readonly kind: 'whole'; readonly entry: ExportEntry }
	| { readonly kind: 'stopped'; readonly folder: string | undefined }
	| { readonly kind: 'failed'; readonly folder: string | undefined; readonly error: unknown };

/**
 * Shows an export in a notification until it ends, or is queued for so long that the status bar and the tree are enough.
 * @param quietly Without a notification: nobody has just asked for it.
 */
export async function carryOut(
	{ running, log }: Pick<Services, 'running' | 'log'>,
	order: Order,
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
		const { folder } = run;
		if (isCancellation(error)) {
			log.info(`${order.purpose}: stopped`);
			return { kind: 'stopped', folder };
		}
		return { kind: 'failed', folder, error };
	}
}

function showInNotification(running: RunningExports, run: RunningExport, result: Promise<unknown>): Thenable<void> {
	return vscode.window.withProgress(
		{ location: vscode.ProgressLocation.Notification, cancellable: true, title: titleOfRun(run.plan, run.purpose) },
		(progress, token) =>
			new Promise((resolve) => {
				const store = new DisposableStore();
				const close = () => {
					store.dispose();
					resolve();
				};
				let shown = 0;
				const show = () => {
					const { progress: state, queuedSince = Number.POSITIVE_INFINITY } = run;
					if (Date.now() - queuedSince > longestNotification) {
						close();
					} else if (state) {
						const percent = percentOf(state);
						progress.report({ message: describeProgress(state), increment: Math.max(0, percent - shown) });
						shown = Math.max(shown, percent);
					}
				};
				store.add(token.onCancellationRequested(() => run.stop()));
				store.add(
					running.onDidChange((changed) => {
						if (changed === run) {
							show();
						}
					}),
				);
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

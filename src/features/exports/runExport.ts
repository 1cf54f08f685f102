import * as vscode from 'vscode';
import { isCancellation } from '../../core/errors';
import type { ExportEntry, ExportProgress } from '../../core/export/entry';
import type { PlannedExport } from '../../services/exportLibrary';
import type { Services } from '../../services/services';
import { toAbortSignal } from '../../vscode/cancellation';
import { closeWith } from './closingMessage';
import { openExport } from './fileActions';
import { describeProgress } from './progressWords';

const { l10n } = vscode;

type Used = Pick<Services, 'exports' | 'log' | 'plans'>;

/** Carries out a plan with its progress in a notification, opens what came of it and says what to know about it. */
export async function runExport(services: Used, order: PlannedExport): Promise<ExportEntry | undefined> {
	await services.plans.saveLast(order.account, order.plan);
	const entry = await withProgress(services, order);
	if (entry?.outcome) {
		const { rows, bytes, durationMs, flags } = entry.outcome;
		services.log.info(`export: ${rows} records, ${bytes} bytes, ${durationMs} ms, flags: ${flags.join(' ') || 'none'}`);
		// The results view explains why it is empty; a document could not.
		if (rows > 0 || order.plan.view === 'results') {
			await openExport(entry);
		}
		// Not awaited: the export is over, whenever the person closes the message.
		void closeWith(entry, entry.outcome);
	}
	return entry;
}

async function withProgress({ exports, log }: Used, order: PlannedExport): Promise<ExportEntry | undefined> {
	const { application } = order.plan;
	return vscode.window.withProgress(
		{
			location: vscode.ProgressLocation.Notification,
			cancellable: true,
			title: l10n.t('Exporting errors of {0}', application.name ?? application.id),
		},
		async (progress, token) => {
			let shown = 0;
			const onProgress = (state: ExportProgress) => {
				const percent = percentOf(state);
				progress.report({ message: describeProgress(state), increment: Math.max(0, percent - shown) });
				shown = Math.max(shown, percent);
			};
			try {
				return await exports.run(order, { signal: toAbortSignal(token), onProgress });
			} catch (error) {
				if (isCancellation(error)) {
					log.info('export: cancelled');
					return undefined;
				}
				throw error;
			}
		},
	);
}

/** Zero where the end is not known, which the notification shows as motion without a measure. */
function percentOf(state: ExportProgress): number {
	return state.state === 'downloading' && state.totalBytes ? (state.bytes / state.totalBytes) * 100 : 0;
}

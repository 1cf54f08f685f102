import { isCancellation } from '../../core/common/errors';
import type { ExportEntry, ExportProgress } from '../../core/export/model/entry';
import type { RunOrder } from '../../services/runningExports';
import type { Services } from '../../services/services';
import type { CallOptions } from '../../shared/rpc';
import { showInNotification } from './notification';

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

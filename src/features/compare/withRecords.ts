import { l10n } from 'vscode';
import { readRecords } from '../../services/results/readRecords';
import type { Services } from '../../services/services';
import type { TableInfo } from '../../shared/results';
import { toAbortSignal } from '../../vscode/cancellation';
import { showProgress } from '../../vscode/messages';

/** A file of records that is read to its end. */
interface ReadRecords {
	/** Of the engine. */
	readonly session: string;
	readonly info: TableInfo;
	/** Aborted when the person cancels. */
	readonly signal: AbortSignal;
}

/** Opens a file of records as long as some work takes. It shows how far it is read, and can be cancelled. */
export function withRecords<T>(
	{ engine, exports }: Pick<Services, 'engine' | 'exports'>,
	title: string,
	path: string,
	work: (records: ReadRecords) => Promise<T>,
): Thenable<T> {
	return showProgress({ title, cancellable: true }, async (progress, token) => {
		const signal = toAbortSignal(token);
		const session = crypto.randomUUID();
		let shown = 0;
		try {
			const info = await readRecords(
				engine,
				{ session, path, libraries: exports.roots },
				{
					signal,
					onProgress: ({ bytes, totalBytes }) => {
						const percent = (100 * bytes) / Math.max(1, totalBytes);
						progress.report({ message: l10n.t('reading the records'), increment: Math.max(0, percent - shown) });
						shown = Math.max(shown, percent);
					},
				},
			);
			return await work({ session, info, signal });
		} finally {
			// A dead engine has no sessions left to close.
			void engine.call('closeRecords', { session }).catch(() => undefined);
		}
	});
}

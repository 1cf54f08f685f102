import { l10n } from 'vscode';
import type { Services } from '../../services/services';
import type { TableInfo } from '../../shared/results';
import { withNews } from '../../shared/tableNews';
import { toAbortSignal } from '../../vscode/cancellation';
import { showProgress } from '../../vscode/messages';

/** A file of records that is read to its end. */
interface OpenedRecords {
	/** Of the engine. */
	readonly session: string;
	readonly info: TableInfo;
}

/** What is done with records that are opened for it alone. */
interface Work {
	/** By the path that was asked for. */
	readonly opened: (path: string) => OpenedRecords;
	/** Aborted when the person cancels. */
	readonly signal: AbortSignal;
	/** From 0 to 1. */
	readonly report: (share: number) => void;
}

/** Of the progress (percent). */
const partOfReading = 50;

/** Opens files of records, each once, as long as some work takes. It shows how far it is, and can be cancelled. */
export function withRecords<T>(
	{ engine, exports }: Pick<Services, 'engine' | 'exports'>,
	title: string,
	paths: readonly string[],
	work: (given: Work) => Promise<T>,
): Thenable<T> {
	return showProgress({ title, cancellable: true }, async (progress, token) => {
		const signal = toAbortSignal(token);
		const sessions: string[] = [];
		const opened = new Map<string, OpenedRecords>();
		let shown = 0;
		const tell = (percent: number, message: string) => {
			progress.report({ message, increment: Math.max(0, percent - shown) });
			shown = Math.max(shown, percent);
		};
		try {
			const distinct = [...new Set(paths)];
			for (const [place, path] of distinct.entries()) {
				const session = crypto.randomUUID();
				sessions.push(session);
				let { columns }: Pick<TableInfo, 'columns'> = { columns: [] };
				const news = await engine.call(
					'openRecords',
					{ session, path, libraries: exports.roots },
					{
						signal,
						onProgress: ({ bytes, totalBytes, info }) => {
							({ columns } = withNews(columns, info));
							const share = (place + bytes / Math.max(1, totalBytes)) / distinct.length;
							tell(partOfReading * share, l10n.t('reading the records'));
						},
					},
				);
				opened.set(path, { session, info: withNews(columns, news) });
			}
			return await work({
				opened: (path) => {
					const found = opened.get(path);
					if (!found) {
						throw new Error('not among the files that were to be opened');
					}
					return found;
				},
				signal,
				report: (share) => tell(partOfReading + (100 - partOfReading) * share, l10n.t('comparing')),
			});
		} finally {
			for (const session of sessions) {
				// A dead engine has no sessions left to close.
				void engine.call('closeRecords', { session }).catch(() => undefined);
			}
		}
	});
}

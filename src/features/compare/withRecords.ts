import { l10n } from 'vscode';
import { ReadSession } from '../../services/results/readRecords';
import type { Services } from '../../services/services';
import type { TableInfo } from '../../shared/results';
import { toAbortSignal } from '../../vscode/cancellation';
import { risingPercent, showProgress } from '../../vscode/messages';

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
		const report = risingPercent(progress);
		await using records = await ReadSession.read(engine, path, exports.roots, {
			signal,
			onProgress: (share) => report(100 * share, l10n.t('reading the records')),
		});
		const { session, info } = records;
		return await work({ session, info, signal });
	});
}

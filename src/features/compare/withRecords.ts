import { l10n } from 'vscode';
import { ReadSession } from '../../engine/readRecords';
import type { Services } from '../../services/services';
import type { TableInfo } from '../../shared/results';
import { toAbortSignal } from '../../vscode/cancellation';
import { risingPercent, showProgress } from '../../vscode/messages';

interface ReadRecords {
	readonly session: string;
	readonly info: TableInfo;
	readonly signal: AbortSignal;
}

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
			onProgress: (share) => report(100 * share, l10n.t('Reading records')),
		});
		const { session, info } = records;
		return await work({ session, info, signal });
	});
}

import type { EngineClient } from '../../engine/engineClient';
import type { RecordSessions } from '../../shared/recordsApi';
import type { Column, TableInfo } from '../../shared/results';
import type { CallOptions } from '../../shared/rpc';
import { withNews } from '../../shared/tableNews';

type OpenRecords = RecordSessions['openRecords'];

/**
 * Reads a file of records to its end in a session of the engine, which is the caller's to close, whatever comes of it.
 * @throws AppError as `openRecords` does
 */
export async function readRecords(
	engine: Pick<EngineClient, 'call'>,
	file: OpenRecords['params'],
	{ signal, onProgress }: CallOptions<OpenRecords['progress']> = {},
): Promise<TableInfo> {
	let columns: readonly Column[] = [];
	const news = await engine.call('openRecords', file, {
		...(signal && { signal }),
		onProgress: (progress) => {
			({ columns } = withNews(columns, progress.info));
			onProgress?.(progress);
		},
	});
	return withNews(columns, news);
}

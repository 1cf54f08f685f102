import type { QueriedRecords } from '../core/report/viewFacts';
import type { RecordQueries, RecordQuery, RecordSessions } from '../shared/recordsApi';
import type { Column, TableInfo } from '../shared/results';
import type { CallOptions } from '../shared/rpc';
import { withNews } from '../shared/tableChangeNotifier';
import type { EngineClient } from './engineClient';

type OpenRecords = RecordSessions['openRecords'];

/** Opens records and reads all of them. The caller must close the session, even after an error. */
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

export function queryInSession<Q extends RecordQuery>(
	engine: Pick<EngineClient, 'call'>,
	session: string,
	query: Q,
	params: RecordQueries[Q]['params'],
	options: CallOptions<RecordQueries[Q]['progress']>,
): Promise<RecordQueries[Q]['result']> {
	// The cast is needed because the compiler can't relate the parameters of a generic query to its result.
	const asked = { session, query, params } as Parameters<typeof engine.call<'queryRecords'>>[1];
	return engine.call('queryRecords', asked, options as CallOptions<unknown>) as Promise<RecordQueries[Q]['result']>;
}

interface ReadResults extends Pick<OpenRecords['params'], 'days'> {
	readonly signal?: AbortSignal | undefined;
	readonly onProgress?: (share: number) => void;
}

export class ReadSession implements QueriedRecords, AsyncDisposable {
	private constructor(
		private readonly engine: Pick<EngineClient, 'call'>,
		readonly session: string,
		readonly info: TableInfo,
	) {}

	static async read(
		engine: Pick<EngineClient, 'call'>,
		path: string,
		libraries: readonly string[],
		{ days, signal, onProgress }: ReadResults = {},
	): Promise<ReadSession> {
		const session = crypto.randomUUID();
		try {
			const info = await readRecords(
				engine,
				{ session, path, libraries, days },
				{
					signal,
					onProgress: ({ bytes, totalBytes }) => onProgress?.(totalBytes === 0 ? 1 : bytes / totalBytes),
				},
			);
			return new ReadSession(engine, session, info);
		} catch (error) {
			close(engine, session);
			throw error;
		}
	}

	query<Q extends RecordQuery>(
		query: Q,
		params: RecordQueries[Q]['params'],
		options: Pick<CallOptions<unknown>, 'signal'> = {},
	): Promise<RecordQueries[Q]['result']> {
		return queryInSession(this.engine, this.session, query, params, options);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await close(this.engine, this.session);
	}
}

/** Closes a session. Errors are ignored, because an engine that has stopped has no sessions. */
async function close(engine: Pick<EngineClient, 'call'>, session: string): Promise<void> {
	await engine.call('closeRecords', { session }).catch(() => undefined);
}

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

interface Reading {
	readonly signal?: AbortSignal | undefined;
	/** The share that is read, from 0 to 1. */
	readonly onProgress?: (share: number) => void;
}

/** A file of records that is read to its end in a session of the engine, which ends with it. */
export class ReadSession implements AsyncDisposable {
	private constructor(
		private readonly engine: Pick<EngineClient, 'call'>,
		readonly session: string,
		readonly info: TableInfo,
	) {}

	/** @param libraries Roots of the export libraries. @throws AppError as `openRecords` does */
	static async read(
		engine: Pick<EngineClient, 'call'>,
		path: string,
		libraries: readonly string[],
		{ signal, onProgress }: Reading = {},
	): Promise<ReadSession> {
		const session = crypto.randomUUID();
		try {
			const info = await readRecords(
				engine,
				{ session, path, libraries },
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

	async [Symbol.asyncDispose](): Promise<void> {
		await close(this.engine, this.session);
	}
}

/** A dead engine has no sessions left to close. */
async function close(engine: Pick<EngineClient, 'call'>, session: string): Promise<void> {
	await engine.call('closeRecords', { session }).catch(() => undefined);
}

import type { ExportEntry } from '../../core/export/model/entry';
import type { EngineClient } from '../../engine/engineClient';
import { OpenTraces } from '../../engine/openTraces';
import type { TracesPlace } from '../../engine/protocol';
import { originMappings } from '../../services/mappings/originMappings';
import { readRecords } from '../../services/results/readRecords';
import type { QueriedRecords } from '../../services/results/viewFacts';
import { TraceReader } from '../../services/traces/traceReader';
import type { RecordsFacts } from '../../shared/comparison';
import type { RecordQueries, RecordQuery } from '../../shared/recordsApi';
import type { TableInfo } from '../../shared/results';
import type { CallOptions } from '../../shared/rpc';
import type { FolderMappings } from '../workspace/folderMappings';

interface Using {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly libraries: readonly string[];
	readonly mappings: FolderMappings;
	readonly signal: AbortSignal;
	/** Of the file, the share that is read (0 to 1). */
	readonly onProgress: (share: number) => void;
}

/** A file of records that is read to its end, grouped by the original names where mappings are proven. */
export class OpenFile implements QueriedRecords, AsyncDisposable {
	private constructor(
		readonly path: string,
		readonly session: string,
		readonly info: TableInfo,
		/** How the records were asked for; undefined of a file that is none of ours. */
		readonly facts: RecordsFacts | undefined,
		/** The export that they are of. */
		readonly entry: ExportEntry | undefined,
		private readonly using: Using,
	) {}

	/** @throws AppError `unreadable`, `notOnDisk` and `cancelled` */
	static async read(path: string, using: Using): Promise<OpenFile> {
		const { engine, libraries, signal, onProgress } = using;
		const session = crypto.randomUUID();
		try {
			const info = await readRecords(
				engine,
				{ session, path, libraries },
				{ signal, onProgress: ({ bytes, totalBytes }) => onProgress(totalBytes === 0 ? 1 : bytes / totalBytes) },
			);
			const facts = await engine.call('recordsFacts', { libraries, path }, { signal });
			const entry = await engine.call('describeExport', { libraries, path }, { signal });
			const file = new OpenFile(path, session, info, facts, entry, using);
			// Keys are kept beside an index alone.
			await engine.call('settleRecords', { session }, { signal });
			await file.findMappings();
			return file;
		} catch (error) {
			engine.call('closeRecords', { session }).catch(() => undefined);
			throw error;
		}
	}

	query<Q extends RecordQuery>(
		query: Q,
		params: RecordQueries[Q]['params'],
		options: Pick<CallOptions<unknown>, 'signal'> = this.using,
	): Promise<RecordQueries[Q]['result']> {
		const { engine } = this.using;
		// The engine's protocol pairs each query with its parameters and answers in kind; that the pair is one of them is
		// known for every Q, but not to the compiler for all of them at once.
		const asked = { session: this.session, query, params } as Parameters<typeof engine.call<'queryRecords'>>[1];
		return engine.call('queryRecords', asked, { signal: options.signal }) as Promise<RecordQueries[Q]['result']>;
	}

	get traces(): TraceReader {
		const { engine, mappings } = this.using;
		const records = {
			columns: async () => this.info.columns,
			traces: (place: Omit<TracesPlace, 'session'>, signal: AbortSignal) =>
				OpenTraces.ofRecord(engine, { session: this.session, ...place }, signal),
		};
		return new TraceReader(records, mappings, () => this.entry);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		const { engine, signal } = this.using;
		const { session } = this;
		// The next command is quicker for it. A dead engine has no sessions left to close.
		await engine.call('settleRecords', { session }, { signal }).catch(() => undefined);
		await engine.call('closeRecords', { session }).catch(() => undefined);
	}

	private async findMappings(): Promise<void> {
		const { engine, mappings, signal } = this.using;
		const { session } = this;
		const found = await originMappings(
			mappings,
			() => engine.call('recordOrigins', { session }, { signal }),
			() => this.entry,
		);
		if (found.length > 0) {
			await engine.call('recordMappings', { session, found }, { signal });
		}
	}
}

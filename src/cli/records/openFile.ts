import type { ExportEntry } from '../../core/export/model/entry';
import { originMappings } from '../../core/mappings/traceOrigins';
import type { QueriedRecords } from '../../core/report/viewFacts';
import type { DescribedDay } from '../../core/sync/model/describedDays';
import { isManifest } from '../../core/sync/model/names';
import type { EngineClient } from '../../engine/engineClient';
import { OpenTraces } from '../../engine/openTraces';
import type { TracesPlace } from '../../engine/protocol';
import { queryInSession, readRecords } from '../../engine/readRecords';
import { TraceReader } from '../../engine/traces/traceReader';
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
	readonly onProgress: (share: number) => void;
}

interface FileContents {
	readonly info: TableInfo;
	readonly facts: RecordsFacts | undefined;
	readonly entry: ExportEntry | undefined;
	readonly days: readonly DescribedDay[];
}

/**
 * A records file that is open in the engine. If a mapping file matches the build, traces are grouped by source names.
 */
export class OpenFile implements QueriedRecords, AsyncDisposable {
	readonly info: TableInfo;
	readonly facts: RecordsFacts | undefined;
	readonly entry: ExportEntry | undefined;
	readonly days: readonly DescribedDay[];

	private constructor(
		readonly path: string,
		readonly session: string,
		{ info, facts, entry, days }: FileContents,
		private readonly using: Using,
	) {
		this.info = info;
		this.facts = facts;
		this.entry = entry;
		this.days = days;
	}

	/**
	 * Opens a file and reads its records.
	 * @throws AppError `unreadable`, `notOnDisk`, or `cancelled`
	 */
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
			const set = isManifest(path)
				? await engine.call('describeSyncedSet', { libraries, path }, { signal })
				: undefined;
			const file = new OpenFile(path, session, { info, facts, entry, days: set?.days ?? [] }, using);
			// Waits until the index has been saved, because group keys are cached only for saved indexes.
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
		return queryInSession(this.using.engine, this.session, query, params, { signal: options.signal });
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
		// Waits until the index has been saved, because the next command can use it. Errors are ignored, because the engine
		// may have stopped.
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

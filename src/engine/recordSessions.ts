import { dirname } from 'node:path';
import { cancelled } from '../core/common/cancellation';
import { AppError } from '../core/common/errors';
import { Foreground } from '../core/common/foreground';
import type { DatabaseAddress } from '../core/database/databaseAddress';
import type { DatabaseClient } from '../core/database/databaseClient';
import { isDatasetFile, readDatasetDocument } from '../core/database/datasetDocument';
import { describeExport } from '../core/export/library/describeExport';
import { FieldTable } from '../core/plan/fields';
import { Comparisons } from '../core/records/compare/comparisons';
import { MemoryBudget } from '../core/records/indexFile/memoryBudget';
import { loadRecords } from '../core/records/load/loadRecords';
import type { TableQueries } from '../core/records/queries';
import type { SiteQueries } from '../core/records/query/crashSites/siteAnswers';
import { FoundMappings } from '../core/records/query/execution/foundMappings';
import type { ValuePlace } from '../core/records/query/othersOfVersion';
import type { FreshTables } from '../core/records/read/freshTables';
import { FileTable } from '../core/records/read/openTable';
import type { Table } from '../core/records/table/table';
import { UnionTable } from '../core/records/union/unionTable';
import { isManifest } from '../core/sync/model/names';
import { partitionPaths } from '../core/sync/store/setFolder';
import { isOfLibraries } from '../core/sync/store/setLibrary';
import type { RecordQueries, RecordQuery, RecordSessions } from '../shared/recordsApi';
import type { RecordDetail } from '../shared/results';
import type { CallContext, Handlers } from '../shared/rpc';
import { TableChangeNotifier } from '../shared/tableChangeNotifier';
import type { EngineApi } from './protocol';
import { ServerRecords } from './serverRecords';

/** Memory budget, in bytes, for columns loaded from indexes. Enough for two million records with the usual columns. */
const budgetBytes = 64 * 1024 * 1024;

/** Minimum size, in bytes, of a file whose index is saved. Smaller files are parsed almost instantly. */
const minSavedBytes = 1024 * 1024;

interface Session {
	readonly table: FileTable | UnionTable | ServerRecords;
	readonly queries: TableQueries;
	readonly closing: AbortController;
	readonly savesIndex: boolean;
	saving: Promise<void>;
}

type RecordsFile = Omit<RecordSessions['openRecords']['params'], 'session'>;

type Question<Q extends RecordQuery> = {
	[P in Q]: { session: string; query: P; params: RecordQueries[P]['params'] };
}[Q];

export class OpenRecords {
	private readonly sessions = new Map<string, Promise<Session>>();
	private readonly comparisons = new Comparisons();
	private readonly budget = new MemoryBudget(budgetBytes);
	private readonly foreground = new Foreground();

	constructor(
		private readonly queriesOf: (table: Table, foreground: Foreground) => TableQueries,
		private readonly fresh: FreshTables,
		private readonly mappings: Pick<FoundMappings, 'source' | 'ids'>,
		private readonly connect: (connection: DatabaseAddress, signal: AbortSignal) => Promise<DatabaseClient>,
	) {}

	readonly handlers: Pick<
		Handlers<EngineApi>,
		keyof RecordSessions | keyof SiteQueries | 'recordOrigins' | 'recordMappings' | 'loadRecords'
	> = {
		openRecords: async ({ session, ...file }, { signal, report }) => {
			await this.close(session);
			const opening = this.open(file, signal);
			this.sessions.set(session, opening);
			const opened = await opening.catch((error) => {
				this.sessions.delete(session);
				throw error;
			});
			const { table, closing, savesIndex } = opened;
			const changeNotifier = new TableChangeNotifier();
			const info = await table.load(AbortSignal.any([signal, closing.signal]), (progress) =>
				report({ ...progress, info: changeNotifier.newsOf(progress.info) }),
			);
			if (table instanceof FileTable && savesIndex && info.bytes >= minSavedBytes) {
				// Errors are ignored. If no index was saved, the file is parsed again the next time it is opened.
				opened.saving = table.saveIndex(closing.signal).catch(() => undefined);
			}
			return changeNotifier.newsOf(info);
		},
		settleRecords: async ({ session }) => {
			const opened = await this.find(session);
			await opened.saving;
			const { table } = opened;
			const parts = table instanceof ServerRecords ? undefined : table.keyParts;
			await Promise.all((parts ?? []).map((part) => part.settled()));
		},
		closeRecords: ({ session }) => this.close(session),
		recordsChange: async ({ session }) => (await this.find(session)).table.change(),
		queryRecords: (question, context) => this.ask(question, context),
		saveRecords: async ({ session, ...what }, context) => {
			const { queries, closing } = await this.find(session);
			return queries.save(what, until(closing, context));
		},
		loadRecords: async ({ session, connection, ...order }, context) => {
			const { table, closing } = await this.find(session);
			if (table instanceof ServerRecords) {
				throw new AppError({ kind: 'onlyInFiles', what: 'load' });
			}
			const { signal, report } = until(closing, context);
			await using client = await this.connect(connection, signal);
			return await loadRecords({ ...order, client, table, signal, onProgress: report });
		},
		compareRecords: async ({ before, after, question }, { signal, report }) => {
			const [one, other] = [await this.find(before), await this.find(after)];
			const { compared: earlier } = one.queries;
			const { compared: later } = other.queries;
			if (!earlier || !later) {
				throw new AppError({ kind: 'onlyInFiles', what: 'comparison' });
			}
			return this.comparisons.page(
				{ before: earlier, after: later },
				question,
				AbortSignal.any([signal, one.closing.signal, other.closing.signal]),
				(share) => report({ share }),
			);
		},
		crashSites: async ({ session, ...question }, context) => {
			const { queries, closing } = await this.find(session);
			return queries.sites.crashSites(question, until(closing, context));
		},
		countSites: async ({ session, ...question }, context) => {
			const { queries, closing } = await this.find(session);
			return queries.sites.countSites(question, until(closing, context));
		},
		filesWithSites: async ({ session, ...question }, context) => {
			const { queries, closing } = await this.find(session);
			return queries.sites.filesWithSites(question, until(closing, context));
		},
		filesOfRecords: async ({ session, ...question }, context) => {
			const { queries, closing } = await this.find(session);
			return queries.sites.filesOfRecords(question, until(closing, context));
		},
		recordOrigins: async ({ session }, context) => {
			const { queries, closing } = await this.find(session);
			return queries.origins(until(closing, context).signal);
		},
		recordMappings: async ({ session, found }) => {
			const { source, ids } = this.mappings;
			return (await this.find(session)).queries.useMappings(new FoundMappings(found, source, ids));
		},
	};

	async record(session: string, number: number, context: CallContext<undefined>): Promise<RecordDetail> {
		const { queries, closing } = await this.find(session);
		return queries.answer.record({ number }, until(closing, context));
	}

	async othersOfVersion(session: string, value: ValuePlace, signal: AbortSignal): Promise<readonly string[]> {
		const { queries, closing } = await this.find(session);
		return queries.othersOfVersion(value, AbortSignal.any([signal, closing.signal]));
	}

	private async open(file: RecordsFile, signal: AbortSignal): Promise<Session> {
		const rest = { closing: new AbortController(), saving: Promise.resolve() };
		if (isDatasetFile(file.path)) {
			const { connection, of } = await readDatasetDocument(file.path);
			const client = await this.connect(connection, signal);
			const table = await ServerRecords.open(client, of, new FieldTable(), signal);
			return { table, queries: table.queries, savesIndex: false, ...rest };
		}
		const { table, savesIndex } = isManifest(file.path)
			? { table: await this.openParts(file), savesIndex: true }
			: await this.openFile(file, signal);
		return { table, queries: this.queriesOf(table, this.foreground), savesIndex, ...rest };
	}

	/** Opens a synced set. Outside the export libraries, no indexes are saved, because no files may be written there. */
	private async openParts({ path, libraries = [], days }: RecordsFile): Promise<UnionTable> {
		const folder = dirname(path);
		const paths = await partitionPaths(folder, days);
		return new UnionTable(paths, { budget: this.budget, savesIndex: await isOfLibraries(folder, libraries) });
	}

	private async openFile({ path, form, libraries = [] }: RecordsFile, signal: AbortSignal) {
		const savesIndex = (await describeExport(path, libraries))?.outcome !== undefined;
		const built = form ? undefined : await this.fresh.take(path);
		const saved = savesIndex ? this.budget : undefined;
		return { table: await FileTable.open(path, { built, form, saved, signal }), savesIndex };
	}

	private async close(session: string): Promise<void> {
		const opened = this.sessions.get(session);
		this.sessions.delete(session);
		// If opening failed, there is no table to close.
		const { table, closing } = (await opened?.catch(() => undefined)) ?? {};
		closing?.abort(cancelled());
		await table?.[Symbol.asyncDispose]();
	}

	private async ask<Q extends RecordQuery>(question: Question<Q>, context: CallContext<unknown>): Promise<unknown> {
		const { queries, closing } = await this.find(question.session);
		const { answer }: { answer: { readonly [P in Q]: Handlers<RecordQueries>[P] } } = queries;
		const run = () => answer[question.query](question.params, until(closing, context));
		return question.query === 'fixEvidence' ? run() : this.foreground.run(run);
	}

	/** Returns an open session. Throws `cancelled` if the session has been closed. */
	private async find(session: string): Promise<Session> {
		const found = await this.sessions.get(session);
		if (!found) {
			throw cancelled();
		}
		return found;
	}
}

function until<P>(closing: AbortController, { signal, report }: CallContext<P>): CallContext<P> {
	return { signal: AbortSignal.any([signal, closing.signal]), report };
}

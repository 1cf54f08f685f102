import { dirname } from 'node:path';
import { cancelled } from '../core/common/cancellation';
import { AppError } from '../core/common/errors';
import type { DatabaseAddress } from '../core/database/databaseAddress';
import type { DatabaseClient } from '../core/database/databaseClient';
import { isDatasetFile, readDatasetDocument } from '../core/database/datasetDocument';
import { describeExport } from '../core/export/library/describeExport';
import { isManifest } from '../core/kept/model/names';
import { partPaths } from '../core/kept/store/setFolder';
import { isOfLibraries } from '../core/kept/store/setLibrary';
import { FieldTable } from '../core/plan/fields';
import { Comparisons } from '../core/records/compare/comparisons';
import { loadRecords } from '../core/records/load/loadRecords';
import { PartsTable } from '../core/records/parts/partsTable';
import type { TableQueries } from '../core/records/queries';
import type { SiteQueries } from '../core/records/query/crashSites/siteAnswers';
import { FoundMappings } from '../core/records/query/work/foundMappings';
import type { FreshTables } from '../core/records/read/freshTables';
import { FileTable } from '../core/records/read/openTable';
import { MemoryBudget } from '../core/records/saved/memoryBudget';
import type { Table } from '../core/records/table/table';
import type { RecordQueries, RecordQuery, RecordSessions } from '../shared/recordsApi';
import type { RecordDetail } from '../shared/results';
import type { CallContext, Handlers } from '../shared/rpc';
import { TableTeller } from '../shared/tableNews';
import type { EngineApi } from './protocol';
import { ServerRecords } from './serverRecords';

/** Of all columns that are read from saved indexes: two million records of a service's usual columns. */
const budgetBytes = 64 * 1024 * 1024;

/** Smaller files are read in no time (bytes). */
const worthSaving = 1024 * 1024;

interface Session {
	readonly table: FileTable | PartsTable | ServerRecords;
	/** Made once, so that sorted orders and the like are remembered. */
	readonly queries: TableQueries;
	/** Aborted when the session is closed. */
	readonly closing: AbortController;
	/** The index belongs beside the records. */
	readonly keepsIndex: boolean;
	/** Resolves when the index is written, or given up. */
	saving: Promise<void>;
}

type RecordsFile = Omit<RecordSessions['openRecords']['params'], 'session'>;

type Question<Q extends RecordQuery> = {
	[P in Q]: { session: string; query: P; params: RecordQueries[P]['params'] };
}[Q];

/** The records that are open, those of a file or a dataset for each session. */
export class OpenRecords {
	private readonly sessions = new Map<string, Promise<Session>>();
	private readonly comparisons = new Comparisons();
	private readonly budget = new MemoryBudget(budgetBytes);

	/** @param mappings What opens mapping files. @param connect Reaches databases. */
	constructor(
		private readonly queriesOf: (table: Table) => TableQueries,
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
			const { table, closing, keepsIndex } = opened;
			const teller = new TableTeller();
			const info = await table.load(AbortSignal.any([signal, closing.signal]), (progress) =>
				report({ ...progress, info: teller.newsOf(progress.info) }),
			);
			if (table instanceof FileTable && keepsIndex && info.bytes >= worthSaving) {
				// Without it the file is read when it is opened, as it was now.
				opened.saving = table.saveIndex(closing.signal).catch(() => undefined);
			}
			return teller.newsOf(info);
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

	/** @throws AppError `cancelled` when the session is closed */
	async record(session: string, number: number, context: CallContext<undefined>): Promise<RecordDetail> {
		const { queries, closing } = await this.find(session);
		return queries.answer.record({ number }, until(closing, context));
	}

	private async open(file: RecordsFile, signal: AbortSignal): Promise<Session> {
		const rest = { closing: new AbortController(), saving: Promise.resolve() };
		if (isDatasetFile(file.path)) {
			const { connection, of } = await readDatasetDocument(file.path);
			const client = await this.connect(connection, signal);
			const table = await ServerRecords.open(client, of, new FieldTable(), signal);
			return { table, queries: table.queries, keepsIndex: false, ...rest };
		}
		const { table, keepsIndex } = isManifest(file.path)
			? { table: await this.openParts(file), keepsIndex: true }
			: await this.openFile(file, signal);
		return { table, queries: this.queriesOf(table), keepsIndex, ...rest };
	}

	/** The parts of a set of kept records, the oldest first; nothing is written beside those of a folder elsewhere. */
	private async openParts({ path, libraries = [], days }: RecordsFile): Promise<PartsTable> {
		const folder = dirname(path);
		const paths = await partPaths(folder, days);
		return new PartsTable(paths, { budget: this.budget, keepsIndex: await isOfLibraries(folder, libraries) });
	}

	private async openFile({ path, form, libraries = [] }: RecordsFile, signal: AbortSignal) {
		const keepsIndex = (await describeExport(path, libraries))?.outcome !== undefined;
		const built = form ? undefined : await this.fresh.take(path);
		const saved = keepsIndex ? this.budget : undefined;
		return { table: await FileTable.open(path, { built, form, saved, signal }), keepsIndex };
	}

	/** What is still asked ends as cancelled. */
	private async close(session: string): Promise<void> {
		const opened = this.sessions.get(session);
		this.sessions.delete(session);
		// One that could not be opened has nothing to close.
		const { table, closing } = (await opened?.catch(() => undefined)) ?? {};
		closing?.abort(cancelled());
		await table?.[Symbol.asyncDispose]();
	}

	private async ask<Q extends RecordQuery>(question: Question<Q>, context: CallContext<unknown>): Promise<unknown> {
		const { queries, closing } = await this.find(question.session);
		const { answer }: { answer: { readonly [P in Q]: Handlers<RecordQueries>[P] } } = queries;
		return answer[question.query](question.params, until(closing, context));
	}

	/** A question that comes after its view was closed is one that nobody waits for. */
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

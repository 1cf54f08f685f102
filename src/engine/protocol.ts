import type { AgentQuestion } from '../core/agent/agentAnswers';
import type { FoundSource } from '../core/agent/context/findSourceFile';
import type { AnswerText } from '../core/agent/text/answerText';
import type { NetworkSettings } from '../core/common/networkSettings';
import type { DatasetEntry } from '../core/database/browse';
import type { DatabaseAccess, DatabaseAddress } from '../core/database/databaseAddress';
import type { DatabaseColumn, DatabaseTable } from '../core/database/tableMapping';
import type { DeviceKey } from '../core/export/hashed/deviceHasher';
import type { LibrarySize } from '../core/export/library/clearLibrary';
import type { ExportListing } from '../core/export/library/library';
import type { RemovedExports, RetentionPolicy } from '../core/export/library/retention';
import type { ExportEntry, ExportProgress } from '../core/export/model/entry';
import type { LineNow } from '../core/lines/lineNow';
import type { SourceFunction } from '../core/lines/sourceFunction';
import type { Field } from '../core/plan/fields';
import type { Plan } from '../core/plan/plan';
import type { Zone } from '../core/plan/range';
import type { LoadProgress, LoadResult } from '../core/records/load/loadRecords';
import type { LoadEntry, RemovedLoad } from '../core/records/load/removeLoad';
import type { SiteQueries } from '../core/records/query/crashSites/siteAnswers';
import type { OriginMappings, RecordOrigin } from '../core/records/query/execution/foundMappings';
import type { Snippet, SnippetShell } from '../core/records/snippets/snippets';
import type { ApplicationListing } from '../core/service/application';
import type { Target } from '../core/service/serviceTarget';
import type { FrameQuestion, Located } from '../core/stack/locate/frameTarget';
import type { SourceEvidence, SourceText } from '../core/stack/locate/sourceEvidence';
import type { Deobfuscated, WantedMapping } from '../core/stack/mapping/deobfuscate';
import type { LeftOut } from '../core/stack/mapping/result/mapped';
import type { SymbolFile, Symbolicated } from '../core/stack/mapping/tools/symbolicate';
import type { SymbolTool } from '../core/stack/mapping/tools/symbolTool';
import type { TraceNeeds } from '../core/stack/mapping/traceNeeds';
import type { OwnName } from '../core/stack/own/ownCode';
import type { TraceFormat } from '../core/stack/texts/readTraces';
import type { Frame, Trace } from '../core/stack/trace/model';
import type { SuspectQuestion, SuspectSearch, Suspects } from '../core/suspects/suspects';
import type { ChangeEffect, SyncChange } from '../core/sync/model/changes';
import type { DescribedDay } from '../core/sync/model/describedDays';
import type { SetSummary } from '../core/sync/model/summary';
import type { SyncPlan } from '../core/sync/model/syncedSet';
import type { SetFault, SetsSize } from '../core/sync/store/setLibrary';
import type { UpdateProgress } from '../core/sync/update/incrementalSync';
import type { RecordsFacts } from '../shared/comparison';
import type { GroupValue } from '../shared/groupValue';
import type { RecordSessions } from '../shared/recordsApi';
import type { Column, FileForm, GroupKey, RecordDetail, RecordFilter } from '../shared/results';
import type { Method } from '../shared/rpc';
import type { MappedTracePiece, ReadTracePiece } from './tracePieces';

export interface EngineStart {
	readonly endedThreads: readonly number[];
	readonly ownNames: readonly OwnName[];
}

export interface AccountRef {
	readonly accountId: string;
	/** Base URL of the service, or `sample`. Determines the folder in which exports are stored. */
	readonly service: string;
	/**
	 * True if a user is waiting, so that the extension host can prompt for a new token if the current token is rejected.
	 */
	readonly interactive: boolean;
}

export interface ExportOrder {
	readonly account: AccountRef;
	readonly plan: Plan;
	readonly zone: Zone;
	readonly additionalFields: readonly Field[];
	readonly library: string;
	readonly waitLimitMinutes: number;
}

export interface AskingOrder extends Pick<ExportOrder, 'account' | 'waitLimitMinutes'> {
	/** Whether to fail as soon as the service throttles requests, so that the caller can decide when to retry. */
	readonly endsWhenThrottled?: boolean;
}

export interface PastExportOrder extends Pick<ExportOrder, 'account' | 'additionalFields' | 'waitLimitMinutes'> {
	/** Root folders of export libraries. One of these libraries contains the export. */
	readonly libraries: readonly string[];
	readonly folder: string;
}

export interface TracesText {
	readonly text: string;
	/** `value` is a record's value, which can contain any number of traces. `trace` is the text of a single trace. */
	readonly holds: 'value' | 'trace';
	/** Operating system according to the record. It distinguishes platforms whose traces have the same syntax. */
	readonly osName?: string | undefined;
}

export interface TracesPlace {
	readonly session: string;
	readonly number: number;
	readonly column: number;
	readonly osNameColumn: number | undefined;
}

export interface TraceRef {
	readonly handle: string;
	readonly trace: number;
}

export interface KnownSet {
	readonly manifest: string;
	readonly service: string;
	readonly plan: SyncPlan;
	readonly zone: Zone;
	readonly paused: boolean;
	/** Number of days before today to retain. If undefined, all days are retained. */
	readonly retentionDays?: number;
	readonly updatedAt?: string;
	readonly summary: SetSummary;
}

export interface SyncedSetEntry {
	readonly folder: string;
	readonly fault?: SetFault;
	readonly known: KnownSet | undefined;
	readonly runsElsewhere: boolean;
}

interface SyncOrder extends PastExportOrder {
	readonly zone: Zone;
	/** Days to request, as `yyyy-mm-dd` in the time zone of the synced set. If undefined, all due days are requested. */
	readonly days?: readonly string[] | undefined;
	/** Defined for automatic syncs, which skip sets that are paused or that were synced within this time. */
	readonly unlessWithinMs?: number | undefined;
}

export interface DescribedSyncedSet extends SyncedSetEntry {
	readonly days: readonly DescribedDay[];
}

export interface SyncProgress extends Omit<UpdateProgress, 'set'> {
	readonly summary: SetSummary;
}

interface SyncChangeOrder {
	readonly libraries: readonly string[];
	readonly folder: string;
	readonly change: SyncChange;
}

export interface SyncApi {
	listSyncedSets: Method<{ library: string; service: string }, readonly SyncedSetEntry[]>;
	/** Describes a synced set. Returns undefined if the extension didn't write the manifest. */
	describeSyncedSet: Method<{ libraries: readonly string[]; path: string }, DescribedSyncedSet | undefined>;
	createSyncedSet: Method<{ library: string; service: string; plan: SyncPlan; zone: Zone }, SyncedSetEntry>;
	updateSyncedSet: Method<SyncOrder, SyncedSetEntry, SyncProgress>;
	pauseSyncedSet: Method<{ libraries: readonly string[]; folder: string; paused: boolean }, void>;
	/**
	 * Previews a change to the settings of a synced set. If `isOpen` is true, an editor shows the set, and days are
	 * deleted only by the first sync after the editor is closed.
	 */
	effectOfChange: Method<SyncChangeOrder, ChangeEffect & { readonly isOpen: boolean }>;
	changeSyncedSet: Method<SyncChangeOrder, SyncedSetEntry>;
	measureSyncedSets: Method<{ library: string }, SetsSize>;
	clearSyncedSets: Method<{ library: string }, void>;
	deleteSyncedSet: Method<{ libraries: readonly string[]; folder: string }, void>;
}

/** Queries about locations in code. The filters of the results view don't affect the counts. */
type SitesApi = {
	[Q in keyof SiteQueries]: Method<SiteQueries[Q]['params'] & { session: string }, SiteQueries[Q]['result']>;
};

type Refusable<T> =
	| { readonly kind: 'answer'; readonly answer: T }
	| { readonly kind: 'refused'; readonly text: string };

export interface AgentWorkspace {
	/** Workspace folders that may contain triage files. */
	readonly workspaceFolders?: readonly string[] | undefined;
	/** Undefined if Git must not be started, for example in a workspace that isn't trusted. */
	readonly git?: SuspectSearch | undefined;
}

/** Methods for agent tools. IDs in the results are valid until the engine stops. */
export interface AgentApi {
	agentAnswer: Method<
		AgentQuestion & {
			readonly libraries: readonly string[];
			readonly personalColumns: readonly string[];
		} & AgentWorkspace,
		Refusable<AnswerText>
	>;
	/** Converts the input of `start_export` to a plan within the limits for agents. Doesn't contact the service. */
	agentExportPlan: Method<{ input: unknown; zone: Zone; additionalFields: readonly Field[] }, Refusable<Plan>>;
	/**
	 * Returns an ID that agents can use to query a file or a group, or undefined if the extension didn't write the file.
	 */
	agentReference: Method<
		{
			libraries: readonly string[];
			path: string;
			group?:
				| { readonly filters: readonly RecordFilter[]; readonly key: GroupKey; readonly value: GroupValue }
				| undefined;
		},
		{ readonly exportId: string; readonly groupId?: string } | undefined
	>;
	agentExportId: Method<{ folder: string }, string>;
}

export interface DatabaseFacts {
	readonly version: string;
	readonly mayChange: boolean;
	readonly databases: readonly string[];
}

interface SetUpOrder {
	readonly dataset: string;
	readonly columns: readonly Pick<Column, 'name' | 'kind'>[];
	/** Name of the cluster. If defined, the SQL script applies to all nodes of the cluster. */
	readonly cluster?: string | undefined;
	readonly connection?: DatabaseAddress | undefined;
}

export interface DatabaseApi {
	checkDatabase: Method<{ access: DatabaseAccess }, DatabaseFacts>;
	listDatasets: Method<{ connection: DatabaseAddress }, readonly DatasetEntry[]>;
	listTables: Method<{ connection: DatabaseAddress }, readonly DatabaseTable[]>;
	datasetFields: Method<{ connection: DatabaseAddress; database: string }, readonly string[]>;
	listClusters: Method<{ connection: DatabaseAddress }, readonly string[]>;
	setUpScript: Method<SetUpOrder, string>;
	listLoads: Method<{ connection: DatabaseAddress; dataset: string }, readonly LoadEntry[]>;
	/**
	 * Removes the records that a load added to a dataset.
	 * @throws AppError `loadShared` if other loads contain some of these records
	 */
	removeLoad: Method<{ connection: DatabaseAddress; dataset: string; load: number }, RemovedLoad>;
	listTableColumns: Method<{ connection: DatabaseAddress; table: DatabaseTable }, readonly DatabaseColumn[]>;
}

interface LoadOrder {
	readonly session: string;
	readonly connection: DatabaseAddress;
	readonly dataset: string;
	/** Indexes of the columns to load. Other columns never leave the computer. */
	readonly columns: readonly number[];
	readonly time?: number | undefined;
	readonly setUp: boolean;
}

export interface EngineApi extends RecordSessions, SyncApi, SitesApi, AgentApi, DatabaseApi {
	/**
	 * Sets names that look like library code but are declared in the workspace, so that they are treated as the user's
	 * code.
	 */
	ownNames: Method<{ names: readonly OwnName[] }, void>;
	/** Returns the builds and bundles that produced the records, most frequent first. */
	recordOrigins: Method<{ session: string }, readonly RecordOrigin[]>;
	/** Sets the mapping files for grouping the records of a file. Returns true if the mapping files have changed. */
	recordMappings: Method<{ session: string; found: readonly OriginMappings[] }, boolean>;
	/**
	 * Loads records into a database.
	 * @throws AppError `onlyInFiles` if the records are already in a database
	 */
	loadRecords: Method<LoadOrder, LoadResult, LoadProgress>;
	/** Sets the network settings for the next requests. */
	networkChanged: Method<undefined, void>;
	/** Tests a token with a real request. `applications` is undefined if the list of applications can't be read. */
	checkToken: Method<{ target: Target }, { applications: number | undefined }>;
	listApplications: Method<{ account: AccountRef }, ApplicationListing>;
	runExport: Method<ExportOrder, ExportEntry, ExportProgress>;
	resumeExport: Method<PastExportOrder, ExportEntry, ExportProgress>;
	verifyExport: Method<PastExportOrder, ExportEntry, ExportProgress>;
	/** Lists the exports in a library. If `rescan` is true, rereads exports that another process has changed. */
	listExports: Method<{ library: string; service: string; rescan?: boolean }, ExportListing>;
	describeExport: Method<{ libraries: readonly string[]; path: string }, ExportEntry | undefined>;
	recordsFacts: Method<{ libraries: readonly string[]; path: string }, RecordsFacts | undefined>;
	/**
	 * Returns code that reads the records in other tools. `columns` is required for JSON files that are not part of a
	 * synced set.
	 */
	recordsSnippets: Method<
		{
			libraries: readonly string[];
			path: string;
			columns: readonly string[];
			form?: FileForm | undefined;
			shell: SnippetShell;
		},
		readonly Snippet[]
	>;
	/** Names an export. An empty name removes the current one. */
	nameExport: Method<{ libraries: readonly string[]; folder: string; name: string }, void>;
	deleteExport: Method<{ libraries: readonly string[]; folder: string }, void>;
	markOpen: Method<{ folders: readonly string[] }, void>;
	removeOldExports: Method<{ library: string; policy: RetentionPolicy }, RemovedExports>;
	measureLibrary: Method<{ library: string }, LibrarySize>;
	clearLibrary: Method<{ library: string }, void>;
	/** Parses stack traces. Long traces are returned in pieces. `cutShort` is true if parsing timed out. */
	readTraces: Method<
		{ text: string; format: TraceFormat; osName?: string | undefined },
		{ readonly cutShort: boolean },
		readonly ReadTracePiece[]
	>;
	openTraces: Method<TracesText & { handle: string }, readonly TraceNeeds[]>;
	openRecordTraces: Method<
		TracesPlace & { handle: string },
		{ readonly record: RecordDetail; readonly cutShort: boolean },
		readonly ReadTracePiece[]
	>;
	closeTraces: Method<{ handle: string }, void>;
	/**
	 * Streams the deobfuscated trace, or nothing if no mapping file matches. Returns undefined if the trace is no longer
	 * cached.
	 */
	deobfuscate: Method<
		/**
		 * `record` identifies the record that contains the trace. If `record` is defined, other traces of the same app
		 * version help to verify mapping files.
		 */
		TraceRef & { wanted: readonly WantedMapping[]; record?: TracesPlace | undefined },
		(Pick<Deobfuscated, 'tried' | 'found'> & { readonly leftOut: LeftOut | undefined }) | undefined,
		readonly MappedTracePiece[]
	>;
	readSourceEvidence: Method<{ question: FrameQuestion; sources: readonly SourceText[] }, readonly SourceEvidence[]>;
	/**
	 * Finds lines of `before`, by one-based number, in the later text `after`. Returns undefined if a text is too long
	 * or too different.
	 */
	mapLines: Method<{ before: string; after: string; lines: readonly number[] }, readonly LineNow[] | undefined>;
	functionsIn: Method<{ path: string; text: string }, readonly SourceFunction[]>;
	/** Finds suspect commits. Starts Git, so the extension host calls this method only in a trusted workspace. */
	findSuspects: Method<SuspectQuestion, Suspects>;
	/** Returns the tools that are installed, without starting them. */
	findSymbolTools: Method<{ tools: readonly SymbolTool[] }, readonly SymbolTool[]>;
	/**
	 * Symbolicates a trace. This method starts programs, so the extension host calls it only on request and in trusted
	 * workspaces.
	 */
	symbolicate: Method<
		TraceRef & { files: readonly SymbolFile[] },
		Omit<Symbolicated, 'trace'> | undefined,
		readonly MappedTracePiece[]
	>;
	seenValues: Method<{ library: string; service: string; applicationId: string; field: string }, readonly string[]>;
}

type LogLevel = 'error' | 'warn' | 'info' | 'debug';

export interface HostApi {
	/**
	 * Returns the URL and token of a service. If `refusedToken` is defined and `interactive` is true, prompts for another
	 * token.
	 * @throws AppError `signedOut`, `unauthorized` or `cancelled`
	 */
	credentials: Method<{ accountId: string; interactive: boolean; refusedToken?: string }, Target>;
	network: Method<undefined, NetworkSettings>;
	/** @throws AppError `databaseNotConnected` */
	databaseAccess: Method<DatabaseAddress, DatabaseAccess>;
	deviceKey: Method<undefined, DeviceKey>;
	locateFrames: Method<{ frames: readonly Frame[]; trace: Trace }, readonly Located[]>;
	findSource: Method<{ path: string }, FoundSource>;
	findMappings: Method<{ session: string; path: string }, readonly OriginMappings[]>;
	/**
	 * Resolves when the extension host has processed all earlier notifications. Prevents the engine from flooding the
	 * host.
	 */
	ready: Method<undefined, void>;
	/** Logs a message. It may contain statuses, counts, and durations, but no tokens, record data, or service text. */
	log: Method<{ level: LogLevel; message: string }, void>;
}

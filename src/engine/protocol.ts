import type { AgentQuestion } from '../core/agent/agentAnswers';
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
import type { ChangeEffect, KeptChange } from '../core/kept/model/changes';
import type { DescribedDay } from '../core/kept/model/describedDays';
import type { KeptPlan } from '../core/kept/model/keptSet';
import type { SetSummary } from '../core/kept/model/summary';
import type { SetFault, SetsSize } from '../core/kept/store/setLibrary';
import type { UpdateProgress } from '../core/kept/update/updateSet';
import type { LineNow } from '../core/lines/lineNow';
import type { SourceFunction } from '../core/lines/sourceFunction';
import type { Field } from '../core/plan/fields';
import type { Plan } from '../core/plan/plan';
import type { Zone } from '../core/plan/range';
import type { LoadProgress, LoadResult } from '../core/records/load/loadRecords';
import type { SiteQueries } from '../core/records/query/crashSites/siteAnswers';
import type { OriginMappings, RecordOrigin } from '../core/records/query/work/foundMappings';
import type { Snippet, SnippetShell } from '../core/records/snippets/snippets';
import type { ApplicationListing } from '../core/service/application';
import type { Target } from '../core/service/serviceTarget';
import type { FrameQuestion, Located } from '../core/stack/locate/frameTarget';
import type { SourceSays, SourceText } from '../core/stack/locate/sourceSays';
import type { Deobfuscated, WantedMapping } from '../core/stack/mapping/deobfuscate';
import type { LeftOut } from '../core/stack/mapping/result/traceAllowance';
import type { SymbolFile, Symbolicated } from '../core/stack/mapping/tools/symbolicate';
import type { SymbolTool } from '../core/stack/mapping/tools/symbolTool';
import type { TraceNeeds } from '../core/stack/mapping/traceNeeds';
import type { OwnName } from '../core/stack/own/ownCode';
import type { TraceFormat } from '../core/stack/texts/readTraces';
import type { Frame, Trace } from '../core/stack/trace/model';
import type { RecordsFacts } from '../shared/comparison';
import type { GroupValue } from '../shared/groupValue';
import type { RecordSessions } from '../shared/recordsApi';
import type { Column, FileForm, GroupKey, RecordDetail, RecordFilter } from '../shared/results';
import type { Method } from '../shared/rpc';
import type { MappedTracePiece, ReadTracePiece } from './tracePieces';

/** What the host tells the engine's thread when it starts it. */
export interface EngineStart {
	/** IDs of the threads of this process in which an engine ran, and ended or crashed. */
	readonly endedThreads: readonly number[];
	/** As `ownNames` of the engine's interface tells them. */
	readonly ownNames: readonly OwnName[];
}

/** Names an account whose credentials the host keeps. */
export interface AccountRef {
	readonly accountId: string;
	/** Base address, or `sample`: what exports are filed under. */
	readonly service: string;
	/** Whether a person is waiting, so that a refused token may be asked for in place. */
	readonly interactive: boolean;
}

export interface ExportOrder {
	readonly account: AccountRef;
	readonly plan: Plan;
	readonly zone: Zone;
	readonly additionalFields: readonly Field[];
	/** Root of the export library. */
	readonly library: string;
	readonly waitLimitMinutes: number;
}

/** How the service is asked. */
export interface AskingOrder extends Pick<ExportOrder, 'account' | 'waitLimitMinutes'> {
	/** Where the service takes no more requests, whoever gives the order waits. */
	readonly endsWhenThrottled?: boolean;
}

/** Something to be done about an export of the library. */
export interface PastExportOrder extends Pick<ExportOrder, 'account' | 'additionalFields' | 'waitLimitMinutes'> {
	/** Roots of all export libraries; the export is in one of them. */
	readonly libraries: readonly string[];
	readonly folder: string;
}

/** A text whose stack traces are kept, to be deobfuscated. */
export interface TracesText {
	readonly text: string;
	/** A record's value with traces in it, or all of it one trace. */
	readonly holds: 'value' | 'trace';
	/** Of the record it is from: tells platforms apart that write alike. */
	readonly osName?: string | undefined;
}

/** A record's value whose stack traces are kept. */
export interface TracesPlace {
	readonly session: string;
	/** Of the record. */
	readonly number: number;
	readonly column: number;
	/** Where the record tells its `osName`. */
	readonly osNameColumn: number | undefined;
}

/** A trace that is kept. */
export interface TraceRef {
	/** Made by the host, which has a new one for each text. */
	readonly handle: string;
	/** In the order of the text. */
	readonly trace: number;
}

/** What there is to tell of a set of kept records. */
export interface KnownSet {
	/** Path of the file that opens it. */
	readonly manifest: string;
	readonly service: string;
	readonly plan: KeptPlan;
	readonly zone: Zone;
	readonly paused: boolean;
	/** Days that are kept besides the present one; undefined: all. */
	readonly keepDays?: number;
	/** When an update last came to its end (ISO 8601, UTC). */
	readonly updatedAt?: string;
	readonly summary: SetSummary;
}

/** A set of kept records in the library. */
export interface KeptEntry {
	readonly folder: string;
	/** Why nothing is known of it. */
	readonly fault?: SetFault;
	readonly known: KnownSet | undefined;
	/** Another window updates it, or another machine that shares the folder. */
	readonly runsElsewhere: boolean;
}

/** An update of a set. */
interface KeptOrder extends PastExportOrder {
	readonly zone: Zone;
	/** Of the set's calendar, `yyyy-mm-dd`, to be asked about alone. */
	readonly days?: readonly string[] | undefined;
	/**
	 * Nobody asked for it: the set stays as it is where it is paused or was updated less than so many milliseconds ago, and
	 * whoever gives the order waits where the service takes no more requests.
	 */
	readonly unlessWithinMs?: number | undefined;
}

/** A set, day by day. */
export interface DescribedKept extends KeptEntry {
	/** Of the set's calendar, the oldest first. */
	readonly days: readonly DescribedDay[];
}

/** How far an update of a set is. */
export interface KeptProgress extends Omit<UpdateProgress, 'set'> {
	/** Of what is on the disk by now. */
	readonly summary: SetSummary;
}

interface KeptChangeOrder {
	readonly libraries: readonly string[];
	readonly folder: string;
	readonly change: KeptChange;
}

/** What the engine does about sets of kept records. */
export interface KeptApi {
	listKept: Method<{ library: string; service: string }, readonly KeptEntry[]>;
	/** The set that a manifest tells of; undefined for a file that is none of ours. */
	describeKept: Method<{ libraries: readonly string[]; path: string }, DescribedKept | undefined>;
	/** Begins a set without asking anybody. */
	createKept: Method<{ library: string; service: string; plan: KeptPlan; zone: Zone }, KeptEntry>;
	/** Asks for what is missing and what is new, or about some days alone; see `updateSet`. */
	updateKept: Method<KeptOrder, KeptEntry, KeptProgress>;
	pauseKept: Method<{ libraries: readonly string[]; folder: string; paused: boolean }, void>;
	/** What would come of a change, and whether somebody has the set open: then no day goes before the next update. */
	effectOfChange: Method<KeptChangeOrder, ChangeEffect & { readonly isOpen: boolean }>;
	/** Changes what a set is about, and deletes the days that do not belong to it any more. */
	changeKept: Method<KeptChangeOrder, KeptEntry>;
	measureKept: Method<{ library: string }, SetsSize>;
	/** Deletes all sets of a library, of all services. */
	clearKept: Method<{ library: string }, void>;
	deleteKept: Method<{ libraries: readonly string[]; folder: string }, void>;
}

/** What the records of an opened file, all of them, say about files of one's own code. */
type SitesApi = {
	[Q in keyof SiteQueries]: Method<SiteQueries[Q]['params'] & { session: string }, SiteQueries[Q]['result']>;
};

/** What an agent gets, or what it is to do instead. */
type Refusable<T> =
	| { readonly kind: 'answer'; readonly answer: T }
	| { readonly kind: 'refused'; readonly text: string };

/** What the engine answers coding agents. IDs in it hold as long as the engine lives. */
export interface AgentApi {
	agentAnswer: Method<
		AgentQuestion & {
			/** Roots of all export libraries. */
			readonly libraries: readonly string[];
			/** Columns that a person declared to be personal. */
			readonly personalColumns: readonly string[];
		},
		Refusable<AnswerText>
	>;
	/** The plan that the input of `start_export` means, within what agents may ask for. Asks nobody. */
	agentExportPlan: Method<{ input: unknown; zone: Zone; additionalFields: readonly Field[] }, Refusable<Plan>>;
	/** By which an agent can ask about the records of a file, and a group of them; undefined for a file that is none of ours. */
	agentReference: Method<
		{
			libraries: readonly string[];
			path: string;
			/** `filters`: of the list that it is in. */
			group?:
				| { readonly filters: readonly RecordFilter[]; readonly key: GroupKey; readonly value: GroupValue }
				| undefined;
		},
		{ readonly exportId: string; readonly groupId?: string } | undefined
	>;
	/** By which an agent can ask about an export that has just begun. */
	agentExportId: Method<{ folder: string }, string>;
}

/** What was learnt of a database by asking it. */
export interface DatabaseFacts {
	/** Such as `18.16.1`. */
	readonly version: string;
	/** Whether the user has the right to change something there. */
	readonly mayChange: boolean;
	/** Those that the user sees. */
	readonly databases: readonly string[];
}

/** What the engine tells of databases. */
export interface DatabaseApi {
	/** Asks with a password before it is stored. */
	checkDatabase: Method<{ access: DatabaseAccess }, DatabaseFacts>;
	listDatasets: Method<{ connection: DatabaseAddress }, readonly DatasetEntry[]>;
	/** Those that are of no dataset. */
	listTables: Method<{ connection: DatabaseAddress }, readonly DatabaseTable[]>;
	/** Names of the fields of a dataset. */
	datasetFields: Method<{ connection: DatabaseAddress; database: string }, readonly string[]>;
	/** Names of the clusters that the server knows. */
	listClusters: Method<{ connection: DatabaseAddress }, readonly string[]>;
	/**
	 * SQL that makes a dataset with such columns, and its users, for an administrator to run.
	 * `cluster`: on all nodes of that one, else on one server.
	 */
	setUpScript: Method<{ dataset: string; columns: readonly Pick<Column, 'name' | 'kind'>[]; cluster?: string }, string>;
	listTableColumns: Method<{ connection: DatabaseAddress; table: DatabaseTable }, readonly DatabaseColumn[]>;
}

/** Records of an opened file that are to be added to a dataset. */
interface LoadOrder {
	readonly session: string;
	readonly connection: DatabaseAddress;
	/** The database of the dataset. */
	readonly dataset: string;
	/** Places of the columns that are loaded; of all others nothing leaves the machine. */
	readonly columns: readonly number[];
	/** Whether the dataset is made where there is none. */
	readonly setUp: boolean;
}

/** What the engine does for the host. */
export interface EngineApi extends RecordSessions, KeptApi, SitesApi, AgentApi, DatabaseApi {
	/** What the workspace declares although it sounds like a library: groups by frames are made by it from now on. */
	ownNames: Method<{ names: readonly OwnName[] }, void>;
	/** Where the records of an opened file come from, those of most of them first: what mapping files are looked for. */
	recordOrigins: Method<{ session: string }, readonly RecordOrigin[]>;
	/**
	 * The mapping files that may be of an opened file's records. From now on its groups are those of the original names
	 * where a file is proven to be of a trace's build. Tells whether the files are others than before.
	 */
	recordMappings: Method<{ session: string; found: readonly OriginMappings[] }, boolean>;
	/**
	 * Adds the records of a file that is read to its end to a dataset; see `loadRecords` of the core.
	 * @throws AppError `onlyInFiles` for records on a server
	 */
	loadRecords: Method<LoadOrder, LoadResult, LoadProgress>;
	/** The settings changed; the next request uses them. */
	networkChanged: Method<undefined, void>;
	/** One real call with a token before it is stored. `applications` is undefined when the listing could not be read. */
	checkToken: Method<{ target: Target }, { applications: number | undefined }>;
	listApplications: Method<{ account: AccountRef }, ApplicationListing>;
	runExport: Method<ExportOrder, ExportEntry, ExportProgress>;
	/** Fetches what an interrupted export, or one that was cut, still lacks. */
	resumeExport: Method<PastExportOrder, ExportEntry, ExportProgress>;
	/** Finds out whether a finished export was cut, and writes it into its outcome. */
	verifyExport: Method<PastExportOrder, ExportEntry, ExportProgress>;
	listExports: Method<{ library: string; service: string }, ExportListing>;
	/** The export whose records a file holds; undefined for a file that is none of ours. */
	describeExport: Method<{ libraries: readonly string[]; path: string }, ExportEntry | undefined>;
	/** How the records of a file were asked for, one of an export or of a set; undefined where nobody knows. */
	recordsFacts: Method<{ libraries: readonly string[]; path: string }, RecordsFacts | undefined>;
	/**
	 * Texts that read the records of a file, or of the manifest of a set, elsewhere. Those of JSON need the names of its columns,
	 * which a set knows itself.
	 * @throws AppError `disk`, or `unreadable` where the file is not a text
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
	/** Gives an export a name; an empty one takes it away. */
	nameExport: Method<{ libraries: readonly string[]; folder: string; name: string }, void>;
	deleteExport: Method<{ libraries: readonly string[]; folder: string }, void>;
	/** The folders of exports that are open in an editor of this window, from now on. */
	markOpen: Method<{ folders: readonly string[] }, void>;
	removeOldExports: Method<{ library: string; policy: RetentionPolicy }, RemovedExports>;
	measureLibrary: Method<{ library: string }, LibrarySize>;
	clearLibrary: Method<{ library: string }, void>;
	/**
	 * Tells the stack traces in a text, some at a time and long ones in pieces, in the order of the text; see `tracesOf`.
	 * `cutShort` when it took too long, so that there may be more.
	 */
	readTraces: Method<
		{ text: string; format: TraceFormat; osName?: string | undefined },
		{ readonly cutShort: boolean },
		readonly ReadTracePiece[]
	>;
	/**
	 * Reads a text once and keeps its traces until they are closed, or until there is no room for them; tells what could
	 * turn each of them back.
	 */
	openTraces: Method<TracesText & { handle: string }, readonly TraceNeeds[]>;
	/** As `openTraces`, of a record's value; the traces arrive as from `readTraces`, with what each needs. See `OpenTraces`. */
	openRecordTraces: Method<
		TracesPlace & { handle: string },
		{ readonly record: RecordDetail; readonly cutShort: boolean },
		readonly ReadTracePiece[]
	>;
	closeTraces: Method<{ handle: string }, void>;
	/**
	 * Tries the candidates that may fit, the likeliest first: the first R8 file that fits is used, and the first source map
	 * for each bundle. Tells the trace as it was written in pieces, none when no file fits. Undefined when the trace is not
	 * kept any more.
	 */
	deobfuscate: Method<
		TraceRef & { wanted: readonly WantedMapping[] },
		(Pick<Deobfuscated, 'tried' | 'found'> & { readonly leftOut: LeftOut | undefined }) | undefined,
		readonly MappedTracePiece[]
	>;
	/** What sources say to a frame, in their order; see `askSources`. */
	askSources: Method<{ question: FrameQuestion; sources: readonly SourceText[] }, readonly SourceSays[]>;
	/**
	 * What became of lines of a text (base 1) in a later one, in the order of `lines`. Undefined where the texts are too
	 * long or too unlike to be compared.
	 */
	mapLines: Method<{ before: string; after: string; lines: readonly number[] }, readonly LineNow[] | undefined>;
	/** What of a source frames can be in; see `readingFunctions`. */
	functionsIn: Method<{ path: string; text: string }, readonly SourceFunction[]>;
	/** Which of these programs are on this machine; none is started. */
	findSymbolTools: Method<{ tools: readonly SymbolTool[] }, readonly SymbolTool[]>;
	/**
	 * Starts programs of this machine. The engine does not know what is trusted: the host calls this only because a person
	 * asked for it, in a workspace that is trusted. Tells the trace with its symbols in pieces, none when no frame was
	 * explained. Undefined when the trace is not kept any more.
	 */
	symbolicate: Method<
		TraceRef & { files: readonly SymbolFile[] },
		Omit<Symbolicated, 'trace'> | undefined,
		readonly MappedTracePiece[]
	>;
	/** Distinct values of a field in earlier exports of an application, most frequent first. */
	seenValues: Method<{ library: string; service: string; applicationId: string; field: string }, readonly string[]>;
}

type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** What the host does for the engine. */
export interface HostApi {
	/**
	 * `refusedToken` is one that a 401 was the answer to; then a new one is asked for if `interactive`.
	 * @throws AppError `signedOut`, `unauthorized` or `cancelled`
	 */
	credentials: Method<{ accountId: string; interactive: boolean; refusedToken?: string }, Target>;
	network: Method<undefined, NetworkSettings>;
	/** With the password of a database. @throws AppError `databaseNotConnected` */
	databaseAccess: Method<DatabaseAddress, DatabaseAccess>;
	/** What devices are hashed with; made when it is asked for first. */
	deviceKey: Method<undefined, DeviceKey>;
	/** Where frames of a trace lead in the workspace, in their order. */
	locateFrames: Method<{ frames: readonly Frame[]; trace: Trace }, readonly Located[]>;
	/** The mapping files that may be of the records of a session, which are those of a file. */
	findMappings: Method<{ session: string; path: string }, readonly OriginMappings[]>;
	/** Answered once the host has processed all earlier notifications, so that later ones do not pile up. */
	ready: Method<undefined, void>;
	/** Statuses, counts and durations; never a token, a record's text or the service's words. */
	log: Method<{ level: LogLevel; message: string }, void>;
}

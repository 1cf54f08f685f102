import type { ExportEntry, ExportProgress } from '../core/export/entry';
import type { ExportListing } from '../core/export/library';
import type { Plan } from '../core/export/plan';
import type { Zone } from '../core/export/range';
import type { ApplicationListing } from '../core/service/application';
import type { Field } from '../core/service/fields';
import type { NetworkSettings } from '../core/service/network';
import type { Target } from '../core/service/target';
import type { MappingFileRef, TurnedBack } from '../core/stack/mapping/turnBack';
import type { ReadTrace, TraceFormat } from '../core/stack/readTraces';
import type { RecordSessions } from '../shared/recordsApi';
import type { Method } from '../shared/rpc';

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

/** What the engine does for the host. */
export interface EngineApi extends RecordSessions {
	/** The settings changed; the next request uses them. */
	networkChanged: Method<undefined, void>;
	/** One real call with a token before it is stored. `applications` is undefined when the listing could not be read. */
	checkToken: Method<{ target: Target }, { applications: number | undefined }>;
	listApplications: Method<{ account: AccountRef }, ApplicationListing>;
	runExport: Method<ExportOrder, ExportEntry, ExportProgress>;
	listExports: Method<{ library: string; service: string }, ExportListing>;
	/** The export whose records a file holds; undefined for a file that is none of ours. */
	describeExport: Method<{ path: string }, ExportEntry | undefined>;
	deleteExport: Method<{ library: string; folder: string }, void>;
	/** Distinct values of a field in earlier exports of an application, most frequent first. */
	/** The stack traces in a text; of a long one, in the order of the text. */
	readTraces: Method<{ text: string; format: TraceFormat; osName?: string | undefined }, readonly ReadTrace[]>;
	/** Tries the files in their order and turns the trace back with those that fit; the first of each kind is used. */
	turnBack: Method<{ text: string; osName?: string | undefined; files: readonly MappingFileRef[] }, TurnedBack>;
	seenValues: Method<{ library: string; service: string; applicationId: string; field: string }, readonly string[]>;
}

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** What the host does for the engine. */
export interface HostApi {
	/**
	 * `refusedToken` is one that a 401 was the answer to; then a new one is asked for if `interactive`.
	 * @throws AppError `signedOut`, `unauthorized` or `cancelled`
	 */
	credentials: Method<{ accountId: string; interactive: boolean; refusedToken?: string }, Target>;
	network: Method<undefined, NetworkSettings>;
	/** Statuses, counts and durations; never a token, a record's text or the service's words. */
	log: Method<{ level: LogLevel; message: string }, void>;
}

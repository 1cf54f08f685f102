import type { ExportEntry, ExportProgress } from '../core/export/entry';
import type { Plan } from '../core/export/plan';
import type { Zone } from '../core/export/range';
import type { Application } from '../core/service/application';
import type { Field } from '../core/service/fields';
import type { NetworkSettings } from '../core/service/network';
import type { Target } from '../core/service/target';

/** Names an account whose credentials the host keeps. */
export interface AccountRef {
	readonly accountId: string;
	/** Base address, or `sample`: what exports are filed under. */
	readonly service: string;
	/** Whether a person is waiting, so that a refused token may be asked for in place. */
	readonly interactive: boolean;
}

/** What the engine does for the host. */
export interface EngineApi {
	configureNetwork: { params: NetworkSettings; result: void };
	/** One real call with the token, before it is stored. Resolves to what the listing held, if it could be read. */
	checkToken: { params: { target: Target }; result: { applications: number | undefined } };
	listApplications: { params: { account: AccountRef }; result: readonly Application[] };
	runExport: {
		params: {
			account: AccountRef;
			plan: Plan;
			zone: Zone;
			additionalFields: readonly Field[];
			/** Root of the export library. */
			library: string;
			waitLimitMinutes: number;
		};
		result: ExportEntry;
		progress: ExportProgress;
	};
	/** Newest first. */
	listExports: { params: { library: string; service: string }; result: readonly ExportEntry[] };
	deleteExport: { params: { folder: string }; result: void };
	/** Distinct values of a field in earlier exports of an application, most frequent first. */
	seenValues: {
		params: { library: string; service: string; applicationId: string; field: string };
		result: readonly string[];
	};
}

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

/** What the host does for the engine. */
export interface HostApi {
	/** `refusedToken` is the token a 401 was the answer to; then a new one is asked for if `interactive`. */
	credentials: {
		params: { accountId: string; interactive: boolean; refusedToken?: string };
		result: Target;
	};
	/** Statuses, counts and durations; never a token, a record's text or the service's words. */
	log: { params: { level: LogLevel; message: string }; result: void };
}

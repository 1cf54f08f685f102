import type { FaultSet } from '../faults/set';
import type { RecordSource } from '../records/source';
import type { RequestLog } from './requestLog';
import type { Tokens } from './tokens';

/** What requests are answered from, and what some of them change. */
export interface ServiceState {
	/** Unix time, seconds. */
	readonly now: () => number;
	/** By application ID. */
	readonly sources: ReadonlyMap<string, RecordSource>;
	readonly faults: FaultSet;
	readonly requests: RequestLog;
	readonly tokens: Tokens;
	readonly replaceToken: (token: string) => void;
}

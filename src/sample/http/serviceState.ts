import type { FaultSet } from '../faults/set';
import type { SampleRecords } from '../records/source';
import type { RequestLog } from './requestLog';
import type { SampleTokens } from './sampleTokens';

/** What requests are answered from, and what some of them change. */
export interface ServiceState {
	/** Unix time, seconds. */
	readonly now: () => number;
	/** By application ID. */
	readonly sources: ReadonlyMap<string, SampleRecords>;
	readonly faults: FaultSet;
	readonly requests: RequestLog;
	readonly tokens: SampleTokens;
	readonly replaceToken: (token: string) => void;
}

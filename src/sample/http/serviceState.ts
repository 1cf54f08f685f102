import type { FaultSet } from '../faults/set';
import type { SampleRecords } from '../records/source';
import type { RequestLog } from './requestLog';
import type { SampleTokens } from './sampleTokens';

export interface ServiceState {
	/** Returns the service's current time in Unix seconds. */
	readonly now: () => number;
	readonly sources: ReadonlyMap<string, SampleRecords>;
	readonly faults: FaultSet;
	readonly requests: RequestLog;
	readonly tokens: SampleTokens;
	readonly replaceToken: (token: string) => void;
}

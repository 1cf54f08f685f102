import type { FaultSetting } from './faults/setting';

/** How a sample service is started; everything has a usual value. */
export interface SampleOptions {
	/** 0 lets the system choose. */
	readonly port?: number | undefined;
	/** Records of a large application; the others have a share of it. */
	readonly records?: number | undefined;
	/** The same seed gives the same records. */
	readonly seed?: number | undefined;
	/** Made up anew at each start unless given. */
	readonly token?: string | undefined;
	/** The moment the service takes for now, in milliseconds of Unix time. */
	readonly now?: number | undefined;
	/** Whether that moment moves on with time, as it does for a person; otherwise the records stay the same. */
	readonly nowMoves?: boolean | undefined;
	readonly faults?: readonly FaultSetting[] | undefined;
}

export const usualRecords = 20_000;
export const mostRecords = 50_000_000;

/** Days over which the records are spread, back from now. */
export const recordDays = 90;

import type { Problem } from '../../common/errors';
import type { KeptSet } from './keptSet';

/** What there is to tell of updates that nobody asks for. */
export interface KeptOutlook {
	/** When the set is asked about next (Unix time, milliseconds); undefined: not by itself. */
	readonly nextAt: number | undefined;
	/** What the last one came to nothing by. */
	readonly trouble: Trouble | undefined;
}

export interface Trouble {
	/** Undefined: a fault of our own, which the log tells. */
	readonly problem: Problem | undefined;
	/** Unix time, milliseconds. */
	readonly at: number;
	/** Nothing is tried before (Unix time, milliseconds); infinite: before there is another token. */
	readonly until: number;
}

/**
 * When a set is due that is updated every so often (Unix time, milliseconds); not later than `now` where it is due. A clock
 * that is wrong can have told any time: what was updated longer than that ahead of now tells nothing.
 */
export function dueAt({ updatedAt }: Pick<KeptSet, 'updatedAt'>, everyMs: number, now: number): number {
	const last = updatedAt === undefined ? Number.NaN : Date.parse(updatedAt);
	return Math.abs(now - last) < everyMs ? last + everyMs : now;
}

import type { Problem } from '../../common/errors';
import type { SyncedSet } from './syncedSet';

export interface NextUpdate {
	/** Time of the next automatic sync, in Unix milliseconds. Undefined if no sync is scheduled. */
	readonly nextAt: number | undefined;
	readonly trouble: Trouble | undefined;
}

export interface Trouble {
	/** Problem to show. Undefined for an internal error, which is only logged. */
	readonly problem: Problem | undefined;
	readonly at: number;
	/** Earliest time of a retry, in Unix milliseconds. Infinite if a new token is required. */
	readonly until: number;
}

/**
 * Returns the time of the next sync. If the last sync is more than one period in the future, the clock was wrong, and
 * the last sync is ignored.
 */
export function dueAt({ updatedAt }: Pick<SyncedSet, 'updatedAt'>, everyMs: number, now: number): number {
	const last = updatedAt === undefined ? Number.NaN : Date.parse(updatedAt);
	return Math.abs(now - last) < everyMs ? last + everyMs : now;
}

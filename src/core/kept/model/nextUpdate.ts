import type { KeptSet } from './keptSet';

/**
 * When a set is due that is updated every so often (Unix time, milliseconds); not later than `now` where it is due. A clock
 * that is wrong can have told any time: what was updated longer than that ahead of now tells nothing.
 */
export function dueAt({ updatedAt }: Pick<KeptSet, 'updatedAt'>, everyMs: number, now: number): number {
	const last = updatedAt === undefined ? Number.NaN : Date.parse(updatedAt);
	return Math.abs(now - last) < everyMs ? last + everyMs : now;
}

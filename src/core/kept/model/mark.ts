import type { TimeRange } from '../../../shared/comparison';
import type { KeptSet } from './keptSet';
import type { SetSummary } from './summary';

/** Up to where a person has looked at kept records. */
export interface Mark {
	/** What was received later has not been looked at (Unix time, seconds). */
	readonly at: number;
	/** Where it was before, the latest first. */
	readonly earlier: readonly number[];
}

/** So many places of a mark are remembered. */
const maxEarlier = 5;

/**
 * Up to when whoever looks at a set has seen what was received (Unix time, seconds): to where it is current, whatever the
 * clocks show by now. Undefined before anything was asked, and where an update that was stopped left a hole behind the mark:
 * what is still to come of it would never be new.
 */
export function seenUntil(
	covers: readonly TimeRange[],
	{ currentTo, updatedAt }: { readonly currentTo: SetSummary['currentTo']; readonly updatedAt: KeptSet['updatedAt'] },
	mark: number | undefined,
): number | undefined {
	const last = covers.at(-1);
	if (!last || currentTo === undefined) {
		return undefined;
	}
	// Days that the service refuses are holes as well, and stay so.
	const hasEnded = updatedAt !== undefined && Date.parse(updatedAt) >= Date.parse(currentTo);
	return hasEnded || mark === undefined || mark >= last.since - 1 ? currentUntil(covers, currentTo) : undefined;
}

/**
 * Up to when a set has what was received (Unix time, seconds). Of an hour that the clock shows twice, the end of what was
 * asked is the later one of two moments; nothing was received after it was asked.
 */
export function currentUntil(covers: readonly TimeRange[], currentTo: string | undefined): number | undefined {
	const last = covers.at(-1);
	return last && currentTo !== undefined ? Math.min(last.until, Math.floor(Date.parse(currentTo) / 1000)) : undefined;
}

/** After a look. A mark that is ahead of the set was made by a wrong clock. */
export function lookedUntil(mark: Mark | undefined, until: number): Mark {
	return mark && until < mark.at ? { ...mark, at: until } : movedTo(mark, until);
}

/** Where a person wants it. */
export function movedTo(mark: Mark | undefined, at: number): Mark {
	if (!mark) {
		return { at, earlier: [] };
	}
	const earlier = [mark.at, ...mark.earlier].filter((time) => time !== at);
	return { at, earlier: earlier.slice(0, maxEarlier) };
}

/**
 * What was received after a moment, and as long before it, or as there is: seconds, since not all days have the same. Undefined
 * where nothing is after it, or nothing before.
 */
export function rangesAround(
	covers: readonly TimeRange[],
	mark: number,
	until: number,
): { readonly before: TimeRange; readonly after: TimeRange } | undefined {
	const first = covers[0]?.since;
	return first === undefined || mark < first || mark >= until
		? undefined
		: {
				before: { since: Math.max(first, mark - (until - mark) + 1), until: mark },
				after: { since: mark + 1, until },
			};
}

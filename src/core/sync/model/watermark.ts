import type { TimeRange } from '../../../shared/comparison';
import type { SetSummary } from './summary';
import type { SyncedSet } from './syncedSet';

/** End of the time period whose records the user has reviewed. */
export interface Watermark {
	/** Receive time of the watermark, in Unix seconds. Records that were received later are unreviewed. */
	readonly at: number;
	/** Earlier watermarks, most recent first. */
	readonly earlier: readonly number[];
}

const maxEarlier = 5;

/**
 * Returns the end of the synced range. Returns undefined if days are missing, so that their records are new when they
 * arrive.
 */
export function seenUntil(
	covers: readonly TimeRange[],
	{ currentTo, updatedAt }: { readonly currentTo: SetSummary['currentTo']; readonly updatedAt: SyncedSet['updatedAt'] },
	watermark: number | undefined,
): number | undefined {
	const last = covers.at(-1);
	if (!last || currentTo === undefined) {
		return undefined;
	}
	// If the last sync was complete, only days that the service rejects are missing, and these days are ignored.
	const hasEnded = updatedAt !== undefined && Date.parse(updatedAt) >= Date.parse(currentTo);
	return hasEnded || watermark === undefined || watermark >= last.since - 1
		? currentUntil(covers, currentTo)
		: undefined;
}

/**
 * Returns the end of the last range, but no later time than the time of the request. If a local time occurs twice, the
 * later one is used.
 */
export function currentUntil(covers: readonly TimeRange[], currentTo: string | undefined): number | undefined {
	const last = covers.at(-1);
	return last && currentTo !== undefined ? Math.min(last.until, Math.floor(Date.parse(currentTo) / 1000)) : undefined;
}

/**
 * Moves a watermark to `until`. A watermark after `until` was caused by a wrong clock, so it isn't added to the earlier
 * watermarks.
 */
export function advancedWatermark(watermark: Watermark | undefined, until: number): Watermark {
	return watermark && until < watermark.at ? { ...watermark, at: until } : movedTo(watermark, until);
}

export function movedTo(watermark: Watermark | undefined, at: number): Watermark {
	if (!watermark) {
		return { at, earlier: [] };
	}
	const earlier = [watermark.at, ...watermark.earlier].filter((time) => time !== at);
	return { at, earlier: earlier.slice(0, maxEarlier) };
}

/**
 * Minimum length of the range before a watermark, in weeks. The range after the watermark is compared with this range
 * by weekday and hour.
 */
const weeksBefore = 4;
const weekSeconds = 7 * 86_400;

/**
 * Returns the range after a watermark and the range of whole weeks before it. Returns undefined if one of them would be
 * empty.
 */
export function rangesAround(
	covers: readonly TimeRange[],
	watermark: number,
	until: number,
): { readonly before: TimeRange; readonly after: TimeRange } | undefined {
	const first = covers[0]?.since;
	const weeks = Math.max(weeksBefore, Math.ceil((until - watermark) / weekSeconds));
	return first === undefined || watermark < first || watermark >= until
		? undefined
		: {
				before: { since: Math.max(first, watermark - weeks * weekSeconds + 1), until: watermark },
				after: { since: watermark + 1, until },
			};
}

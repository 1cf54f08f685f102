import { formatCivil, fromUtc, toUtc } from '../../../shared/civilTime';
import type { StoredQuestion } from '../../export/model/entry';
import { civilNow, type Zone } from '../../plan/range';
import { isTrusted } from '../model/dayState';
import { type CalendarDay, earlier, getCivil } from '../model/days';
import { type SyncedDay, type SyncedSet, type SyncSettings, settingsOf } from '../model/syncedSet';
import type { DayWork } from './dayWork';

/** Overlap with the previous request, in seconds, because the service may process the newest records late. */
const overlapSeconds = 3600;

export interface DayRange {
	readonly since: string;
	readonly until: string;
	/**
	 * True if the range includes the start of the day. In this case, records that are missing from the response no longer
	 * exist.
	 */
	readonly fromStart: boolean;
}

/**
 * Returns the range to request for a day. Times after the newest record are never treated as requested, so that a wrong
 * local clock can't cause gaps.
 */
export function dayRange(
	day: CalendarDay,
	known: SyncedDay | undefined,
	set: Pick<SyncedSet, 'zone'>,
	{ now, calendars }: Pick<DayWork, 'now' | 'calendars'>,
): DayRange {
	const { range } = day;
	const until = earlier(range.until, formatCivil(civilNow(now, set.zone)));
	const whole = { since: range.since, until: until > range.since ? until : range.until, fromStart: true };
	const { asked, partition } = known ?? {};
	if (!asked || !partition?.times || calendars.isFinalAt(now, day, set.zone) || !isTrusted(asked, now)) {
		return whole;
	}
	const newest = formatCivil(civilNow(new Date(partition.times.last * 1000), set.zone));
	const since = secondsBefore(earlier(asked.until, newest), overlapSeconds);
	return since > range.since && since < until ? { since, until, fromStart: false } : whole;
}

export function questionAbout(
	{ since, until }: Pick<DayRange, 'since' | 'until'>,
	{ service, zone, ...set }: Pick<SyncedSet, 'service' | 'zone'> & SyncSettings,
	askedAt: Date,
	clock?: Zone,
): StoredQuestion {
	const { since: _, ...storedPlan } = set.plan;
	const common = { ...storedPlan, dateDimension: 'receive', byteOrderMark: false } as const;
	const range = { kind: 'between', since: getCivil(since), until: getCivil(until) } as const;
	return {
		version: 1,
		service,
		plan: { ...common, view: 'document', range },
		question: { ...common, since, until },
		askedAt: askedAt.toISOString(),
		zone,
		syncedSet: { ...settingsOf(set), ...(clock && { clock }) },
	};
}

function secondsBefore(text: string, seconds: number): string {
	return formatCivil(fromUtc(toUtc(getCivil(text)) - seconds * 1000));
}

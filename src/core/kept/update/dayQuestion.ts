import { formatCivil, fromUtc, toUtc } from '../../../shared/civilTime';
import type { StoredQuestion } from '../../export/model/entry';
import { civilNow, isSameZone } from '../../plan/range';
import { isTrusted } from '../model/dayState';
import { type CalendarDay, civilOf, earlier } from '../model/days';
import type { KeptDay, KeptSet } from '../model/keptSet';
import type { DayWork } from './dayWork';

/**
 * Seconds before the end of what was asked last that are asked for again: what the service received then may have been
 * on its way to where exports are made of. What took longer comes when the day is asked for as a whole, to settle it.
 */
const overlapSeconds = 3600;

/** What is to be asked about a day. */
export interface DayRange {
	readonly since: string;
	readonly until: string;
	/** From the beginning of the day on: what the part has and the answer lacks is not given any more. */
	readonly fromStart: boolean;
}

/**
 * The whole of a day that is over for so long that all of it has come; of another one what came since it was asked last.
 * A wrong clock of this machine cannot leave anything out: nothing is taken to be asked that is later than the newest
 * record.
 */
export function dayRange(
	day: CalendarDay,
	known: KeptDay | undefined,
	set: Pick<KeptSet, 'zone'>,
	{ now, calendars }: Pick<DayWork, 'now' | 'calendars'>,
): DayRange {
	const { range } = day;
	const until = earlier(range.until, formatCivil(civilNow(now, set.zone)));
	const whole = { since: range.since, until: until > range.since ? until : range.until, fromStart: true };
	const { asked, part } = known ?? {};
	if (
		!asked ||
		!part?.times ||
		calendars.isSettledAt(now, day, set.zone) ||
		!isTrusted(asked, now) ||
		!isSameZone(asked.zone, set.zone)
	) {
		return whole;
	}
	const newest = formatCivil(civilNow(new Date(part.times.last * 1000), set.zone));
	const since = secondsBefore(earlier(asked.until, newest), overlapSeconds);
	return since > range.since && since < until ? { since, until, fromStart: false } : whole;
}

/** What is sent, and kept beside the answer. */
export function questionAbout(
	{ since, until }: Pick<DayRange, 'since' | 'until'>,
	{ service, plan, zone }: Pick<KeptSet, 'service' | 'plan' | 'zone'>,
	askedAt: Date,
): StoredQuestion {
	const { since: _, ...kept } = plan;
	const common = { ...kept, dateDimension: 'receive', byteOrderMark: false } as const;
	const range = { kind: 'between', since: civilOf(since), until: civilOf(until) } as const;
	return {
		version: 1,
		service,
		plan: { ...common, view: 'document', range },
		question: { ...common, since, until },
		askedAt: askedAt.toISOString(),
		zone,
	};
}

function secondsBefore(text: string, seconds: number): string {
	return formatCivil(fromUtc(toUtc(civilOf(text)) - seconds * 1000));
}

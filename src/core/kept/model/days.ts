import {
	addDays,
	atStartOfDay,
	type CivilTime,
	compareCivil,
	formatCivil,
	parseCivil,
} from '../../../shared/civilTime';
import { rangeOfDay, type SliceRange } from '../../export/slices/cutRange';
import { clockOf, shownOnceIn } from '../../plan/civilClock';
import { type Zone, zoneName } from '../../plan/range';

const dayMs = 86_400_000;

/** Records of a day may still be on their way within the service for so long after its end (milliseconds). */
const settlingMs = dayMs;

/** No calendar of a set has more days: some 110 years. */
const maxDays = 40_000;

export interface CalendarDay {
	/** `yyyy-mm-dd` */
	readonly day: string;
	readonly range: SliceRange;
}

interface ZoneCalendar {
	readonly showAt: ReturnType<typeof clockOf>;
	readonly isShownOnce: ReturnType<typeof shownOnceIn>;
}

/** Clocks and calendars of zones, each made once: that takes longer than to ask it, and a set has hundreds of days. */
export class Calendars {
	private readonly known = new Map<string, ZoneCalendar>();

	/** The days of a zone's calendar from the first one to the one of `now`, newest first. */
	daysUntil(now: Date, first: string, zone: Zone): readonly CalendarDay[] {
		const { showAt, isShownOnce } = this.of(zone);
		const days: CalendarDay[] = [];
		const begin = civilOf(first);
		for (
			let time = atStartOfDay(showAt(now));
			compareCivil(time, begin) >= 0 && days.length < maxDays;
			time = addDays(time, -1)
		) {
			const day = dayOf(formatCivil(time));
			const range = rangeOfDay(day, isShownOnce);
			if (range) {
				days.push({ day, range });
			}
		}
		return days;
	}

	/** Whether whoever asked at that moment was told all that is received on the day. */
	isSettledAt(moment: Date, { range }: CalendarDay, zone: Zone): boolean {
		const settled = this.of(zone).showAt(new Date(moment.getTime() - settlingMs));
		return compareCivil(settled, civilOf(range.until)) >= 0;
	}

	private of(zone: Zone): ZoneCalendar {
		const name = zoneName(zone);
		const calendar = this.known.get(name) ?? { showAt: clockOf(zone), isShownOnce: shownOnceIn(zone) };
		this.known.set(name, calendar);
		return calendar;
	}
}

/** `yyyy-mm-dd` of a time in the long form of the service document. */
export function dayOf(time: string): string {
	return time.slice(0, 10);
}

/** The earlier of two times in the long form of the service document. */
export function earlier(a: string, b: string): string {
	return a < b ? a : b;
}

/** @throws RangeError for what is no date: sets hold none such. */
export function civilOf(text: string): CivilTime {
	const parsed = parseCivil(text, 'start');
	if (!parsed.ok) {
		throw new RangeError('a set holds what is no date');
	}
	return parsed.time;
}

import {
	addDays,
	atStartOfDay,
	type CivilTime,
	compareCivil,
	formatCivil,
	parseCivil,
} from '../../../shared/civilTime';
import { type ChunkRange, rangeOfDay } from '../../export/chunks/splitRange';
import { getClock, shownOnceIn } from '../../plan/civilClock';
import { type Zone, zoneName } from '../../plan/range';

const dayMs = 86_400_000;

/** Time after the end of a day, in milliseconds, during which the service may still be processing the day's records. */
const settlingMs = dayMs;

const maxDays = 40_000;

export interface CalendarDay {
	/** Date in the format `yyyy-mm-dd`. */
	readonly day: string;
	readonly range: ChunkRange;
}

interface ZoneCalendar {
	readonly showAt: ReturnType<typeof getClock>;
	readonly isShownOnce: ReturnType<typeof shownOnceIn>;
}

/** Caches calendars by time zone, because creating a calendar is slow. */
export class Calendars {
	private readonly known = new Map<string, ZoneCalendar>();

	daysUntil(now: Date, first: string, zone: Zone): readonly CalendarDay[] {
		const { showAt, isShownOnce } = this.of(zone);
		const days: CalendarDay[] = [];
		const begin = getCivil(first);
		for (
			let time = atStartOfDay(showAt(now));
			compareCivil(time, begin) >= 0 && days.length < maxDays;
			time = addDays(time, -1)
		) {
			const day = getDay(formatCivil(time));
			const range = rangeOfDay(day, isShownOnce);
			if (range) {
				days.push({ day, range });
			}
		}
		return days;
	}

	dayIn(day: string, zone: Zone): CalendarDay | undefined {
		const range = rangeOfDay(day, this.of(zone).isShownOnce);
		return range && { day, range };
	}

	/** Returns true if a response at `moment` contains all records that were received on the day. */
	isFinalAt(moment: Date, { range }: CalendarDay, zone: Zone): boolean {
		const finalAt = this.of(zone).showAt(new Date(moment.getTime() - settlingMs));
		return compareCivil(finalAt, getCivil(range.until)) >= 0;
	}

	private of(zone: Zone): ZoneCalendar {
		const name = zoneName(zone);
		const calendar = this.known.get(name) ?? { showAt: getClock(zone), isShownOnce: shownOnceIn(zone) };
		this.known.set(name, calendar);
		return calendar;
	}
}

export function getDay(time: string): string {
	return time.slice(0, 10);
}

export function earlier(a: string, b: string): string {
	return a < b ? a : b;
}

export function getCivil(text: string): CivilTime {
	const parsed = parseCivil(text, 'start');
	if (!parsed.ok) {
		throw new RangeError('a set holds what is no date');
	}
	return parsed.time;
}

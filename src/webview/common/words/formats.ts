import type { DaySpan } from '../../../shared/keptDays';
import type { Translate } from './translate';
import { knownZone } from './typedTime';

/** Numbers and times in the reader's language; times in the zone the host named, with 24 hours. */
export interface Formats {
	readonly timeZone: string;
	count(value: number): string;
	/** `4.1K`, where room is short; the whole number belongs beside it or in its tooltip. */
	shortCount(value: number): string;
	/** With two digits that say something: `5.7`, `0.012`, `1,204`. */
	rough(value: number): string;
	/** A decimal number, digit for digit. */
	exact(digits: string): string;
	share(part: number, whole: number): string;
	/** `1 record`, `12,431 records` */
	records(count: number): string;
	/** With the zone, as texts beside it may be of another clock. @param seconds Unix time */
	time(seconds: number): string;
	/** `Nov 19` */
	day(seconds: number): string;
	/** `14:00` */
	shortTime(seconds: number): string;
	/** `Nov 19, 14:00` */
	dayTime(seconds: number): string;
	timeRange(from: number, to: number): string;
	/** `UTC`, `GMT+1`: what the clock is called at that time. */
	zone(seconds: number): string;
	bytes(count: number): string;
	/** `Nov 3 – 9`: days of a calendar, `yyyy-mm-dd`, with the year where it is not that of `today`. */
	dates(span: DaySpan, today: string): string;
	/** The same in another zone. */
	inZone(timeZone: string): Formats;
}

export function createFormats(language: string, timeZone: string, t: Translate): Formats {
	const whole = new Intl.NumberFormat(language);
	const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 40 });
	const twoDigits = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 });
	const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
	const percent = new Intl.NumberFormat(language, { style: 'percent', maximumSignificantDigits: 2 });
	const megabytes = new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
	const known = knownZone(timeZone);
	const zone = known === undefined ? {} : { timeZone: known };
	const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
	const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
	const full = new Intl.DateTimeFormat(language, {
		...zone,
		...date,
		...clock,
		second: '2-digit',
		timeZoneName: 'short',
	});
	const zones = new Intl.DateTimeFormat(language, { ...zone, timeZoneName: 'short' });
	const minutes = new Intl.DateTimeFormat(language, { ...zone, ...date, ...clock });
	const days = new Intl.DateTimeFormat(language, { ...zone, month: 'short', day: 'numeric' });
	const dayHours = new Intl.DateTimeFormat(language, { ...zone, month: 'short', day: 'numeric', ...clock });
	const hours = new Intl.DateTimeFormat(language, { ...zone, ...clock });
	const ofCalendar = new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: 'short', day: 'numeric' });
	const ofYears = new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...date });
	return {
		timeZone,
		count: (value) => whole.format(value),
		shortCount: (value) => (value < 10_000 ? whole.format(value) : compact.format(value)),
		rough: (value) => (value >= 100 ? whole.format(Math.round(value)) : twoDigits.format(value)),
		exact: (digits) => decimal.format(digits as Intl.StringNumericLiteral),
		share: (part, all) => (all === 0 ? percent.format(0) : percent.format(part / all)),
		records: (count) => (count === 1 ? t('1 record') : t('{0} records', whole.format(count))),
		time: (seconds) => full.format(seconds * 1000),
		day: (seconds) => days.format(seconds * 1000),
		shortTime: (seconds) => hours.format(seconds * 1000),
		dayTime: (seconds) => dayHours.format(seconds * 1000),
		zone: (seconds) =>
			zones.formatToParts(seconds * 1000).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
		timeRange: (from, to) => minutes.formatRange(from * 1000, to * 1000),
		bytes: (count) => megabytes.format(count / 1_000_000),
		dates: ({ first, last }, today) => {
			const isThisYear = [first, last].every((day) => day.slice(0, 4) === today.slice(0, 4));
			return (isThisYear ? ofCalendar : ofYears).formatRange(Date.parse(first), Date.parse(last));
		},
		inZone: (other) => createFormats(language, other, t),
	};
}

import { createFormSelector, type PluralForms } from '../../../shared/plural';
import type { DaySpan } from '../../../shared/syncedDays';
import { zoneLabel } from '../../../shared/zones';
import type { Translate } from './translate';
import { knownZone } from './typedTime';

/** Formats values in the user's language. Times are in the host's time zone and use the 24-hour clock. */
export interface Formats {
	readonly timeZone: string;
	count(value: number): string;
	/** Formats a number in compact form, such as `4.1K`. The exact number must be shown next to it or in a tooltip. */
	shortCount(value: number): string;
	/** Rounds to two significant digits, or to an integer if the value is at least 100: `5.7`, `0.012`, `1,204`. */
	rough(value: number): string;
	exact(digits: string): string;
	share(part: number, whole: number): string;
	/** Formats a percentage with two decimals. Rounds down, so that `100.00%` means that nothing is missing. */
	shareBelowWhole(part: number, whole: number): string;
	/** Formats a count with the matching plural form. `{0}` is the count; `more` contains the values of `{1}`, `{2}`… */
	plural(count: number, forms: PluralForms, ...more: readonly (string | number)[]): string;
	records(count: number): string;
	/** Formats a Unix time and adds the time zone, because adjacent times may have different time zones. */
	time(seconds: number): string;
	/** Formats a date without the year: `Nov 19`. */
	day(seconds: number): string;
	/** Formats the range of days between two times without the year: `Nov 12 – 18`. */
	dayRange(from: number, to: number): string;
	/** Formats a time without seconds: `14:00`. */
	shortTime(seconds: number): string;
	/** Formats a date and time: `Nov 19, 14:00`. */
	dayTime(seconds: number): string;
	timeRange(from: number, to: number): string;
	/** Name of the time zone, such as `Europe/Berlin`, or its offset, such as `UTC+01:00`. */
	readonly zone: string;
	bytes(count: number): string;
	/** Formats a range of days, such as `Nov 3 – 9`. The current year, taken from `today`, is omitted. */
	dates(span: DaySpan, today: string): string;
	inZone(timeZone: string): Formats;
}

export function createFormats(
	language: string,
	timeZone: string,
	t: Translate,
	strings: Readonly<Record<string, string>> = {},
): Formats {
	const whole = new Intl.NumberFormat(language);
	const decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 40 });
	const twoDigits = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 });
	const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
	const percent = new Intl.NumberFormat(language, { style: 'percent', maximumSignificantDigits: 2 });
	const hundredths = new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 2 });
	const megabytes = new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
	const known = knownZone(timeZone);
	const zone = known === undefined ? {} : { timeZone: known };
	const date = { year: 'numeric', month: 'short', day: 'numeric' } as const;
	const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
	const label = zoneLabel(timeZone);
	const full = new Intl.DateTimeFormat(language, { ...zone, ...date, ...clock, second: '2-digit' });
	const minutes = new Intl.DateTimeFormat(language, { ...zone, ...date, ...clock });
	const days = new Intl.DateTimeFormat(language, { ...zone, month: 'short', day: 'numeric' });
	const dayHours = new Intl.DateTimeFormat(language, { ...zone, month: 'short', day: 'numeric', ...clock });
	const hours = new Intl.DateTimeFormat(language, { ...zone, ...clock });
	const ofCalendar = new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: 'short', day: 'numeric' });
	const ofYears = new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...date });
	const selectForm = createFormSelector(language, strings);
	const plural: Formats['plural'] = (count, forms, ...more) =>
		t(selectForm(count, forms), whole.format(count), ...more);
	return {
		timeZone,
		plural,
		count: (value) => whole.format(value),
		shortCount: (value) => (value < 10_000 ? whole.format(value) : compact.format(value)),
		rough: (value) => (value >= 100 ? whole.format(Math.round(value)) : twoDigits.format(value)),
		exact: (digits) => decimal.format(digits as Intl.StringNumericLiteral),
		share: (part, all) => (all === 0 ? percent.format(0) : percent.format(part / all)),
		shareBelowWhole: (part, all) => hundredths.format(Math.floor((part * 10_000) / all) / 10_000),
		records: (count) => plural(count, { one: '{0} record', other: '{0} records' }),
		time: (seconds) => `${full.format(seconds * 1000)} ${label}`,
		day: (seconds) => days.format(seconds * 1000),
		dayRange: (from, to) => days.formatRange(from * 1000, to * 1000),
		shortTime: (seconds) => hours.format(seconds * 1000),
		dayTime: (seconds) => dayHours.format(seconds * 1000),
		zone: label,
		timeRange: (from, to) => minutes.formatRange(from * 1000, to * 1000),
		bytes: (count) => megabytes.format(count / 1_000_000),
		dates: ({ first, last }, today) => {
			const isThisYear = [first, last].every((day) => day.slice(0, 4) === today.slice(0, 4));
			return (isThisYear ? ofCalendar : ofYears).formatRange(Date.parse(first), Date.parse(last));
		},
		inZone: (other) => createFormats(language, other, t, strings),
	};
}

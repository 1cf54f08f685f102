/** Date and time without a time zone (service document, section 4.2: `yyyy-mm-dd hh:mm:ss`). */
export interface CivilTime {
	readonly year: number;
	readonly month: number;
	readonly day: number;
	readonly hour: number;
	readonly minute: number;
	readonly second: number;
}

export type CivilProblem =
	| { readonly kind: 'format' }
	| { readonly kind: 'noSuchMonth'; readonly month: number }
	| { readonly kind: 'noSuchDay'; readonly year: number; readonly month: number; readonly day: number }
	| { readonly kind: 'noSuchTime' };

/** Meaning of a date without a time: the first second or the last second of the day. */
export type DayEdge = 'start' | 'end';

/** Parses `yyyy-mm-dd`, optionally with `hh:mm` or `hh:mm:ss` after a space or `T`. */
export function parseCivil(
	text: string,
	edge: DayEdge,
): { readonly ok: true; readonly time: CivilTime } | { readonly ok: false; readonly problem: CivilProblem } {
	const match = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:(?: +|T)(\d{1,2}):(\d{2})(?::(\d{2}))?)?\s*$/.exec(text);
	if (!match) {
		return { ok: false, problem: { kind: 'format' } };
	}
	const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
	if (month < 1 || month > 12) {
		return { ok: false, problem: { kind: 'noSuchMonth', month } };
	}
	if (day < 1 || day > daysInMonth(year, month)) {
		return { ok: false, problem: { kind: 'noSuchDay', year, month, day } };
	}
	const wholeDay = match[4] === undefined;
	const last = edge === 'end';
	const hour = wholeDay ? (last ? 23 : 0) : Number(match[4]);
	const minute = wholeDay ? (last ? 59 : 0) : Number(match[5]);
	const second = match[6] === undefined ? (last ? 59 : 0) : Number(match[6]);
	if (hour > 23 || minute > 59 || second > 59) {
		return { ok: false, problem: { kind: 'noSuchTime' } };
	}
	return { ok: true, time: { year, month, day, hour, minute, second } };
}

export function isCivilTime({ year, month, day, hour, minute, second }: CivilTime): boolean {
	return (
		isWithin(year, 0, 9999) &&
		isWithin(month, 1, 12) &&
		isWithin(day, 1, daysInMonth(year, month)) &&
		isWithin(hour, 0, 23) &&
		isWithin(minute, 0, 59) &&
		isWithin(second, 0, 59)
	);
}

/** Formats a time with leading zeros, because live services reject dates without them. */
export function formatCivil(time: CivilTime): string {
	return `${formatDay(time)} ${pad(time.hour)}:${pad(time.minute)}:${pad(time.second)}`;
}

export function formatDay(time: Pick<CivilTime, 'year' | 'month' | 'day'>): string {
	return `${String(time.year).padStart(4, '0')}-${pad(time.month)}-${pad(time.day)}`;
}

export function compareCivil(a: CivilTime, b: CivilTime): number {
	return toUtc(a) - toUtc(b);
}

export function addDays(time: CivilTime, days: number): CivilTime {
	return fromUtc(toUtc(time) + days * 86_400_000);
}

export function atStartOfDay(time: CivilTime): CivilTime {
	return { ...time, hour: 0, minute: 0, second: 0 };
}

export function atEndOfDay(time: CivilTime): CivilTime {
	return { ...time, hour: 23, minute: 59, second: 59 };
}

/** Converts a time to milliseconds as if it were in UTC. Use the result only for arithmetic and comparisons. */
export function toUtc(time: CivilTime): number {
	// `Date.UTC` can't be used, because it maps the years 0 to 99 to 1900 to 1999.
	const date = new Date(0);
	date.setUTCFullYear(time.year, time.month - 1, time.day);
	return date.setUTCHours(time.hour, time.minute, time.second, 0);
}

export function fromUtc(milliseconds: number): CivilTime {
	const date = new Date(milliseconds);
	return {
		year: date.getUTCFullYear(),
		month: date.getUTCMonth() + 1,
		day: date.getUTCDate(),
		hour: date.getUTCHours(),
		minute: date.getUTCMinutes(),
		second: date.getUTCSeconds(),
	};
}

function daysInMonth(year: number, month: number): number {
	if (month === 2) {
		return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
	}
	return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isWithin(value: number, first: number, last: number): boolean {
	return Number.isInteger(value) && value >= first && value <= last;
}

function pad(value: number): string {
	return value < 10 ? `0${value}` : `${value}`;
}

import { type CivilTime, toUtc } from './civilTime';

/** Returns true if this runtime supports a time zone. Hosts and browsers can support different time zones. */
export function isZoneName(name: string): boolean {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}

/** Formats a time zone for display. An offset, such as `+01:00`, becomes `UTC+01:00`. */
export function zoneLabel(name: string): string {
	return /^[+-]/.test(name) ? `UTC${name}` : name;
}

/**
 * Returns the UTC offset in seconds (positive east of UTC) at a Unix time. An undefined zone means the local time zone.
 */
export function zoneOffset(seconds: number, timeZone: string | undefined): number {
	return zoneOffsets(timeZone)(seconds);
}

/**
 * Returns a function that returns the UTC offset at a Unix time. For many times, this is faster than `zoneOffset`,
 * because the formatter is created only once.
 */
export function zoneOffsets(timeZone: string | undefined): (seconds: number) => number {
	const format = new Intl.DateTimeFormat('en-CA', {
		...(timeZone === undefined ? {} : { timeZone }),
		// Other calendars have different dates before 1582 or number the years before year 1 differently.
		calendar: 'iso8601',
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	});
	return (seconds) => {
		const parts = new Map(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]));
		const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
		const shown: CivilTime = {
			year: read('year'),
			month: read('month'),
			day: read('day'),
			hour: read('hour'),
			minute: read('minute'),
			second: read('second'),
		};
		return toUtc(shown) / 1000 - Math.floor(seconds);
	};
}

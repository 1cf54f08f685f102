import { type CivilTime, toUtc } from './civilTime';

/** Time zones as the runtime knows them: hosts and browsers have different lists. */

/** Whether the runtime knows the IANA name. */
export function isZoneName(name: string): boolean {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}

/**
 * Seconds by which clocks of a zone are ahead of UTC at an instant.
 * @param seconds Unix time
 * @param timeZone A name that the runtime knows; undefined is the zone of this machine.
 */
export function zoneOffset(seconds: number, timeZone: string | undefined): number {
	return zoneOffsets(timeZone)(seconds);
}

/** `zoneOffset` for many instants: what knows a zone takes longer to make than to ask. */
export function zoneOffsets(timeZone: string | undefined): (seconds: number) => number {
	const format = new Intl.DateTimeFormat('en-CA', {
		...(timeZone === undefined ? {} : { timeZone }),
		// Others have a calendar of their own before 1582, and count the years before the first one backwards.
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

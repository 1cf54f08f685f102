import { addDays, atEndOfDay, atStartOfDay, type CivilTime, fromUtc } from '../../shared/civilTime';
import { zoneOffset } from '../../shared/zones';

export { isZoneName } from '../../shared/zones';

export const dayCounts = [7, 14, 30, 90] as const;

export const maxDays = 9_999;

export type Range =
	/** The last 24 hours of elapsed time. After a clock change, the local start time differs from the local end time. */
	| { readonly kind: 'last24Hours' }
	| { readonly kind: 'lastHours'; readonly hours: number }
	| { readonly kind: 'lastDays'; readonly days: number }
	| { readonly kind: 'today' }
	| { readonly kind: 'yesterday' }
	| { readonly kind: 'between'; readonly since: CivilTime; readonly until: CivilTime };

/** Time zone for relative ranges. The service document specifies no time zone, but services use the application's. */
export type Zone =
	| { readonly kind: 'named'; readonly name: string }
	| { readonly kind: 'offset'; readonly seconds: number };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const utc: Zone = { kind: 'named', name: 'UTC' };

export function isSameZone(a: Zone, b: Zone): boolean {
	return zoneName(a) === zoneName(b);
}

export function civilNow(now: Date, zone: Zone): CivilTime {
	const offset = zone.kind === 'offset' ? zone.seconds : zoneOffset(now.getTime() / 1000, zone.name);
	return fromUtc(now.getTime() + offset * 1000);
}

/** Resolves a range to its start and end. Both are inclusive and have a precision of one second. */
export function resolveRange(range: Range, now: Date, zone: Zone): { since: CivilTime; until: CivilTime } {
	const current = civilNow(now, zone);
	switch (range.kind) {
		case 'last24Hours':
			// Subtracts elapsed time, because local times would be wrong if the clock was changed within the range.
			return { since: civilNow(new Date(now.getTime() - dayMs), zone), until: current };
		case 'lastHours':
			return { since: civilNow(new Date(now.getTime() - range.hours * hourMs), zone), until: current };
		case 'lastDays':
			return { since: atStartOfDay(addDays(current, -range.days)), until: current };
		case 'today':
			return { since: atStartOfDay(current), until: current };
		case 'yesterday': {
			const yesterday = addDays(current, -1);
			return { since: atStartOfDay(yesterday), until: atEndOfDay(yesterday) };
		}
		case 'between':
			return { since: range.since, until: range.until };
	}
}

/** Returns a time zone name that `Intl` accepts, either an IANA name or an offset such as `+05:30`. */
export function zoneName(zone: Zone): string {
	if (zone.kind === 'named') {
		return zone.name;
	}
	const minutes = Math.round(Math.abs(zone.seconds) / 60);
	const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
	return `${zone.seconds < 0 ? '-' : '+'}${hours}:${rest}`;
}

import { addDays, atEndOfDay, atStartOfDay, type CivilTime, fromUtc } from '../../shared/civilTime';
import { zoneOffset } from '../../shared/zones';

export { isZoneName } from '../../shared/zones';

export const dayCounts = [7, 14, 30, 90] as const;
type DayCount = (typeof dayCounts)[number];

/** A range as a person means it; relative ones stay relative until the moment of asking. */
export type Range =
	/** 24 hours that passed, not the same time yesterday. */
	| { readonly kind: 'last24Hours' }
	/** From the start of the day `days` days ago until now. */
	| { readonly kind: 'lastDays'; readonly days: DayCount }
	| { readonly kind: 'today' }
	| { readonly kind: 'yesterday' }
	| { readonly kind: 'between'; readonly since: CivilTime; readonly until: CivilTime };

/**
 * On whose clock a relative range is read. The service states no zone for its dates; live ones use the application's
 * own, which its record may tell.
 */
export type Zone =
	| { readonly kind: 'named'; readonly name: string }
	| { readonly kind: 'offset'; readonly seconds: number };

const dayMs = 86_400_000;

export const utc: Zone = { kind: 'named', name: 'UTC' };

export function isSameZone(a: Zone, b: Zone): boolean {
	return zoneName(a) === zoneName(b);
}

/** What the zone's clock and calendar show at `now`. */
export function civilNow(now: Date, zone: Zone): CivilTime {
	const offset = zone.kind === 'offset' ? zone.seconds : zoneOffset(now.getTime() / 1000, zone.name);
	return fromUtc(now.getTime() + offset * 1000);
}

/** Both ends are meant as inclusive, to the second. */
export function resolveRange(range: Range, now: Date, zone: Zone): { since: CivilTime; until: CivilTime } {
	const current = civilNow(now, zone);
	switch (range.kind) {
		case 'last24Hours':
			// Hours that passed, which are not those on the clock where it was put forward or back meanwhile.
			return { since: civilNow(new Date(now.getTime() - dayMs), zone), until: current };
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

/** A name that `Intl` takes: the IANA one, or the offset as `+05:30`. */
export function zoneName(zone: Zone): string {
	if (zone.kind === 'named') {
		return zone.name;
	}
	const minutes = Math.round(Math.abs(zone.seconds) / 60);
	const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
	return `${zone.seconds < 0 ? '-' : '+'}${hours}:${rest}`;
}

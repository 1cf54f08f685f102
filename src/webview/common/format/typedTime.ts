import { formatCivil, fromUtc, parseCivil, toUtc } from '../../../shared/civilTime';
import { isZoneName, zoneOffset } from '../../../shared/zones';

/** Parses a date, a date and time, or Unix seconds. For a date, returns its first (`from`) or last (`to`) second. */
export function secondsFromTyped(text: string, end: 'from' | 'to', timeZone: string): string | undefined {
	if (/^-?\d{5,}$/.test(text)) {
		return text;
	}
	const parsed = parseCivil(text, end === 'from' ? 'start' : 'end');
	if (!parsed.ok) {
		return undefined;
	}
	const asUtc = toUtc(parsed.time) / 1000;
	// The offset and the time depend on each other. Two iterations are sufficient, except when daylight saving time
	// starts.
	const guess = asUtc - getOffset(asUtc, timeZone);
	return String(asUtc - getOffset(guess, timeZone));
}

export function typedFromSeconds(seconds: string, timeZone: string): string {
	const value = Number(seconds);
	const shown = fromUtc((value + getOffset(value, timeZone)) * 1000);
	return Number.isNaN(shown.year) ? seconds : formatCivil(shown);
}

/** Returns the UTC offset in seconds, positive east of UTC. */
export function getOffset(seconds: number, timeZone: string): number {
	if (timeZone === 'UTC' || !Number.isFinite(seconds) || Math.abs(seconds) > 8.64e12) {
		return 0;
	}
	return zoneOffset(seconds, knownZone(timeZone));
}

/** Returns the time zone if this runtime supports it. Otherwise, returns undefined, which means the local time zone. */
export function knownZone(timeZone: string): string | undefined {
	return isZoneName(timeZone) ? timeZone : undefined;
}

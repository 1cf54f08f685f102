import { formatCivil, fromUtc, parseCivil, toUtc } from '../../../shared/civilTime';
import { isZoneName, zoneOffset } from '../../../shared/zones';

/** Times as people type and read them, in one zone, to and from Unix seconds. */

/**
 * Unix seconds from `yyyy-mm-dd`, with `hh:mm` or `hh:mm:ss` behind it, or from seconds themselves; undefined for what
 * is no time, such as 30 February. Less than a second's precision means the first second (`from`) or the last (`to`).
 */
export function secondsFromTyped(text: string, end: 'from' | 'to', timeZone: string): string | undefined {
	if (/^-?\d{5,}$/.test(text)) {
		return text;
	}
	const parsed = parseCivil(text, end === 'from' ? 'start' : 'end');
	if (!parsed.ok) {
		return undefined;
	}
	const asUtc = toUtc(parsed.time) / 1000;
	// The offset is that of the wanted instant, which is known only when the offset is: twice is enough, save in the
	// hour that a change of clocks leaves out.
	const guess = asUtc - offsetOf(asUtc, timeZone);
	return String(asUtc - offsetOf(guess, timeZone));
}

/** `yyyy-mm-dd hh:mm:ss` */
export function typedFromSeconds(seconds: string, timeZone: string): string {
	const value = Number(seconds);
	const shown = fromUtc((value + offsetOf(value, timeZone)) * 1000);
	return Number.isNaN(shown.year) ? seconds : formatCivil(shown);
}

/** Seconds by which clocks of the zone are ahead of UTC at an instant. */
export function offsetOf(seconds: number, timeZone: string): number {
	if (timeZone === 'UTC' || !Number.isFinite(seconds) || Math.abs(seconds) > 8.64e12) {
		return 0;
	}
	return zoneOffset(seconds, knownZone(timeZone));
}

/** The clock of this machine, which undefined means, stands in for zones that only the host knows. */
export function knownZone(timeZone: string): string | undefined {
	return isZoneName(timeZone) ? timeZone : undefined;
}

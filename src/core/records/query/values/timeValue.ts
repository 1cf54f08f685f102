import { isCivilTime, toUtc } from '../../../../shared/civilTime';

const civil = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?Z?$/;
const unixSeconds = /^-?\d{1,15}(?:\.\d+)?$/;

/** Returns Unix seconds. A time without a time zone (service document, section 2.1) is taken as UTC. */
export function getTime(text: string): number | undefined {
	const match = civil.exec(text);
	if (!match) {
		return unixSeconds.test(text) ? Math.floor(Number(text)) : undefined;
	}
	const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
	const [hour, minute, second] = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)];
	const time = { year, month, day, hour, minute, second };
	return isCivilTime(time) ? toUtc(time) / 1000 : undefined;
}

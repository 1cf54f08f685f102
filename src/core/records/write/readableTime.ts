import { formatCivil, fromUtc } from '../../../shared/civilTime';

/** Unix seconds, which say little to a reader, as a time; times that are written out stay as they are. */
export function readableTime(text: string): string {
	return /^\d{1,11}$/.test(text) ? `${formatCivil(fromUtc(Number(text) * 1000))} UTC` : text;
}

import { formatCivil, fromUtc } from '../../../shared/civilTime';

/** Formats Unix seconds as a readable time. Returns other text unchanged. */
export function readableTime(text: string): string {
	return /^\d{1,11}$/.test(text) ? `${formatCivil(fromUtc(Number(text) * 1000))} UTC` : text;
}

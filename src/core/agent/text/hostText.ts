import { formatCivil, fromUtc } from '../../../shared/civilTime';

/* Formats the trusted part of an answer. No function in this file formats untrusted values from records. */

export function countText(number: number): string {
	return number.toLocaleString('en-US');
}

export function shareText(part: number, whole: number): string {
	const percent = whole === 0 ? 0 : (100 * part) / whole;
	return percent > 0 && percent < 1 ? '<1 %' : `${Math.round(percent)} %`;
}

/** Formats a time, such as `2026-03-01 12:00:00`, without converting it to another time zone. */
export function momentText(seconds: number | undefined): string {
	return seconds === undefined ? 'unknown' : formatCivil(fromUtc(seconds * 1000));
}

export function ratioText(number: number | undefined): string {
	return number === undefined ? 'unbounded' : String(Number(number.toPrecision(2)));
}

const plainVersion = /^v?\d{1,9}(?:\.\d{1,9}){0,5}(?:-(?:alpha|beta|rc|dev|debug|snapshot)(?:\.?\d{1,6})?)?$/i;

/** Formats a numeric version. Returns undefined for any other version, because it is untrusted text. */
export function versionText(version: string): string | undefined {
	return plainVersion.test(version) ? version : undefined;
}

export function versionSpan(first: string, last: string): string {
	const [from, to] = [first, last].map((version) => (version === '' ? 'unknown' : (versionText(version) ?? 'other')));
	return from === to ? `${from}` : `${from} to ${to}`;
}

/** Formats a workspace path and replaces unusual characters, such as line breaks, with `?`. */
export function pathText(path: string): string {
	return path.replace(/[^\p{L}\p{N}_./@()+$[\] -]/gu, '?').slice(-240);
}

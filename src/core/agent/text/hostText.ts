import { formatCivil, fromUtc } from '../../../shared/civilTime';

/*
 * What of an answer the product says itself: numbers, dates, versions of digits and words of this program. Nothing that a
 * record says is written by these, so that the lines they make are the same whatever the records say.
 */

/** `1,204,551`, whatever the language of the machine. */
export function countText(number: number): string {
	return number.toLocaleString('en-US');
}

/** `41 %`, `<1 %`. */
export function shareText(part: number, whole: number): string {
	const percent = whole === 0 ? 0 : (100 * part) / whole;
	return percent > 0 && percent < 1 ? '<1 %' : `${Math.round(percent)} %`;
}

/** `2026-03-01 12:00:00`; on the clock of the file's times, which is UTC where these are Unix times. */
export function momentText(seconds: number | undefined): string {
	return seconds === undefined ? 'unknown' : formatCivil(fromUtc(seconds * 1000));
}

/** A ratio to two digits: `3.1`, `0.04`. */
export function ratioText(number: number | undefined): string {
	return number === undefined ? 'unbounded' : String(Number(number.toPrecision(2)));
}

const plainVersion = /^v?\d{1,9}(?:\.\d{1,9}){0,5}(?:-(?:alpha|beta|rc|dev|debug|snapshot)(?:\.?\d{1,6})?)?$/i;

/** A version of digits; one with words in it is a text of whoever sent the record, and undefined here. */
export function versionText(version: string): string | undefined {
	return plainVersion.test(version) ? version : undefined;
}

/** `3.1.0`, `3.0 to 3.2`; a version with words is `other`, and stands among the texts. */
export function versionSpan(first: string, last: string): string {
	const [from, to] = [first, last].map((version) => (version === '' ? 'unknown' : (versionText(version) ?? 'other')));
	return from === to ? `${from}` : `${from} to ${to}`;
}

/** A path of the workspace, on one line. Its names are the user's own, or of whoever wrote the repository. */
export function pathText(path: string): string {
	return path.replace(/[^\p{L}\p{N}_./@()+$[\] -]/gu, '?').slice(-240);
}

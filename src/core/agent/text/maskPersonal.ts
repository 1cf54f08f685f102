import { maskSeparatedNumbers } from './masks/separatedNumbers';
import { TokenMasker } from './masks/tokenMasker';

/**
 * Minimum length of a known personal value. Shorter values are ignored, because they would match unrelated text by
 * coincidence.
 */
const minKnownLength = 4;

const commonValues = /^(?:null|none|true|false|undefined|unknown|empty|0+)$/i;

export function maskPersonal(text: string, known: readonly string[] = []): string {
	return new TokenMasker(maskSeparatedNumbers(maskKnown(text, known))).masked();
}

function maskKnown(text: string, known: readonly string[]): string {
	let masked = text;
	for (const value of known) {
		if (value.length >= minKnownLength && !commonValues.test(value)) {
			for (const form of new Set([value, encodeURIComponent(Buffer.from(value).toString())])) {
				masked = replaceAnyCase(masked, form);
			}
		}
	}
	return masked;
}

function replaceAnyCase(text: string, value: string): string {
	const mask = '<personal>';
	const [lower, wanted] = [text.toLowerCase(), value.toLowerCase()];
	if (lower.length !== text.length || wanted.length !== value.length) {
		return text.replaceAll(value, mask);
	}
	let masked = '';
	let at = 0;
	for (let found = lower.indexOf(wanted); found !== -1; found = lower.indexOf(wanted, at)) {
		masked += text.slice(at, found) + mask;
		at = found + value.length;
	}
	return masked + text.slice(at);
}

import type { Encoding } from '../../../../shared/results';
import { commonCharacters } from './commonCharacters';
import { encodingLabels } from './encodingLabels';

type Legacy = Exclude<Encoding, `utf${string}`>;

/** Maximum number of bytes examined. ASCII-only lines are skipped and not counted. */
const maxBytes = 64 * 1024;

/**
 * Letters beyond ASCII by language, most frequent first. Their frequencies determine the encoding, because different
 * languages use the same bytes for different letters.
 */
const latinLetters: Readonly<Record<'windows1252' | 'windows1250', readonly string[]>> = {
	windows1252: ['éèàêçùôîâûëïœ', 'üäößé', 'óíáéñúü', 'ãçáéõíóêúâàô', 'èàùòìé', 'äöåé', 'åøæé', 'íáðéóþúöýæ'],
	windows1250: ['łąężśćóńź', 'íáěéřšžčýůúťňďó', 'áíéčžýšúľťôňďóäŕĺ', 'áéöőóíüúű', 'ăîâţş', 'čšžćđ', 'čšž'],
};

/** Log probabilities of letters and of other characters that the language doesn't use. */
const foreignLetter = Math.log(1e-5);
const foreignSymbol = Math.log(1e-6);

/** Log likelihood ratio required for detecting Windows-1250, because Windows-1252 is more common. */
const leastEvidence = 1.5;

/** Maximum number of times that a letter counts, because files contain the same message many times. */
const mostOccurrences = 3;

/** Detects the encoding of text that is not Unicode. The default is Windows-1252. */
export function legacyEncoding(samples: readonly Buffer[]): Legacy {
	const bytes = linesBeyondAscii(samples);
	const latin = latinEncoding(bytes);
	const scores: readonly (readonly [Legacy, number])[] = [
		[latin, shareOfLatin(decode(bytes, latin))],
		['windows1251', shareOfCyrillic(decode(bytes, 'windows1251'))],
		...(['shiftJis', 'gb18030', 'big5', 'eucKr'] as const).map(
			(encoding) => [encoding, shareOfCommon(bytes, encoding)] as const,
		),
	];
	return scores.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/** Drops incomplete lines at the start and end of a sample, because they may begin or end within a character. */
function linesBeyondAscii(samples: readonly Buffer[]): Buffer {
	const lines: Buffer[] = [];
	let length = 0;
	for (const [index, sample] of samples.entries()) {
		const last = sample.lastIndexOf(0x0a);
		const end = last === -1 ? sample.length : last;
		for (let start = index === 0 ? 0 : sample.indexOf(0x0a) + 1; start < end && length < maxBytes; ) {
			const found = sample.indexOf(0x0a, start);
			const stop = found === -1 ? end : Math.min(found, end);
			const line = sample.subarray(start, Math.min(stop, start + maxBytes));
			if (line.some((byte) => byte >= 0x80)) {
				lines.push(line, Buffer.from('\n'));
				length += line.length;
			}
			start = stop + 1;
		}
	}
	return lines.length > 0 ? Buffer.concat(lines) : Buffer.concat(samples.slice(0, 1));
}

function latinEncoding(bytes: Buffer): Legacy {
	const likelihood = (encoding: 'windows1252' | 'windows1250') => {
		const text = decode(bytes, encoding).toLowerCase();
		return Math.max(...latinLetters[encoding].map((letters) => likelihoodOf(text, letters)));
	};
	const isSame = decode(bytes, 'windows1250') === decode(bytes, 'windows1252');
	return !isSame && likelihood('windows1250') > likelihood('windows1252') + leastEvidence
		? 'windows1250'
		: 'windows1252';
}

/** The probabilities of letters are assumed to be proportional to 1, 1/2, 1/3 and so on. */
function likelihoodOf(text: string, letters: string): number {
	const harmonic = [...letters].reduce((sum, _, index) => sum + 1 / (index + 1), 0);
	const counts = new Map<string, number>();
	for (const letter of text.match(/[^\p{ASCII}\p{P}\p{Z}]/gu) ?? []) {
		counts.set(letter, (counts.get(letter) ?? 0) + 1);
	}
	let sum = 0;
	for (const [letter, occurrences] of counts) {
		const rank = letters.indexOf(letter);
		const foreign = /\p{L}/u.test(letter) ? foreignLetter : foreignSymbol;
		sum += Math.min(occurrences, mostOccurrences) * (rank === -1 ? foreign : -Math.log((rank + 1) * harmonic));
	}
	return sum;
}

/** Share of non-ASCII characters that are next to an ASCII letter or not next to another non-ASCII character. */
function shareOfLatin(text: string): number {
	return shareOf(text, (before, letter, after) => {
		const isInWord = /\p{Ll}|\p{Lu}/u.test(letter) && (isAsciiLetter(before) || isAsciiLetter(after));
		return isInWord || !(isBeyond(before) || isBeyond(after));
	});
}

/** Share of non-ASCII letters that are in purely Cyrillic words, without an uppercase letter after a lowercase one. */
function shareOfCyrillic(text: string): number {
	return shareOf(text, (before, letter, after) => {
		const isMixed = isAsciiLetter(before) || isAsciiLetter(after);
		return /\p{Script=Cyrillic}/u.test(letter) && !isMixed && !(/\p{Ll}/u.test(before) && /\p{Lu}/u.test(letter));
	});
}

function shareOf(text: string, isUsual: (before: string, letter: string, after: string) => boolean): number {
	let all = 0;
	let usual = 0;
	for (let index = 0; index < text.length; index++) {
		const letter = text[index] ?? '';
		if (isBeyond(letter) && /[^\p{P}\p{Z}]/u.test(letter)) {
			all++;
			usual += isUsual(text[index - 1] ?? '', letter, text[index + 1] ?? '') ? 1 : 0;
		}
	}
	// Punctuation is the same in all Windows encodings, so text without other characters is a full match.
	return all === 0 ? 1 : usual / all;
}

/** Returns the share of frequent characters, plus a bonus for bytes in the rows that contain frequent characters. */
function shareOfCommon(bytes: Buffer, encoding: 'shiftJis' | 'gb18030' | 'big5' | 'eucKr'): number {
	const { common, usualRows } = commonCharacters[encoding];
	const text = decode(bytes, encoding);
	let all = 0;
	let found = 0;
	let faults = 0;
	for (const letter of text) {
		if (letter === '\ufffd') {
			faults++;
		} else if (isBeyond(letter) && /[^\p{P}\p{Z}\p{S}]/u.test(letter)) {
			all++;
			found += common.has(letter) ? 1 : 0;
		}
	}
	if (all === 0 || faults > 1 + all / 50) {
		return 0;
	}
	return Math.min(1, found / all + 0.3 * shareInRows(bytes, usualRows));
}

/** Share of two-byte characters whose first byte is in the range. */
function shareInRows(bytes: Buffer, [first, last]: readonly [number, number]): number {
	let all = 0;
	let usual = 0;
	for (let index = 0; index < bytes.length; index++) {
		const byte = bytes[index] ?? 0;
		if (byte >= 0x80) {
			all++;
			usual += byte >= first && byte <= last && (bytes[index + 1] ?? 0) >= 0x40 ? 1 : 0;
			index++;
		}
	}
	return usual / all;
}

function decode(bytes: Buffer, encoding: Legacy): string {
	return new TextDecoder(encodingLabels[encoding]).decode(bytes);
}

function isAsciiLetter(letter: string): boolean {
	return /[a-z]/i.test(letter);
}

function isBeyond(letter: string): boolean {
	return letter > '\u007f';
}

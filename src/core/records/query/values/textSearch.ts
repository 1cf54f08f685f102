import { isAscii as areAscii } from 'node:buffer';
import { fold, isAscii } from '../../../../shared/fold';

type Writing = 'plain' | 'csv' | 'json';

/** Ranges of characters that case folding changes, in addition to uppercase letters. A test verifies the ranges. */
const further: readonly (readonly [from: number, to: number])[] = [
	[0x0130, 0x0130],
	[0x01c4, 0x01cc],
	[0x01f1, 0x01f3],
	[0x0340, 0x0387],
	[0x03a3, 0x03f9],
	[0x0958, 0x0fb9],
	[0x1e9e, 0x1e9e],
	[0x1fbe, 0x1ffd],
	[0x2000, 0x2001],
	[0x2126, 0x232a],
	[0x2adc, 0x2adc],
	[0xf900, 0xfb4e],
	[0x1d15e, 0x1d1c0],
	[0x2f800, 0x2fa1f],
];

/** Searches text. Ignores case and whether accented characters are composed or decomposed. */
export class TextSearch {
	readonly text: string;
	/**
	 * Pattern for searching bytes. Created when bytes are searched for the first time, because creating it takes longer
	 * than searching several thousand values.
	 */
	private plain: { readonly pattern: RegExp | undefined } | undefined;

	constructor(text: string) {
		this.text = fold(text);
	}

	get isAscii(): boolean {
		return isAscii(this.text);
	}

	/** Returns the non-ASCII characters that match a part of the text, or undefined if there are too many to list. */
	beyondAscii(): readonly string[] | undefined {
		const letters = new LetterForms();
		const forms = Array.from(new Set(this.text), (character) => letters.of(character));
		return forms.includes(undefined) ? undefined : forms.flat().flatMap((form) => (form && !isAscii(form) ? form : []));
	}

	inText(text: string): boolean {
		return fold(text).includes(this.text);
	}

	private get inPlain(): RegExp | undefined {
		this.plain ??= { pattern: this.bytePattern('plain', 'i') };
		return this.plain.pattern;
	}

	inBytes(bytes: Buffer, start: number, end: number): boolean {
		const ascii = areAscii(bytes.subarray(start, end));
		if (ascii && !this.isAscii) {
			return false;
		}
		if (this.inPlain?.test(bytes.toString('latin1', start, end)) === false) {
			return false;
		}
		// If the pattern covers only a part of the text, or if a combining character may follow the match, the decoded text
		// must be searched.
		return (ascii && this.inPlain !== undefined) || this.inText(bytes.toString('utf8', start, end));
	}

	/**
	 * Returns a pattern for bytes decoded as Latin-1. Its matches are only candidates, which might not contain the text.
	 */
	candidates(writing: Writing): RegExp | undefined {
		return this.bytePattern(writing, 'gi');
	}

	private bytePattern(writing: Writing, flags: string): RegExp | undefined {
		let longest: string[] = [];
		let current: string[] = [];
		const letters = new LetterForms();
		for (const character of this.text) {
			const forms = letters.of(character);
			current = forms ? [...current, alternatives(forms.flatMap((form) => writings(form, writing)))] : [];
			longest = current.length > longest.length ? current : longest;
		}
		// Made at run time: it consists only of escaped characters and short alternatives.
		return longest.length === 0 ? undefined : new RegExp(longest.join('') + anyEscape(writing), flags);
	}
}

/**
 * Returns a pattern for escaped ASCII letters in JSON. Such escapes are rare, so every record that contains one is
 * treated as a possible match.
 */
function anyEscape(writing: Writing): string {
	return writing === 'json' ? String.raw`|\\u00[2-7][\da-f]` : '';
}

function writings(form: string, writing: Writing): string[] {
	const bytes = Buffer.from(form).toString('latin1');
	if (writing === 'csv') {
		return form === '"' ? ['""', '"'] : [bytes];
	}
	if (writing === 'plain') {
		return [bytes];
	}
	if (isAscii(form)) {
		return [bytes, JSON.stringify(form).slice(1, -1), ...(form === '/' ? ['\\/'] : [])];
	}
	const units = Array.from({ length: form.length }, (_, index) => form.charCodeAt(index));
	return [bytes, units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')];
}

/**
 * Returns a pattern that matches any of the strings. ASCII strings that differ only in case are merged, because the
 * pattern is used with the flag `i`.
 */
function alternatives(texts: readonly string[]): string {
	const distinct = new Map(texts.map((text) => [isAscii(text) ? text.toLowerCase() : text, text]));
	const patterns = [...distinct.values()].map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`));
	return patterns.length === 1 ? (patterns[0] ?? '') : `(?:${patterns.join('|')})`;
}

export class LetterForms {
	private readonly further = new Map<string, string[]>();

	constructor() {
		for (const [from, to] of further) {
			for (let code = from; code <= to; code++) {
				const form = String.fromCodePoint(code);
				for (const character of fold(form)) {
					this.further.set(character, [...(this.further.get(character) ?? []), form]);
				}
			}
		}
	}

	/** Returns all forms of a character. Returns undefined for surrogates, combining marks, and composed characters. */
	of(character: string): readonly string[] | undefined {
		if (character.normalize('NFD') !== character || /[\p{M}\p{Cs}]/u.test(character)) {
			return undefined;
		}
		const upper = character.toUpperCase();
		const forms = [character, ...(fold(upper) === character ? [upper] : []), ...(this.further.get(character) ?? [])];
		return [...new Set(forms)];
	}
}

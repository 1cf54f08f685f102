import { isAscii as areAscii } from 'node:buffer';
import { fold, isAscii } from '../../../../shared/fold';
import { LetterForms } from './letterForms';

/** Where texts are searched: their own bytes, or as they stand in a file with quotes doubled or characters escaped. */
type Writing = 'plain' | 'csv' | 'json';

/** A text that is looked for in others, without regard to letter case and to how accents are composed. */
export class TextSearch {
	/** Folded. */
	readonly text: string;
	/** Made when bytes are looked at: it takes longer than to look at some thousands of texts. */
	private plain: { readonly pattern: RegExp | undefined } | undefined;

	constructor(text: string) {
		this.text = fold(text);
	}

	/** All of the text is ASCII. */
	get isAscii(): boolean {
		return isAscii(this.text);
	}

	/**
	 * The characters beyond ASCII that may stand for one of the text's, which is of ASCII; undefined where no list has them
	 * all.
	 */
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

	/** @param bytes A value in UTF-8. */
	inBytes(bytes: Buffer, start: number, end: number): boolean {
		const ascii = areAscii(bytes.subarray(start, end));
		if (ascii && !this.isAscii) {
			return false;
		}
		if (this.inPlain?.test(bytes.toString('latin1', start, end)) === false) {
			return false;
		}
		// What was found is part of the text only, or has an accent behind it that makes another letter of it.
		return (ascii && this.inPlain !== undefined) || this.inText(bytes.toString('utf8', start, end));
	}

	/**
	 * Finds every place in the bytes of a file, read as Latin-1, where a value with the text may be, and some others.
	 * Undefined where bytes cannot tell.
	 */
	candidates(writing: Writing): RegExp | undefined {
		return this.bytePattern(writing, 'gi');
	}

	/** Of the longest part of the text whose characters are written in few ways. */
	private bytePattern(writing: Writing, flags: string): RegExp | undefined {
		let longest: string[] = [];
		let current: string[] = [];
		const letters = new LetterForms();
		for (const character of this.text) {
			const forms = letters.of(character);
			current = forms ? [...current, alternatives(forms.flatMap((form) => writings(form, writing)))] : [];
			longest = current.length > longest.length ? current : longest;
		}
		// Made at run time: of characters that stand for themselves, each with its few writings.
		return longest.length === 0 ? undefined : new RegExp(longest.join('') + anyEscape(writing), flags);
	}
}

/** JSON may escape any character, though nobody escapes ASCII letters: a record that does is worth a look. */
function anyEscape(writing: Writing): string {
	return writing === 'json' ? String.raw`|\\u00[2-7][\da-f]` : '';
}

/** The bytes of a character in UTF-8, read as Latin-1, in all the ways in which it may be written. */
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

/** Without those that differ from another one in the case of ASCII letters, which the flag `i` covers. */
function alternatives(texts: readonly string[]): string {
	const distinct = new Map(texts.map((text) => [isAscii(text) ? text.toLowerCase() : text, text]));
	const patterns = [...distinct.values()].map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`));
	return patterns.length === 1 ? (patterns[0] ?? '') : `(?:${patterns.join('|')})`;
}

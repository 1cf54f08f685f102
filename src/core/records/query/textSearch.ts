import { isAscii as areAscii } from 'node:buffer';
import { fold, isAscii } from './fold';

/**
 * What else folds to an ASCII letter or sign: the Kelvin sign, the capital dotted I, and two signs that composition
 * replaces (Unicode Character Database, canonical singletons), in UTF-8.
 */
const otherForms: Readonly<Record<string, string>> = {
	k: '\xe2\x84\xaa',
	i: '\xc4\xb0',
	';': '\xcd\xbe',
	'`': '\xe1\xbf\xaf',
};

/** Where texts are searched: their own bytes, or as they stand in a file with quotes doubled or characters escaped. */
export type Writing = 'plain' | 'csv' | 'json';

/** A text that is looked for in others, without regard to letter case and to how accents are composed. */
export class TextSearch {
	readonly text: string;
	/** All of the text is ASCII, so that bytes can be searched. */
	readonly isAscii: boolean;
	private readonly plain: RegExp;

	constructor(text: string) {
		this.text = fold(text);
		this.isAscii = isAscii(this.text);
		this.plain = new RegExp(bytePattern(this.text, 'plain'), 'i');
	}

	inText(text: string): boolean {
		return fold(text).includes(this.text);
	}

	/** @param bytes A value in UTF-8. */
	inBytes(bytes: Buffer, start: number, end: number): boolean {
		if (!this.isAscii) {
			return !areAscii(bytes.subarray(start, end)) && this.inText(bytes.toString('utf8', start, end));
		}
		const found = this.plain.test(bytes.toString('latin1', start, end));
		// An accent behind a letter makes another letter of it.
		return found && (areAscii(bytes.subarray(start, end)) || this.inText(bytes.toString('utf8', start, end)));
	}

	/**
	 * Finds every place in the bytes of a file, read as Latin-1, where a value with the text may be, and some others.
	 * Undefined where bytes cannot tell.
	 */
	candidates(writing: Writing): RegExp | undefined {
		const run = this.text
			.match(/[\0-\x7f]+/g)
			?.reduce((longest, next) => (next.length > longest.length ? next : longest));
		if (run === undefined) {
			return undefined;
		}
		// JSON may escape any character, though nobody escapes ASCII letters.
		const escaped = writing === 'json' ? '|\\\\u(?:00[2-7][\\da-f]|212a|0130|037e|1fef)' : '';
		return new RegExp(bytePattern(run, writing) + escaped, 'gi');
	}
}

/** A regular expression for ASCII text in bytes read as Latin-1, to be used with the flag `i`. */
function bytePattern(text: string, writing: Writing): string {
	return [...text]
		.map((character) => {
			const forms = [character, otherForms[character]].filter((form) => form !== undefined);
			const written = forms.flatMap((form) => writtenForms(form, writing)).map(escapeForRegExp);
			return written.length === 1 ? written[0] : `(?:${written.join('|')})`;
		})
		.join('');
}

function writtenForms(form: string, writing: Writing): string[] {
	switch (writing) {
		case 'plain':
			return [form];
		case 'csv':
			return form === '"' ? ['""', '"'] : [form];
		case 'json':
			return [...new Set([form, JSON.stringify(form).slice(1, -1), ...(form === '/' ? ['\\/'] : [])])];
	}
}

function escapeForRegExp(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

import { apostrophe, backslash, backtick, lineFeed, quote, slash, star } from '../../../../shared/ascii';
import { isWord } from '../../trace/characters';
import type { Syntax } from './language';
import {
	backtickForm,
	characterEnd,
	expressionEnd,
	isPrefix,
	mayBeginExpression,
	quotedForm,
	quoteMarks,
	type TextForm,
} from './literals';

export interface Token {
	/** Token kind. A `text` token is a string literal without interpolated expressions. A long literal is truncated. */
	readonly kind: 'word' | 'mark' | 'text' | 'lineEnd';
	readonly text: string;
	readonly line1: number;
}

const maxNameLength = 250;

const longMarks = ['===', '!==', '=>', '->', '::', '==', '!=', '<=', '>=', '?.', '&&', '||', '??', '..'];
const goesOnInMark = new Set(longMarks.map((mark) => mark.charAt(1)));

interface OpenText {
	readonly form: TextForm;
	depth: number;
}

/** Splits source text into words and punctuation marks without comments. Takes linear time for any input. */
export class Tokens {
	private readonly open: OpenText[] = [];
	private index = 0;
	private currentLine1 = 1;
	private last: Token | undefined;
	private lineHasCode = false;

	constructor(
		private readonly text: string,
		private readonly syntax: Syntax,
	) {}

	/** Line of the current position, or the number of lines at the end. A final line break doesn't start another line. */
	get line1(): number {
		return this.currentLine1;
	}

	/** Returns the next token. Returns `skipped` for a token inside an interpolated expression. */
	next(): Token | 'skipped' | undefined {
		const token = this.read();
		if (token !== undefined && this.open.length > 0) {
			return 'skipped';
		}
		if (token !== undefined && token.kind !== 'lineEnd') {
			this.last = token;
		}
		return token;
	}

	private read(): Token | undefined {
		const text = this.text;
		while (this.index < text.length) {
			const start = this.index;
			const code = text.charCodeAt(start);
			if (code === lineFeed) {
				const line1 = this.currentLine1;
				this.newLine();
				return { kind: 'lineEnd', text: '\n', line1 };
			}
			if (code <= 0x20 || code === 0xfeff || code === 0xa0) {
				this.index++;
			} else if (code === slash && text.charCodeAt(start + 1) === slash) {
				this.index = this.lineEnd(start);
			} else if (code === slash && text.charCodeAt(start + 1) === star) {
				this.skipComment();
			} else if (code === 0x23 && this.syntax.preprocessor && !this.lineHasCode) {
				this.skipDirective();
			} else {
				this.lineHasCode = true;
				const token = this.readCode(start, code);
				if (token !== undefined) {
					return token;
				}
			}
		}
		return undefined;
	}

	private readCode(start: number, code: number): Token | undefined {
		const { backticks, singleQuotes } = this.syntax;
		if (code === quote || (code === apostrophe && singleQuotes)) {
			return this.readQuoted(start, '');
		}
		if (code === apostrophe) {
			const end = characterEnd(this.text, start);
			this.index = end;
			return end > start + 1 ? { kind: 'text', text: '', line1: this.currentLine1 } : undefined;
		}
		if (code === backtick) {
			return backticks === 'name' ? this.readName(start) : this.readText(start + 1, backtickForm(this.syntax));
		}
		if (code === slash && this.syntax.regularExpressions && mayBeginExpression(this.last)) {
			this.index = expressionEnd(this.text, start);
			return { kind: 'text', text: '', line1: this.currentLine1 };
		}
		const marks = quoteMarks(this.text, start);
		if (marks > 0) {
			return this.readQuoted(start + marks, this.text.slice(start, start + marks));
		}
		if (isWord(code) || (code === 0x23 && isWord(this.text.charCodeAt(start + 1)))) {
			return this.readWord(start);
		}
		return this.readMark(start);
	}

	private readWord(start: number): Token | undefined {
		let end = start + 1;
		while (end < this.text.length && isWord(this.text.charCodeAt(end))) {
			end++;
		}
		const next = this.text.charCodeAt(end);
		const word = this.text.slice(start, Math.min(end, start + maxNameLength));
		if (next === quote && isPrefix(word)) {
			return this.readQuoted(end, word);
		}
		if (next === apostrophe && word === 'r' && this.syntax.singleQuotes) {
			return this.readQuoted(end, word);
		}
		this.index = end;
		return { kind: 'word', text: word, line1: this.currentLine1 };
	}

	private readName(start: number): Token {
		const rest = this.text.slice(start + 1, start + 1 + maxNameLength);
		const end = rest.search(/[`\n]/);
		const name = end === -1 || rest.charAt(end) !== '`' ? '' : rest.slice(0, end);
		this.index = start + (name === '' ? 1 : name.length + 2);
		return { kind: 'word', text: name, line1: this.currentLine1 };
	}

	private readMark(start: number): Token | undefined {
		const text = this.text;
		const first = text.charAt(start);
		const long = goesOnInMark.has(text.charAt(start + 1))
			? longMarks.find((mark) => text.startsWith(mark, start))
			: undefined;
		const mark = long ?? first;
		this.index = start + mark.length;
		const open = this.open.at(-1);
		if (open !== undefined) {
			const [opening, closing] = this.syntax.interpolation === '\\(' ? ['(', ')'] : ['{', '}'];
			if (mark === opening) {
				open.depth++;
			} else if (mark === closing && --open.depth < 0) {
				this.open.pop();
				return this.readText(this.index, open.form);
			}
		}
		return { kind: 'mark', text: mark, line1: this.currentLine1 };
	}

	private readQuoted(start: number, prefix: string): Token | undefined {
		const text = this.text;
		if (prefix === 'R' && this.syntax.preprocessor) {
			return this.readRaw(start);
		}
		const { form, length } = quotedForm(text, start, prefix, this.syntax);
		return this.readText(start + length, form);
	}

	/** Reads a C++ raw string: `R"tag(…)tag"`. If it isn't closed, it extends to the end of the text. */
	private readRaw(start: number): Token {
		const tag = /^"([^()\\\s]{0,16})\(/.exec(this.text.slice(start, start + 20))?.[1];
		const close = tag === undefined ? start : this.text.indexOf(`)${tag}"`, start);
		this.advance(close === -1 ? this.text.length : close + (tag?.length ?? -1) + 2);
		return { kind: 'text', text: '', line1: this.currentLine1 };
	}

	private readText(start: number, form: TextForm): Token | undefined {
		const text = this.text;
		const { close, interpolation } = form;
		const line1 = this.currentLine1;
		const first = close.charCodeAt(0);
		let index = start;
		let end = text.length;
		while (index < text.length) {
			const code = text.charCodeAt(index);
			if (code === first && text.startsWith(close, index)) {
				if (!form.doubles || text.charCodeAt(index + 1) !== first) {
					end = index;
					index += close.length;
					break;
				}
				index += 2;
			} else if (code === lineFeed) {
				if (!form.multiline) {
					end = index;
					break;
				}
				this.currentLine1++;
				index++;
			} else if (interpolation === '{' && text.startsWith('{{', index)) {
				index += 2;
			} else if (interpolation !== undefined && text.startsWith(interpolation, index)) {
				this.open.push({ form, depth: 0 });
				this.index = index + interpolation.length;
				return undefined;
			} else {
				// A line break after a backslash isn't skipped here, because the next iteration must count it.
				index += code === backslash && form.escapes && text.charCodeAt(index + 1) !== lineFeed ? 2 : 1;
			}
		}
		this.index = Math.min(index, text.length);
		return { kind: 'text', text: end - start <= maxNameLength ? text.slice(start, end) : '', line1 };
	}

	private skipComment(): void {
		const text = this.text;
		let depth = 1;
		let index = this.index + 2;
		while (index < text.length && depth > 0) {
			const code = text.charCodeAt(index);
			if (code === star && text.charCodeAt(index + 1) === slash) {
				depth--;
				index += 2;
			} else if (this.syntax.nestedComments && code === slash && text.charCodeAt(index + 1) === star) {
				depth++;
				index += 2;
			} else {
				if (code === lineFeed) {
					this.currentLine1++;
				}
				index++;
			}
		}
		this.index = index;
	}

	private skipDirective(): void {
		let end = this.lineEnd(this.index);
		while (end < this.text.length && /\\\r?$/.test(this.text.slice(Math.max(0, end - 2), end))) {
			this.currentLine1++;
			end = this.lineEnd(end + 1);
		}
		this.index = end;
	}

	private advance(end: number): void {
		for (let index = this.index; index < end; index++) {
			if (this.text.charCodeAt(index) === lineFeed) {
				this.currentLine1++;
			}
		}
		this.index = end;
	}

	private lineEnd(start: number): number {
		const end = this.text.indexOf('\n', start);
		return end === -1 ? this.text.length : end;
	}

	private newLine(): void {
		this.index++;
		this.currentLine1 += this.index < this.text.length ? 1 : 0;
		this.lineHasCode = false;
	}
}

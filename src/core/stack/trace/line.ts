import { backtick } from '../../../shared/ascii';
import { isBlank, skipBlanks } from './characters';

export interface Line {
	readonly number: number;
	readonly text: string;
	readonly start: number;
	readonly indent: number;
	readonly content: string;
}

/** @param hasMargin Whether vertical bars at the start of the line are a margin */
export function getLine(number: number, text: string, hasMargin = false): Line {
	const prefix = hasMargin ? (margin.exec(text.slice(0, 80))?.[0].length ?? 0) : 0;
	const first = skipBlanks(text, prefix);
	const inBox = boxStart(text, first);
	const start = inBox === first ? first : skipBlanks(text, inBox);
	let end = text.length;
	while (end > start && isBlank(text.charCodeAt(end - 1))) {
		end--;
	}
	const indent = start - (inBox === first ? prefix : inBox);
	const from = text.charCodeAt(start) === backtick ? codeStart(text, start, end) : start;
	const to = text.charCodeAt(end - 1) === backtick ? codeEnd(text, from, end) : end;
	return { number, text, start: from, indent, content: text.slice(from, to) };
}

/** Returns the start of a line without the backticks of Markdown that begin a code span. In C++, `'` follows a name. */
function codeStart(text: string, start: number, end: number): number {
	const from = text.startsWith('```', start) ? start + 3 : start + 1;
	const other = text.indexOf('`', from);
	const isSpan = other === -1 || other >= end - 3;
	return isSpan && /^[\w.]{1,200}[^\w.']/.test(text.slice(from, Math.min(end, from + 201))) ? from : start;
}

function codeEnd(text: string, start: number, end: number): number {
	const to = text.startsWith('```', end - 3) ? end - 3 : end - 1;
	return to > start && text.indexOf('`', start) === to ? to : end;
}

/** Returns the offset after the left border that loggers draw: `│ #0 …`, `| #0 …`. */
function boxStart(text: string, first: number): number {
	const code = text.charCodeAt(first);
	if (code < 0x7c) {
		return first;
	}
	// UTF-16 code units of three vertical box-drawing characters.
	const isLine = code === 0x2502 || code === 0x2503 || code === 0x2551;
	return isLine || (code === 0x7c && /^\|\s{1,8}#\d{1,5}\s/.test(text.slice(first, first + 20))) ? first + 1 : first;
}

const margin = /^[ \t]{0,40}(?:\| ?|\+ (?=Exception Group))/;

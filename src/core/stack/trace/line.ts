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
	return { number, text, start, indent: start - (inBox === first ? prefix : inBox), content: text.slice(start, end) };
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

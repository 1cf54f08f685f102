import { digitsEnd, isBlank, isDigit, isUpper, skipBlanks, skipToBlank } from './characters';

export interface Line {
	readonly number: number;
	readonly text: string;
	readonly start: number;
	/** Number of columns before the content, not including a log prefix. */
	readonly indent: number;
	/** Text without the indentation, the log prefix and trailing white space. */
	readonly content: string;
}

/** @param hasMargin Whether vertical bars on the left are a margin. */
export function getLine(number: number, text: string, hasMargin = false): Line {
	const logged = logPrefixEnd(text);
	const prefix = hasMargin ? logged + (margin.exec(text.slice(logged, logged + 80))?.[0].length ?? 0) : logged;
	const first = skipBlanks(text, prefix);
	const inBox = boxStart(text, first);
	const start = inBox === first ? first : skipBlanks(text, inBox);
	let end = text.length;
	while (end > start && isBlank(text.charCodeAt(end - 1))) {
		end--;
	}
	return { number, text, start, indent: start - (inBox === first ? prefix : inBox), content: text.slice(start, end) };
}

/** Returns the offset after the border that loggers draw on the left of messages and frames: `│ #0 …`, `| #0 …`. */
function boxStart(text: string, first: number): number {
	const code = text.charCodeAt(first);
	if (code < 0x7c) {
		return first;
	}
	// UTF-16 code units of the vertical lines among the box-drawing characters.
	const isLine = code === 0x2502 || code === 0x2503 || code === 0x2551;
	return isLine || (code === 0x7c && /^\|\s{1,8}#\d{1,5}\s/.test(text.slice(first, first + 20))) ? first + 1 : first;
}

const margin = /^[ \t]{0,40}(?:\| ?|\+ (?=Exception Group))/;
const levels = 'VDIWEFA';

/** Returns the end of a logcat prefix (`E/Tag( 123): `, `01-02 10:00:00.000 123 124 E Tag : `), or 0. */
function logPrefixEnd(text: string): number {
	const first = text.charCodeAt(0);
	if (isUpper(first) && text.charCodeAt(1) === 0x2f && levels.includes(text.charAt(0))) {
		return tagEnd(text, 2);
	}
	if (!isDigit(first) || text.charCodeAt(2) !== 0x2d || text.charCodeAt(5) !== 0x20) {
		return 0;
	}
	let index = skipBlanks(text, skipToBlank(text, 6));
	for (let numbers = 0; numbers < 2; numbers++) {
		const end = digitsEnd(text, index);
		if (end > index) {
			index = skipBlanks(text, end);
		}
	}
	const separator = text.charCodeAt(index + 1);
	return levels.includes(text.charAt(index)) && (separator === 0x20 || separator === 0x2f)
		? tagEnd(text, index + 2)
		: 0;
}

/** Returns the end of a logcat tag. Tags have at most 23 characters, and padding or a process ID may follow. */
function tagEnd(text: string, start: number): number {
	const colon = text.indexOf(': ', start);
	const bare = colon === -1 && text.endsWith(':') ? text.length - 1 : colon;
	return bare !== -1 && bare - start < 48 ? Math.min(text.length, bare + 2) : 0;
}

import { colon, isDigit, isHexDigit, space, tab, zero } from '../../../shared/ascii';

export function isUpper(code: number): boolean {
	return code >= 0x41 && code <= 0x5a;
}

export function isLower(code: number): boolean {
	return code >= 0x61 && code <= 0x7a;
}

export function isBlank(code: number): boolean {
	return code === space || code === tab || code === 0xa0 || code === 0x0b || code === 0x0c || code === 0xfeff;
}

/** Returns true for letters, digits, `_`, and `$`. All non-ASCII characters are treated as letters. */
export function isWord(code: number): boolean {
	// Letters come first, because they are the most frequent characters. The bit 0x20 converts them to lowercase.
	return isLower(code | 0x20) || isDigit(code) || code === 0x5f || code === 0x24 || code > 0x7f;
}

export function digitsEnd(text: string, start: number): number {
	let index = start;
	while (index < text.length && isDigit(text.charCodeAt(index))) {
		index++;
	}
	return index;
}

export function digitsStart(text: string, end: number): number {
	let index = end;
	while (index > 0 && isDigit(text.charCodeAt(index - 1))) {
		index--;
	}
	return index;
}

/** Returns the start of an offset such as ` + 35` at the end of a text, or `end` if there is no offset. */
export function addedOffsetStart(text: string, end: number): number {
	const start = digitsStart(text, end);
	return start < end && text.startsWith(' + ', start - ' + '.length) ? start - ' + '.length : end;
}

/** Returns the end of the file name in `at Cart.total(Cart.kt:31:7)`, or -1 without a final parenthesis. */
export function sourceEnd(text: string): number {
	let index = text.length - 1;
	if (text.charCodeAt(index) !== 0x29) {
		return -1;
	}
	while (index > 0 && (isDigit(text.charCodeAt(index - 1)) || text.charCodeAt(index - 1) === colon)) {
		index--;
	}
	return index;
}

export function hexEnd(text: string, start: number): number {
	let index = start;
	while (index < text.length && isHexDigit(text.charCodeAt(index))) {
		index++;
	}
	return index;
}

export function skipBlanks(text: string, start: number): number {
	let index = start;
	while (index < text.length && isBlank(text.charCodeAt(index))) {
		index++;
	}
	return index;
}

export function skipToBlank(text: string, start: number): number {
	let index = start;
	while (index < text.length && !isBlank(text.charCodeAt(index))) {
		index++;
	}
	return index;
}

/** Parses an integer. Returns undefined if the range is empty or if a number can't represent the integer exactly. */
export function numberIn(text: string, start: number, end: number): number | undefined {
	if (end <= start || end - start > 15) {
		return undefined;
	}
	let number = 0;
	for (let index = start; index < end; index++) {
		number = 10 * number + text.charCodeAt(index) - zero;
	}
	return number;
}

/**
 * Returns the index of the bracket that is closed by the bracket at `close`, or -1. Ignores other kinds of brackets.
 */
export function getOpening(text: string, close: number): number {
	const closing = text.charCodeAt(close);
	const opening = closing === 0x29 ? 0x28 : closing - 2;
	let depth = 0;
	for (let index = close; index >= 0; index--) {
		const code = text.charCodeAt(index);
		if (code === closing) {
			depth++;
		} else if (code === opening && --depth === 0) {
			return index;
		}
	}
	return -1;
}

export function getClosing(text: string, open: number): number {
	const opening = text.charCodeAt(open);
	const closing = opening === 0x28 ? 0x29 : opening + 2;
	let depth = 0;
	for (let index = open; index < text.length; index++) {
		const code = text.charCodeAt(index);
		if (code === opening) {
			depth++;
		} else if (code === closing && --depth === 0) {
			return index;
		}
	}
	return -1;
}

/** Returns true if the line consists of separator characters, such as `=====` or `--------- `. */
export function isRule(line: string): boolean {
	return /^[-=*_#~+| \u2010-\u2015\u2500-\u257f]{3,}$/.test(line) && line.trim() !== '';
}

export function lastSegment(path: string): string {
	return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Normalizes a file name for comparison. Some file systems store accented letters in decomposed form. */
export function folded(name: string): string {
	return name.toLowerCase().normalize();
}

/** Removes the query string from a URL. Supports Metro's form `index.bundle//&platform=ios` too. */
export function withoutQuery(address: string): string {
	const query = address.search(/[?#]|\/\/&/);
	return query === -1 ? address : address.slice(0, query);
}

/** Location such as `path:12:7` or `path:12`. It is parsed from the end, because a path can contain colons. */
interface TextPlace {
	readonly file: string;
	readonly line: number | undefined;
	readonly column: number | undefined;
}

export function getPlace(text: string): TextPlace {
	const lastStart = digitsStart(text, text.length);
	const last = text.charCodeAt(lastStart - 1) === 0x3a ? numberIn(text, lastStart, text.length) : undefined;
	if (last === undefined) {
		return { file: text, line: undefined, column: undefined };
	}
	const firstStart = digitsStart(text, lastStart - 1);
	const colonBefore = firstStart === 0 || text.charCodeAt(firstStart - 1) === 0x3a;
	const first = colonBefore ? numberIn(text, firstStart, lastStart - 1) : undefined;
	return first === undefined
		? { file: text.slice(0, lastStart - 1), line: last, column: undefined }
		: { file: text.slice(0, Math.max(0, firstStart - 1)), line: first, column: last };
}

export function hasWord(text: string, word: string): boolean {
	for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
		if (!isWord(text.charCodeAt(at - 1)) && !isWord(text.charCodeAt(at + word.length))) {
			return true;
		}
	}
	return false;
}

import { digitsStart, isDigit, numberIn } from '../trace/characters';

/** Where a frame of .NET says that it is, as offsets in the line. */
interface DotnetPlace {
	readonly pathStart: number;
	readonly pathEnd: number;
	readonly line: number;
}

/** Words between a name and a path, and between a path and a number, are short (characters). */
const maxWordLength = 20;
/** `第 40 行`, `Zeile 40.`: what may follow the number (characters). */
const maxEndingLength = 3;
/** What some languages put between a path and the colon: `C:\src\Cart.cs içinde: satır 40`. */
const afterPath = /(?: 中| içinde|, sor)$/;
const absolute = /^(?:[A-Za-z]:[\\/]|[\\/])/;

/**
 * Reads ` in C:\src\Acme Shop\Cart.cs:line 40` to the end of the line, in any language that .NET Framework is
 * translated to: the words differ, stand before the path or behind it, and German ends with a dot.
 * @param start Of the space behind the name.
 */
export function dotnetPlace(content: string, start: number): DotnetPlace | undefined {
	const numberEnd = lastDigit(content) + 1;
	const numberStart = digitsStart(content, numberEnd);
	const colon = content.lastIndexOf(':', numberStart);
	const line = numberIn(content, numberStart, numberEnd);
	if (content.charCodeAt(start) !== 0x20 || line === undefined || numberStart - colon > maxWordLength) {
		return undefined;
	}
	const wordEnd = content.indexOf(' ', start + 1);
	const word = content.slice(start + 1, wordEnd === -1 ? undefined : wordEnd);
	const pathStart = absolute.test(word) || word.includes('.') ? start + 1 : wordEnd + 1;
	if (pathStart <= start || pathStart - start > maxWordLength || colon <= pathStart) {
		return undefined;
	}
	const tail = afterPath.exec(content.slice(Math.max(pathStart, colon - maxWordLength), colon));
	return { pathStart, pathEnd: colon - (tail?.[0].length ?? 0), line };
}

/** Whether a place in a line that could be a sentence is one: files have a folder or an ending. */
export function isPath(text: string): boolean {
	return /[\\/]|\.\w{1,8}$/.test(text);
}

/** Of what little may follow a number; -1 where more does. */
function lastDigit(content: string): number {
	const last = content.length - 1;
	for (let index = last; index >= 0 && last - index <= maxEndingLength; index--) {
		if (isDigit(content.charCodeAt(index))) {
			return index;
		}
	}
	return -1;
}

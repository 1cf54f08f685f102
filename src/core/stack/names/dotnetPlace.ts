import { isDigit } from '../../../shared/ascii';
import { digitsStart, numberIn } from '../trace/characters';

interface DotnetPlace {
	readonly pathStart: number;
	readonly pathEnd: number;
	readonly line: number;
}

const maxWordLength = 20;
/** Maximum length of the text after the line number, as in `第 40 行` or `Zeile 40.`. */
const maxEndingLength = 3;
/** Matches words that follow the path in some languages: `C:\src\Cart.cs içinde: satır 40`. */
const afterPath = /(?: 中| içinde|, sor)$/;
const absolute = /^(?:[A-Za-z]:[\\/]|[\\/])/;

/** Parses a location in any language: ` in C:\Acme Shop\Cart.cs:line 40`. In some languages, words follow the path. */
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

export function isPath(text: string): boolean {
	return /[\\/]|\.\w{1,8}$/.test(text);
}

function lastDigit(content: string): number {
	const last = content.length - 1;
	for (let index = last; index >= 0 && last - index <= maxEndingLength; index--) {
		if (isDigit(content.charCodeAt(index))) {
			return index;
		}
	}
	return -1;
}

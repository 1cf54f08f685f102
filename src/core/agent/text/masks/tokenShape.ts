/** Properties of a token's characters. Patterns that can't match a token with these properties are skipped. */
export interface TokenShape {
	readonly end: number;
	readonly digits: number;
	readonly dots: number;
	readonly colons: number;
	readonly slashes: number;
	/** True if the token contains `@`, a character that looks like `@`, or a percent-encoded character. */
	readonly hasAt: boolean;
	readonly hasSeparator: boolean;
	readonly longestRun: number;
}

const none = 0;
const letter = 1;
const digit = 2;
const dot = 3;
const colon = 4;
const slash = 5;
const dash = 6;
const at = 7;
const equals = 8;
const other = 9;
type Kind = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

export function nextToken(text: string, from: number): number {
	let index = from;
	while (index < text.length && kindOf(text.charCodeAt(index)) === none) {
		index++;
	}
	return index;
}

export function shapeOf(text: string, start: number): TokenShape {
	let [digits, dots, colons, slashes, run, longestRun] = [0, 0, 0, 0, 0, 0];
	let [hasAt, hasSeparator] = [false, false];
	let end = start;
	for (; end < text.length; end++) {
		const kind = kindOf(text.charCodeAt(end));
		if (kind === none) {
			break;
		}
		run = kind === letter || kind === digit || kind === dash || kind === slash ? run + 1 : 0;
		longestRun = Math.max(longestRun, run);
		switch (kind) {
			case digit:
				digits++;
				break;
			case dot:
				dots++;
				break;
			case colon:
				colons++;
				hasSeparator = true;
				break;
			case slash:
				slashes++;
				break;
			case at:
				hasAt = true;
				break;
			case equals:
				hasSeparator = true;
				break;
		}
	}
	return { end, digits, dots, colons, slashes, hasAt, hasSeparator: hasSeparator || hasAt, longestRun };
}

const ascii: readonly Kind[] = Array.from({ length: 0x80 }, (_, code) => kindOfAscii(String.fromCharCode(code)));

function kindOf(code: number): Kind {
	return code < 0x80 ? (ascii[code] ?? none) : kindOfWide(code);
}

function kindOfAscii(character: string): Kind {
	if (/[A-Za-z]/.test(character)) {
		return letter;
	}
	if (/\d/.test(character)) {
		return digit;
	}
	switch (character) {
		case '.':
			return dot;
		case ':':
			return colon;
		case '/':
			return slash;
		case '+':
		case '-':
		case '_':
			return dash;
		case '@':
		case '%':
			return at;
		case '=':
			return equals;
		case '$':
		case '~':
			return other;
		default:
			return none;
	}
}

function kindOfWide(code: number): Kind {
	if (code < 0x660) {
		return code === 0x85 || code === 0xa0 || code === 0xab || code === 0xbb ? none : other;
	}
	if (code >= 0x2000 && code < 0x2060) {
		// Punctuation and spaces separate tokens. Invisible characters don't, because they can occur within a word.
		return (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) ? other : none;
	}
	switch (code) {
		case 0xff20:
		case 0xfe6b:
			return at;
		case 0xff1a:
			return colon;
		case 0xff1d:
			return equals;
		case 0x3000:
		case 0x3001:
		case 0x300c:
		case 0x300d:
		case 0xff08:
		case 0xff09:
		case 0xff0c:
			return none;
	}
	const isLetter = (code >= 0x3000 && code < 0xa620) || (code >= 0xac00 && code < 0xff10 && code !== 0xd835);
	// Mathematical digits are surrogate pairs that begin with U+D835.
	return !isLetter && (code === 0xd835 || /\p{Nd}/u.test(String.fromCharCode(code))) ? digit : other;
}

/** Codes of ASCII characters, which are the same in UTF-8 and UTF-16. */

export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const quote = 0x22;
export const hash = 0x23;
export const apostrophe = 0x27;
export const closeParenthesis = 0x29;
export const star = 0x2a;
export const plus = 0x2b;
export const comma = 0x2c;
export const minus = 0x2d;
export const dot = 0x2e;
export const slash = 0x2f;
export const zero = 0x30;
export const nine = 0x39;
export const colon = 0x3a;
export const semicolon = 0x3b;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const backtick = 0x60;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

export function isDigit(code: number): boolean {
	return code >= zero && code <= nine;
}

export function isHexDigit(code: number): boolean {
	return isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}

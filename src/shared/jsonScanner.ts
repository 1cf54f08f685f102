import {
	backslash,
	carriageReturn,
	closeBrace,
	closeBracket,
	colon,
	comma,
	dot,
	isDigit,
	isHexDigit,
	lineFeed,
	minus,
	openBrace,
	openBracket,
	plus,
	quote,
	space,
	tab,
	zero,
} from './ascii';

const letterE = 0x65;
const letterU = 0x75;

/** Letters that can follow a backslash in a JSON string, except `u` (RFC 8259, section 7). */
const escapes = new Set([...'"\\/bfnrt'].map((character) => character.charCodeAt(0)));

const literals = new Map(['true', 'false', 'null'].map((word) => [word.charCodeAt(0), word]));

export type JsonCodes = Uint8Array | Uint16Array;

/** `more` means that the input ended before the next event. A `value` is a string, number, or literal. */
export type JsonEvent = 'more' | 'fault' | 'open' | 'close' | 'key' | 'value';

/** Deviations from RFC 8259 that the scanner accepts. By default, it accepts none. */
export interface JsonLeniency {
	/** `controls` accepts control characters in strings. `any` also accepts invalid escape sequences. */
	readonly strings?: 'controls' | 'any';
	/** Whether to accept any word in place of a number or literal. */
	readonly words?: boolean;
	/** Whether to accept brackets, separators, and strings in any order, as in truncated or damaged text. */
	readonly order?: boolean;
	/**
	 * Returns the end of text to skip, such as a comment. Returns `start` if there is nothing to skip. Returns -1 if the
	 * text to skip continues after the end of the input.
	 */
	readonly gapEnd?: (codes: JsonCodes, start: number) => number;
	/**
	 * Maximum nesting depth, unlimited by default. Deeper nesting is an error. If `order` is set, deeper nesting is
	 * accepted instead, but not checked.
	 */
	readonly maxDepth?: number;
}

type Expected = 'value' | 'valueOrClose' | 'key' | 'keyOrClose' | 'colon' | 'commaOrClose' | 'nothing';

type ScalarState = 'minus' | 'zero' | 'whole' | 'point' | 'fraction' | 'exponent' | 'sign' | 'power';

const noCodes = new Uint8Array();

const afterBackslash = 5;

/** Number of characters of a string to scan one by one before searching for its end with a built-in function. */
const maxShortLength = 64;

/** Maximum number of characters of a key that are stored between two calls of `push`. */
const maxKeyLength = 1024;

/** Scans JSON that arrives in pieces, without recursion and without creating values. */
export class JsonScanner {
	/** Offset of the current event. For `close`, this is the offset of the opening bracket. */
	start = 0;
	end = 0;
	/** First character code of the current event. */
	first = 0;
	/** Offset of the first character code that has not been scanned yet. */
	at = 0;
	depth = 0;
	leniency: JsonLeniency;
	/** Offset of each open bracket, by depth. The offset of a curly bracket is stored as -1 - offset. */
	private readonly opened: number[] = [];
	private expected: Expected = 'value';
	private token: 'none' | 'string' | 'scalar' = 'none';
	/** Number of hexadecimal digits that an escape sequence still needs, or `afterBackslash`. */
	private escape = 0;
	private scalar: ScalarState | undefined;
	/** Literal that is being scanned. Undefined for a number. */
	private literal: string | undefined;
	private codes: JsonCodes = noCodes;
	private base = 0;
	private keyBeginning = '';

	constructor(leniency: JsonLeniency = {}) {
		this.leniency = leniency;
	}

	/** Returns true if the last character code belongs to a string, number, or literal that can continue. */
	get isInToken(): boolean {
		return this.token !== 'none';
	}

	get isComplete(): boolean {
		return this.expected === 'nothing';
	}

	get expectsComma(): boolean {
		return this.expected === 'commaOrClose';
	}

	get isInObject(): boolean {
		return this.depth > 0 && (this.opened[this.depth - 1] ?? 0) < 0;
	}

	/** @param base Offset of the first character code. Codes that have already been scanned are skipped */
	push(codes: JsonCodes, base = this.at): void {
		this.codes = codes;
		this.base = base;
		this.at = Math.max(this.at, base);
	}

	/** Continues after a value that another scanner has read up to `end`. */
	skipTo(end: number): void {
		this.at = end;
		this.endValue();
	}

	/** Continues as if after an opening brace, so that the members of an object can be scanned without its beginning. */
	enterObject(): void {
		this.opened[0] = -1;
		this.depth = 1;
		this.expected = 'keyOrClose';
	}

	/** Continues after a container whose opening bracket is the current event. */
	skipContainer(end: number): void {
		this.depth--;
		this.skipTo(end);
	}

	next(): JsonEvent {
		if (this.at >= this.base + this.codes.length) {
			return 'more';
		}
		if (this.token === 'string') {
			return this.inString();
		}
		if (this.token === 'scalar') {
			return this.inScalar();
		}
		const { codes, base } = this;
		const { length } = codes;
		for (let index = this.at - base; index < length; index++) {
			const code = codes[index] ?? 0;
			switch (code) {
				case space:
				case lineFeed:
				case carriageReturn:
				case tab:
					break;
				case quote:
					return this.beginString(index);
				case colon:
					if (this.expected !== 'colon' && !this.leniency.order) {
						return this.fault(index);
					}
					this.expected = 'value';
					break;
				case comma:
					if (this.expected !== 'commaOrClose' && !this.leniency.order) {
						return this.fault(index);
					}
					this.expected = this.isInObject ? 'key' : 'value';
					break;
				case openBrace:
				case openBracket:
					return this.open(code, index);
				case closeBrace:
				case closeBracket:
					return this.close(code, index);
				default: {
					const end = this.leniency.gapEnd?.(codes, index) ?? index;
					if (end < 0) {
						this.at = base + index;
						return 'more';
					}
					if (end > index) {
						index = end - 1;
					} else if (!this.leniency.order || (this.leniency.words && isWordCode(code))) {
						return this.beginScalar(code, index);
					}
				}
			}
		}
		this.at = base + length;
		return 'more';
	}

	/** Returns the event of a number or literal at the end of the text. Returns `more` if the text is incomplete. */
	finish(): JsonEvent {
		return this.token === 'scalar' && this.isWholeScalar ? this.endToken('value', this.at) : 'more';
	}

	/** Current key without quotes. Escape sequences stay as they are, and each byte becomes a Latin-1 character. */
	get rawKey(): string {
		const { codes, base, start, end } = this;
		let key = start < base ? this.keyBeginning : '';
		for (let index = Math.max(0, start + 1 - base); index < end - 1 - base && key.length <= maxKeyLength; index++) {
			key += String.fromCharCode(codes[index] ?? 0);
		}
		return key;
	}

	private fault(index: number): JsonEvent {
		this.at = this.base + index;
		this.start = this.at;
		this.end = this.at;
		return 'fault';
	}

	private get expectsKey(): boolean {
		return this.expected === 'key' || this.expected === 'keyOrClose';
	}

	private get expectsValue(): boolean {
		return this.expected === 'value' || this.expected === 'valueOrClose';
	}

	private endValue(): void {
		this.expected = this.depth === 0 ? 'nothing' : 'commaOrClose';
	}

	private open(code: number, index: number): JsonEvent {
		const { order, maxDepth = Number.POSITIVE_INFINITY } = this.leniency;
		if (!order && (!this.expectsValue || this.depth === maxDepth)) {
			return this.fault(index);
		}
		this.start = this.base + index;
		this.first = code;
		if (this.depth < maxDepth) {
			this.opened[this.depth] = code === openBrace ? -1 - this.start : this.start;
		}
		this.depth++;
		this.expected = code === openBrace ? 'keyOrClose' : 'valueOrClose';
		return this.endEvent('open', index + 1);
	}

	private close(code: number, index: number): JsonEvent {
		const { expected, opened } = this;
		const isObject = code === closeBrace;
		const mayClose = expected === 'commaOrClose' || expected === (isObject ? 'keyOrClose' : 'valueOrClose');
		if (!this.leniency.order && !(mayClose && this.depth > 0 && this.isInObject === isObject)) {
			return this.fault(index);
		}
		this.depth = Math.max(0, this.depth - 1);
		const opening = opened[this.depth] ?? this.base + index;
		this.start = opening < 0 ? -1 - opening : opening;
		this.first = code;
		this.endValue();
		return this.endEvent('close', index + 1);
	}

	private endEvent(event: JsonEvent, index: number): JsonEvent {
		this.end = this.base + index;
		this.at = this.end;
		return event;
	}

	private beginToken(token: 'string' | 'scalar', code: number, index: number): void {
		this.token = token;
		this.first = code;
		this.start = this.base + index;
		this.at = this.start + 1;
	}

	private endToken(event: 'key' | 'value', end: number): JsonEvent {
		this.token = 'none';
		if (event === 'key') {
			this.expected = 'colon';
		} else {
			this.endValue();
		}
		return this.endEvent(event, end - this.base);
	}

	private beginString(index: number): JsonEvent {
		if (!(this.expectsKey || this.expectsValue || this.leniency.order)) {
			return this.fault(index);
		}
		this.beginToken('string', quote, index);
		return this.inString();
	}

	private inString(): JsonEvent {
		const { codes, base } = this;
		const { strings } = this.leniency;
		const { length } = codes;
		const least = strings ? 0 : space;
		const far = this.at - base + maxShortLength;
		const near = strings === 'any' && far < length ? far : length;
		for (let index = this.at - base; ; index++) {
			if (this.escape !== 0) {
				index = this.escapeEnd(index);
				if (this.escape !== 0 && index < length) {
					return this.fault(index);
				}
			}
			index = plainEnd(codes, index, near, least);
			if (index >= near) {
				index = this.endOfLongString(index);
				if (index >= length) {
					break;
				}
			}
			const code = codes[index];
			if (code === quote) {
				return this.endToken(this.expectsKey ? 'key' : 'value', base + index + 1);
			}
			if (code !== backslash) {
				return this.fault(index);
			}
			this.escape = afterBackslash;
		}
		if (this.expectsKey) {
			this.end = base + length + 1;
			this.keyBeginning = this.rawKey;
		}
		this.at = base + length;
		return 'more';
	}

	/** Searches for the closing quote with a built-in function. This is faster but doesn't check escape sequences. */
	private endOfLongString(start: number): number {
		const { codes } = this;
		let index = codes.indexOf(quote, start);
		while (index !== -1 && isEscaped(codes, start, index)) {
			index = codes.indexOf(quote, index + 1);
		}
		if (index === -1 && isEscaped(codes, start, codes.length)) {
			this.escape = afterBackslash;
		}
		return index === -1 ? codes.length : index;
	}

	private escapeEnd(start: number): number {
		const { codes } = this;
		let index = start;
		for (; this.escape !== 0 && index < codes.length; index++) {
			const code = codes[index] ?? 0;
			if (this.escape !== afterBackslash) {
				if (!isHexDigit(code)) {
					break;
				}
				this.escape--;
			} else if (this.leniency.strings === 'any' || escapes.has(code)) {
				this.escape = 0;
			} else if (code === letterU) {
				this.escape = afterBackslash - 1;
			} else {
				break;
			}
		}
		return index;
	}

	private beginScalar(code: number, index: number): JsonEvent {
		this.literal = literals.get(code);
		this.scalar = code === minus ? 'minus' : isDigit(code) ? digitState(code) : undefined;
		const begins = this.leniency.words ? isWordCode(code) : this.literal !== undefined || this.scalar !== undefined;
		if (!begins || !(this.expectsValue || this.leniency.order)) {
			return this.fault(index);
		}
		this.beginToken('scalar', code, index);
		return this.inScalar();
	}

	private inScalar(): JsonEvent {
		const { codes, base } = this;
		let index = this.at - base;
		while (index < codes.length && this.continuesScalar(codes[index] ?? 0, base + index)) {
			index++;
		}
		this.at = base + index;
		if (index === codes.length) {
			return 'more';
		}
		return this.isWholeScalar ? this.endToken('value', this.at) : this.fault(index);
	}

	private continuesScalar(code: number, at: number): boolean {
		if (this.leniency.words) {
			return isWordCode(code);
		}
		if (this.literal !== undefined) {
			return this.literal.charCodeAt(at - this.start) === code;
		}
		const next = stateAfter(this.scalar, code);
		this.scalar = next ?? this.scalar;
		return next !== undefined;
	}

	private get isWholeScalar(): boolean {
		const { literal, scalar } = this;
		if (this.leniency.words) {
			return true;
		}
		if (literal !== undefined) {
			return this.at - this.start === literal.length;
		}
		return scalar === 'zero' || scalar === 'whole' || scalar === 'fraction' || scalar === 'power';
	}
}

function plainEnd(codes: JsonCodes, start: number, end: number, least: number): number {
	let index = start;
	for (; index < end; index++) {
		const code = codes[index] ?? 0;
		if (code <= backslash && (code === quote || code === backslash || code < least)) {
			break;
		}
	}
	return index;
}

function isEscaped(codes: JsonCodes, start: number, index: number): boolean {
	let before = index;
	while (before > start && codes[before - 1] === backslash) {
		before--;
	}
	return (index - before) % 2 === 1;
}

/**
 * Returns the next state of a number (RFC 8259, section 6), or undefined if the character code can't continue the
 * number.
 */
function stateAfter(state: ScalarState | undefined, code: number): ScalarState | undefined {
	switch (state) {
		case 'minus':
			return isDigit(code) ? digitState(code) : undefined;
		case 'whole':
			return isDigit(code) ? state : afterDigits(code, true);
		case 'zero':
			return afterDigits(code, true);
		case 'point':
			return isDigit(code) ? 'fraction' : undefined;
		case 'fraction':
			return isDigit(code) ? state : afterDigits(code, false);
		case 'exponent':
			return code === plus || code === minus ? 'sign' : isDigit(code) ? 'power' : undefined;
		case 'sign':
		case 'power':
			return isDigit(code) ? 'power' : undefined;
		default:
			return undefined;
	}
}

function digitState(code: number): ScalarState {
	return code === zero ? 'zero' : 'whole';
}

function afterDigits(code: number, isWhole: boolean): ScalarState | undefined {
	return code === dot && isWhole ? 'point' : (code | 0x20) === letterE ? 'exponent' : undefined;
}

/** Returns true if a character code can be part of a number or literal. */
export function isWordCode(code: number): boolean {
	return (
		isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) || code === minus || code === plus || code === dot
	);
}

import { closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from '../../../common/ascii';
import { isJsonSpace } from '../../../common/jsonSpace';
import type { Steps } from '../../../common/steps';
import { escapeEnd, plainEnd, scalarEnd, textEnd } from './jsonTokenEnds';
import { malformed, RefusedMap } from './refusedMap';

/** Bytes that are looked at before others get their turn. */
const stepBytes = 64 * 1024;

/** Most strings are shorter. */
const shortString = 256;

/**
 * Values of so many bytes are not gone over again, down to a depth below which no source map has what is needed, and of
 * the first so many.
 */
const longBytes = 256;
const longDepth = 16;
const maxLong = 200_000;

/** A value, from its first byte to behind its last one. */
export interface ByteSpan {
	readonly start: number;
	readonly end: number;
}

/** Told of each value directly in the one that is walked over; in an object also of its name, quotes included. */
export type Visitor = (value: ByteSpan, name: ByteSpan) => void;

type Expected = 'value' | 'valueOrClose' | 'name' | 'nameOrClose' | 'colon' | 'commaOrClose';

/**
 * Finds where values are in a text of JSON, as strict about their form as JSON.parse, and makes none of them. Lists that
 * are members of one name are left out: only their end is looked for.
 *
 * Beside the readers of records: a map is one value of any length, of which a few parts are needed, in
 * turns with others.
 */
export class JsonWalk {
	/** Bytes of the lists that were left out. */
	leftOut = 0;
	private values = 0;
	private readonly unneeded: Buffer;
	/** Where long values end, by where they begin. */
	private readonly ends = new Map<number, number>();

	/**
	 * @param unneeded The name whose lists are left out.
	 * @param maxValues How many values there may be, without those: an empty object is two bytes here and sixty in memory.
	 */
	constructor(
		readonly bytes: Buffer,
		unneeded: string,
		private maxValues: number,
	) {
		this.unneeded = Buffer.from(`"${unneeded}"`);
	}

	/**
	 * Goes over all of the text from `start` on, which is one value; before anything else is asked.
	 * @throws RefusedMap `malformed` or `tooLarge`
	 */
	*whole(start: number, visit: Visitor): Steps<ByteSpan> {
		const span = yield* this.value(start, visit);
		for (let at = span.end; at < this.bytes.length; at++) {
			if (!isJsonSpace(this.bytes[at] ?? 0)) {
				throw malformed();
			}
			if (at % stepBytes === 0) {
				yield;
			}
		}
		// All have been counted.
		this.maxValues = Number.POSITIVE_INFINITY;
		return span;
	}

	/**
	 * Goes over the value at `start`, or behind the white space there.
	 * @throws RefusedMap `malformed` or `tooLarge`
	 */
	*value(start: number, visit: Visitor): Steps<ByteSpan> {
		const { bytes } = this;
		/** Where the lists and objects around the place begin. */
		const around: number[] = [];
		let expected: Expected = 'value';
		let name: ByteSpan = { start, end: start };
		let leavesOut = false;
		let nextTurn = start + stepBytes;
		for (let at = start; ; ) {
			if (at >= nextTurn) {
				nextTurn = at + stepBytes;
				yield;
			}
			const byte = bytes[at] ?? 0;
			const first = at;
			switch (byte) {
				case comma:
					if (expected !== 'commaOrClose') {
						throw malformed();
					}
					this.count();
					expected = bytes[around.at(-1) ?? 0] === openBrace ? 'name' : 'value';
					at++;
					continue;
				case colon:
					if (expected !== 'colon') {
						throw malformed();
					}
					expected = 'value';
					at++;
					continue;
				case quote: {
					const end = this.shortStringEnd(at);
					at = end < 0 ? yield* this.longStringEnd(at, around.length) : end;
					if (expected === 'name' || expected === 'nameOrClose') {
						leavesOut = this.isUnneeded(first, at);
						expected = 'colon';
						if (around.length === 1) {
							name = { start: first, end: at };
						}
						continue;
					}
					break;
				}
				case openBrace:
				case openBracket: {
					const known = around.length === 0 ? undefined : this.ends.get(at);
					if (known !== undefined) {
						at = known;
					} else if (leavesOut && byte === openBracket) {
						at = yield* this.leftOutEnd(at, around.length);
					} else if (expected !== 'value' && expected !== 'valueOrClose') {
						throw malformed();
					} else {
						this.count();
						around.push(at);
						expected = byte === openBrace ? 'nameOrClose' : 'valueOrClose';
						leavesOut = false;
						at++;
						continue;
					}
					break;
				}
				default:
					if (isJsonSpace(byte)) {
						at++;
						continue;
					}
					if (byte !== closeBrace && byte !== closeBracket) {
						at = scalarEnd(bytes, at);
					}
			}
			let begin = first;
			if (byte === closeBrace || byte === closeBracket) {
				const isObject = byte === closeBrace;
				begin = around.pop() ?? -1;
				const mayClose = expected === 'commaOrClose' || expected === (isObject ? 'nameOrClose' : 'valueOrClose');
				if (!mayClose || bytes[begin] !== (isObject ? openBrace : openBracket)) {
					throw malformed();
				}
				at++;
				this.remember(begin, at, around.length);
			} else if (expected !== 'value' && expected !== 'valueOrClose') {
				throw malformed();
			}
			leavesOut = false;
			if (around.length === 0) {
				return { start: begin, end: at };
			}
			if (around.length === 1) {
				visit({ start: begin, end: at }, name);
			}
			expected = 'commaOrClose';
		}
	}

	private count(): void {
		this.values++;
		if (this.values > this.maxValues) {
			throw new RefusedMap({ kind: 'tooLarge', unit: 'values', limit: this.maxValues });
		}
	}

	private isUnneeded(start: number, end: number): boolean {
		const { unneeded } = this;
		return end - start === unneeded.length && unneeded.compare(this.bytes, start, end) === 0;
	}

	private remember(start: number, end: number, depth: number): void {
		if (end - start >= longBytes && depth <= longDepth && this.ends.size < maxLong) {
			this.ends.set(start, end);
		}
	}

	/** Behind the string at `start`; -1 for a long one. */
	private shortStringEnd(start: number): number {
		const { bytes } = this;
		const limit = Math.min(start + shortString, bytes.length);
		for (let at = start + 1; ; ) {
			at = plainEnd(bytes, at, limit);
			if (at >= limit) {
				return -1;
			}
			if (bytes[at] === quote) {
				return at + 1;
			}
			at = escapeEnd(bytes, at);
		}
	}

	private *longStringEnd(start: number, depth: number): Steps<number> {
		const { bytes } = this;
		const known = this.ends.get(start);
		if (known !== undefined) {
			return known;
		}
		let nextTurn = start + stepBytes;
		for (let at = start + 1; ; ) {
			at = plainEnd(bytes, at, Math.min(nextTurn, bytes.length));
			if (at >= bytes.length) {
				throw malformed();
			}
			if (at >= nextTurn) {
				nextTurn = at + stepBytes;
				yield;
			} else if (bytes[at] === quote) {
				this.remember(start, at + 1, depth);
				return at + 1;
			} else {
				at = escapeEnd(bytes, at);
			}
		}
	}

	/** Behind the list at `start`, by its brackets and strings alone. */
	private *leftOutEnd(start: number, depth: number): Steps<number> {
		const { bytes } = this;
		let open = 0;
		let inString = false;
		let nextTurn = start + stepBytes;
		for (let at = start; at < bytes.length; ) {
			if (at >= nextTurn) {
				nextTurn = at + stepBytes;
				yield;
			}
			if (inString) {
				at = textEnd(bytes, at, Math.min(nextTurn, bytes.length));
				if (at < nextTurn) {
					inString = bytes[at] !== quote;
					// Behind the quote, or behind what the backslash escapes.
					at += inString ? 2 : 1;
				}
				continue;
			}
			const byte = bytes[at];
			at++;
			if (byte === quote) {
				inString = true;
			} else if (byte === openBracket || byte === openBrace) {
				open++;
			} else if (byte === closeBracket || byte === closeBrace) {
				open--;
				if (open === 0) {
					this.leftOut += at - start;
					this.remember(start, at, depth);
					return at;
				}
			}
		}
		throw malformed();
	}
}

import { closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from '../../../common/ascii';
import type { CooperativeTask } from '../../../common/cooperativeTask';
import { isJsonSpace } from '../../../common/jsonSpace';
import { escapeEnd, plainEnd, scalarEnd, textEnd } from './jsonTokenEnds';
import { malformed, RefusedMap } from './refusedMap';

const stepBytes = 64 * 1024;

/** Maximum size of a string to scan without yielding. Most strings are not longer. */
const shortString = 256;

/** Minimum size of a value whose end is cached. The cache avoids scanning a long value again. */
const longBytes = 256;
const longDepth = 16;
const maxLong = 200_000;

/** Byte range with an exclusive end. */
export interface ByteSpan {
	readonly start: number;
	readonly end: number;
}

/** Called for each child of the scanned value. The range of a property name includes the quotation marks. */
export type Visitor = (value: ByteSpan, name: ByteSpan) => void;

type Expected = 'value' | 'valueOrClose' | 'name' | 'nameOrClose' | 'colon' | 'commaOrClose';

/**
 * Locates values in a JSON text without creating objects. Validation is as strict as in `JSON.parse`, except in skipped
 * arrays. Unlike the readers of records, this scan must yield, because a map is a single value of any length.
 */
export class JsonWalk {
	leftOut = 0;
	private values = 0;
	private readonly unneeded: Buffer;
	private readonly ends = new Map<number, number>();

	/**
	 * @param unneeded Name of the properties whose arrays are skipped
	 * @param maxValues Maximum number of all other values. Limited because an empty object has only two bytes of text
	 * but uses sixty bytes of memory.
	 */
	constructor(
		readonly bytes: Buffer,
		unneeded: string,
		private maxValues: number,
	) {
		this.unneeded = Buffer.from(`"${unneeded}"`);
	}

	/**
	 * Scans the entire text after `start`. The text must be a single value. Must be called before any other method.
	 * @throws RefusedMap `malformed` or `tooLarge`
	 */
	*whole(start: number, visit: Visitor): CooperativeTask<ByteSpan> {
		const span = yield* this.value(start, visit);
		for (let at = span.end; at < this.bytes.length; at++) {
			if (!isJsonSpace(this.bytes[at] ?? 0)) {
				throw malformed();
			}
			if (at % stepBytes === 0) {
				yield;
			}
		}
		// This scan has counted all values, so the limit doesn't apply to later scans.
		this.maxValues = Number.POSITIVE_INFINITY;
		return span;
	}

	/** Scans a value and calls `visit` for each of its children. Throws `malformed` or `tooLarge`. */
	*value(start: number, visit: Visitor): CooperativeTask<ByteSpan> {
		const { bytes } = this;
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

	/** Returns the index after the string. Returns -1 if the string is too long to be scanned without yielding. */
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

	private *longStringEnd(start: number, depth: number): CooperativeTask<number> {
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

	/** Returns the index after a skipped array. Checks only that brackets match and strings end. */
	private *leftOutEnd(start: number, depth: number): CooperativeTask<number> {
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
					// Skips the quotation mark, or the backslash and the character that it escapes.
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

import type { CooperativeTask } from '../../common/cooperativeTask';
import { lineBeginning } from '../languages';
import { isBlank } from './characters';
import { htmlEntities, isHtmlEscaped } from './htmlEntities';
import { Pieces } from './pieces';

export interface Unescaped {
	readonly text: string;
	readonly sourceOffset: SourceOffset;
}

/**
 * @param isEnd Whether the offset is the end of a range. If so, removed text directly after the range isn't included
 */
export type SourceOffset = (offset: number, isEnd?: boolean) => number;

const maxLevels = 3;

const simple: Readonly<Record<string, string>> = {
	n: '\n',
	r: '\r',
	t: '\t',
	b: '\b',
	f: '\f',
	'"': '"',
	"'": "'",
	'/': '/',
	'\\': '\\',
};

/**
 * Decodes text if its escaped line breaks precede frames. Other text isn't decoded, because Windows paths can look like
 * escape sequences.
 */
export function* unescaping(text: string): CooperativeTask<Unescaped> {
	let current = escapedColumn(text);
	for (let level = 0; level < maxLevels && escapedBreak(current.text) !== -1; level++) {
		const outer = current;
		const inner: Unescaped = yield* decoding(outer.text, hasPlainBackslash.test(outer.text) ? 'lineEnds' : 'all');
		current = { text: inner.text, sourceOffset: composed(outer, inner) };
	}
	for (let level = 0; level < maxLevels && isHtmlEscaped(current.text); level++) {
		const outer = current;
		const inner: Unescaped = yield* decodingEntities(outer.text);
		current = { text: inner.text, sourceOffset: (offset) => outer.sourceOffset(inner.sourceOffset(offset)) };
	}
	return current;
}

/** Returns the offsets in the source of `outer` for offsets in the text of `inner`, which was decoded from that text. */
export function composed(outer: Unescaped, inner: Unescaped): SourceOffset {
	return (offset, isEnd) => outer.sourceOffset(inner.sourceOffset(offset, isEnd), isEnd);
}

export function unchanged(text: string): Unescaped {
	return { text, sourceOffset: (offset) => offset };
}

/**
 * Matches a backslash outside escape sequences. This backslash shows that only line breaks were escaped in the text.
 */
const hasPlainBackslash = /(?:^|[^\\])\\[^\\nrtbfu"'/]/;

/** Matches an escaped tab or a column without a value. Without such a match, tabs are probably part of a message. */
const columnSign = /\\t|(?:^|\t)\\N(?:\t|$)/;

/** Returns the column with the escaped trace if the text is a line in PostgreSQL's COPY format. */
function escapedColumn(text: string): Unescaped {
	const found = text.includes('\t') && columnSign.test(text) ? escapedBreak(text) : -1;
	const next = found === -1 ? -1 : text.indexOf('\t', found);
	if (found === -1 || (next !== -1 && text.startsWith('\\n', next - 2))) {
		return unchanged(text);
	}
	const before = text.lastIndexOf('\t', found) + 1;
	const start = text.slice(0, before).trim() === '' ? 0 : before;
	return {
		text: text.slice(start, next === -1 ? text.length : next),
		sourceOffset: (offset) => start + offset,
	};
}

/**
 * Returns the index of an escaped line break before a frame. Returns -1 if no such line break exists or if the text has
 * real line breaks.
 */
function escapedBreak(text: string): number {
	if (text.length < 8 || !text.includes('\\n') || /[\r\n]/.test(text.trim())) {
		return -1;
	}
	let tries = 0;
	for (let index = text.indexOf('\\n'); index !== -1 && tries < 100; index = text.indexOf('\\n', index + 2)) {
		tries++;
		let start = index + 2;
		for (;;) {
			if (isBlank(text.charCodeAt(start))) {
				start++;
			} else if (text.startsWith('\\t', start)) {
				start += 2;
			} else {
				break;
			}
		}
		// In text that was serialized twice, the escape sequences after the first line break are escaped too.
		const doubled = text.charAt(index - 1) === '\\';
		const rest = text.slice(start, start + 260);
		if (lineBeginning.test(rest) || (doubled && lineBeginning.test(rest.replace(/^(?:\\{1,4}t|\s){1,20}/, '')))) {
			return index;
		}
	}
	return -1;
}

/** Decodes one level of escape sequences: either all of them, or only line breaks and the tabs after them. */
export function* decoding(text: string, which: 'all' | 'lineEnds' = 'all'): CooperativeTask<Unescaped> {
	const decoded = new DecodedParts();
	const pieces = new Pieces();
	let from = 0;
	for (let index = text.indexOf('\\'); index !== -1; index = text.indexOf('\\', from)) {
		const found = escapeAt(text, index, which === 'lineEnds');
		const end = index + found.length;
		if (found.value === undefined) {
			decoded.add(text.slice(from, end), from);
		} else {
			if (index > from) {
				decoded.add(text.slice(from, index), from);
			}
			decoded.add(found.value, index);
		}
		from = end;
		if (pieces.ends(found.length) && (yield)) {
			break;
		}
	}
	decoded.add(text.slice(from), from);
	return decoded.end();
}

function* decodingEntities(text: string): CooperativeTask<Unescaped> {
	const decoded = new DecodedParts();
	const pieces = new Pieces();
	let from = 0;
	for (const { index, length, value } of htmlEntities(text)) {
		decoded.add(text.slice(from, index), from);
		decoded.add(value, index);
		if (pieces.ends(index - from + length) && (yield)) {
			from = index + length;
			break;
		}
		from = index + length;
	}
	decoded.add(text.slice(from), from);
	return decoded.end();
}

class DecodedParts {
	private readonly parts: string[] = [];
	/** Two offsets for each decoded part: its start in the result and its start in the source. */
	private readonly starts: number[] = [];
	private length = 0;

	add(part: string, source: number): void {
		this.starts.push(this.length, source);
		this.parts.push(part);
		this.length += part.length;
	}

	end(): Unescaped {
		return { text: this.parts.join(''), sourceOffset: (offset) => sourceOffset(this.starts, offset) };
	}
}

function escapeAt(text: string, index: number, onlyLineEnds: boolean): { length: number; value: string | undefined } {
	const letter = text.charAt(index + 1);
	if (onlyLineEnds) {
		const isEnd = letter === 'n' || (letter === 'r' && text.startsWith('\\n', index + 2));
		const isTab = letter === 't' && text.startsWith('\\n', index - 2);
		const next = text.charAt(index + 2);
		const beforeLine = next === '' || next === '\\' || next === ' ' || next === '\t';
		return (isEnd && beforeLine) || isTab ? { length: 2, value: simple[letter] } : { length: 1, value: undefined };
	}
	if (letter === 'u') {
		const digits = text.slice(index + 2, index + 6);
		return /^[\da-f]{4}$/i.test(digits)
			? { length: 6, value: String.fromCharCode(Number.parseInt(digits, 16)) }
			: { length: 2, value: undefined };
	}
	const value = simple[letter];
	return { length: Math.min(2, text.length - index), value };
}

export function sourceOffset(starts: readonly number[], offset: number): number {
	const at = entryAt(starts, 2, offset);
	return (starts[at + 1] ?? 0) + offset - (starts[at] ?? 0);
}

/** Returns the index of the last entry that starts at or before the offset. An entry consists of `width` numbers. */
export function entryAt(entries: readonly number[], width: number, offset: number): number {
	let low = 0;
	let high = entries.length / width - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((entries[width * middle] ?? 0) <= offset) {
			low = middle;
		} else {
			high = middle - 1;
		}
	}
	return width * low;
}

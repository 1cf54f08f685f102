import { quote } from '../../../shared/ascii';
import { JsonScanner } from '../../../shared/jsonScanner';
import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import { beginPieces, codeUnits, eventInNextPiece } from '../../common/jsonPieces';
import { findingReports, type JsonReport } from '../reports/findReports';
import type { Trace } from '../trace/model';
import type { TraceHint } from '../trace/traceContext';
import { composed, decoding, type SourceOffset, type Unescaped, unchanged } from '../trace/unescape';
import { joinParts } from './joinedParts';
import { parsingReadable } from './parseTrace';
import { hasPlainLines, readableText } from './readableText';
import type { TextLine } from './textLine';

export interface FoundTrace {
	readonly text: string;
	readonly trace: Trace;
	/** Property names and array indexes that lead to the trace in JSON. Empty if the value itself is the trace. */
	readonly path: readonly (string | number)[];
	readonly sourceOffset: SourceOffset;
}

/** Maximum number of nested levels of JSON in JSON strings. */
const maxLevels = 3;
const maxDepth = 64;
const closingQuotes = Uint16Array.of(quote, quote);
/** Length of the shortest possible frame, such as `at a.b.C.d()`. */
const minTraceLength = 12;

/** Finds the stack traces in the field `error` or `error_json`. A trace is the entire value or a string in JSON. */
export function findTraces(value: string, hint?: TraceHint): FoundTrace[] {
	return runSynchronously(findingTraces(value, hint));
}

/** Interruptible version of `findTraces`. If it is interrupted, the result contains the traces found so far. */
export function* findingTraces(value: string, hint?: TraceHint): CooperativeTask<FoundTrace[]> {
	const start = Math.max(0, jsonStart(value));
	const found = yield* findingJsonTraces(value.slice(start), hint);
	return found.length === 0
		? yield* whole(yield* readable(value, hint), [], hint)
		: found.map((one) => ({ ...one, sourceOffset: (offset, isEnd) => start + one.sourceOffset(offset, isEnd) }));
}

/** Returns the start of the JSON, which may follow a log prefix. Returns -1 if the value contains no JSON. */
function jsonStart(value: string): number {
	if (mayBeJson(value)) {
		return 0;
	}
	if (!value.includes('\\n') || value.includes('\n')) {
		return -1;
	}
	const object = value.search(/\{ ?"/);
	return object === -1 && /"[)\]};,.]{0,4}$/.test(value) ? value.search(/(?<!\\)"/) : object;
}

/** Finds the stack traces in JSON strings and Apple's JSON crash reports. Returns no traces if the text isn't JSON. */
export function* findingJsonTraces(value: string, hint?: TraceHint): CooperativeTask<FoundTrace[]> {
	return mayBeJson(value) ? yield* inJson(value, hint, 1) : [];
}

export function* parsingReport(
	{ text, sourceOffset }: JsonReport,
	path: FoundTrace['path'],
	hint: TraceHint | undefined,
): CooperativeTask<FoundTrace> {
	return { text, trace: yield* parsingReadable(text, hint), path, sourceOffset };
}

export function mayBeJson(value: string): boolean {
	return /^\s*[[{"]/.test(value);
}

function* readable(text: string, hint: TraceHint | undefined): CooperativeTask<Unescaped> {
	return hasPlainLines(text, hint) ? unchanged(text) : yield* readableText(text, hint);
}

function* whole(text: Unescaped, path: FoundTrace['path'], hint: TraceHint | undefined): CooperativeTask<FoundTrace[]> {
	const trace = yield* parsingReadable(text.text, hint);
	const isTrace = trace.sections.some(({ lines }) =>
		lines.some(({ kind }) => kind === 'managed' || kind === 'native' || kind === 'javascript'),
	);
	return isTrace ? [{ text: text.text, trace, path, sourceOffset: text.sourceOffset }] : [];
}

/** Finds traces in strings. Accepts brackets and strings in any order to support damaged JSON. */
function* inJson(json: string, hint: TraceHint | undefined, level: number): CooperativeTask<FoundTrace[]> {
	const found: FoundTrace[] = [];
	/** Path of the current value. Levels beyond `maxDepth` are counted but not stored. */
	const path: (string | number)[] = [];
	const reports = yield* findingReports(json);
	let nextReport = 0;
	const codes = codeUnits(json);
	const scanner = new JsonScanner({ strings: 'any', words: true, order: true, maxDepth });
	beginPieces(scanner, codes, 0);
	/** Literals of the strings in the current array. Empty if the array has other items. */
	const items: TextLine[] = [];
	let foundBeforeItems = 0;
	let isClosed = false;
	for (;;) {
		let event = scanner.next();
		if (event === 'more') {
			event = yield* eventInNextPiece(scanner, codes);
		}
		if (event === 'more' && scanner.isInToken && !isClosed) {
			// Closes the truncated string. The first quotation mark may only complete a truncated escape sequence.
			scanner.push(closingQuotes);
			isClosed = true;
			event = scanner.next();
		}
		const { start, depth, first } = scanner;
		const isStored = (event === 'open' ? depth - 1 : depth) <= maxDepth;
		const end = Math.min(scanner.end - 1, json.length);
		const item = path.at(-1);
		if (isStored && typeof item === 'number' && (event === 'open' || event === 'value')) {
			path[path.length - 1] = item + 1;
		}
		if (event === 'value' && first === quote && isStored && typeof item === 'number') {
			items.push({ text: json.slice(start + 1, end), start: start + 1 });
		} else if (event !== 'more') {
			const trace =
				event === 'close' && areLines(found, foundBeforeItems, items.length)
					? yield* inLines(items, path.slice(0, depth), hint)
					: undefined;
			if (trace) {
				found.splice(foundBeforeItems, found.length, trace);
			}
			items.length = 0;
			foundBeforeItems = found.length;
		}
		if (event === 'open') {
			const report = reports[nextReport];
			if (report?.start === start) {
				found.push(yield* parsingReport(report, [...path], hint));
				nextReport++;
				scanner.skipContainer(report.end);
			} else if (depth <= maxDepth) {
				path.push(scanner.isInObject ? '' : -1);
			}
		} else if (event === 'close') {
			path.length = Math.min(path.length, depth);
		} else if (event === 'key' && isStored) {
			path[path.length - 1] = (yield* decoding(json.slice(start + 1, end))).text;
		} else if (event === 'value' && first === quote && isStored && end - start > minTraceLength) {
			// Adds traces one by one, because `push` throws an error if it gets too many arguments.
			for (const one of yield* inString(json.slice(start + 1, end), start + 1, [...path], hint, level)) {
				found.push(one);
			}
		}
		if (event === 'more') {
			return found;
		}
	}
}

/** Returns true if at least half of the items of an array are single frames, and none is a longer trace. */
function areLines(found: readonly FoundTrace[], start: number, items: number): boolean {
	if (2 * (found.length - start) < Math.max(4, items)) {
		return false;
	}
	for (let index = start; index < found.length; index++) {
		const [section, ...others] = found[index]?.trace.sections ?? [];
		if (others.length > 0 || section?.header !== undefined || section?.lines.length !== 1) {
			return false;
		}
	}
	return true;
}

/** Returns the trace whose lines are the items of a JSON array, or undefined if an item has several lines. */
function* inLines(
	items: readonly TextLine[],
	path: FoundTrace['path'],
	hint: TraceHint | undefined,
): CooperativeTask<FoundTrace | undefined> {
	const literal = joinParts(items, '\\n');
	const lines = yield* decoding(literal.text);
	if (lines.text.split(/[\r\n]/).length !== items.length) {
		return undefined;
	}
	return (yield* whole({ text: lines.text, sourceOffset: composed(literal, lines) }, path, hint))[0];
}

function* inString(
	literal: string,
	start: number,
	path: FoundTrace['path'],
	hint: TraceHint | undefined,
	level: number,
): CooperativeTask<FoundTrace[]> {
	const text = yield* decoding(literal);
	const place = (inner: Unescaped): Unescaped => ({
		text: inner.text,
		sourceOffset: (offset, isEnd) => start + text.sourceOffset(inner.sourceOffset(offset, isEnd), isEnd),
	});
	const inside = jsonStart(text.text);
	if (level < maxLevels && inside !== -1) {
		const nested = yield* inJson(text.text.slice(inside), hint, level + 1);
		if (nested.length > 0) {
			return nested.map((found) => ({
				...found,
				path: [...path, ...found.path],
				sourceOffset: (offset, isEnd) => start + text.sourceOffset(inside + found.sourceOffset(offset, isEnd), isEnd),
			}));
		}
	}
	return yield* whole(place(yield* readable(text.text, hint)), path, hint);
}

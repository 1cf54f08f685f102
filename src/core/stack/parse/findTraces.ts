import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import { findingReports, type JsonReport } from '../reports/findReports';
import type { Trace } from '../trace/model';
import { Pieces } from '../trace/pieces';
import type { TraceHint } from '../trace/traceContext';
import { decoding, type SourceOffset, type Unescaped, unchanged } from '../trace/unescape';
import { parsingReadable } from './parseTrace';
import { hasPlainLines, readableText } from './readableText';

export interface FoundTrace {
	readonly text: string;
	readonly trace: Trace;
	/** Property names and array indices that lead to the trace in a JSON value. Empty if the value is the trace. */
	readonly path: readonly (string | number)[];
	/** Converts an offset in `text` to an offset in the value. */
	readonly sourceOffset: SourceOffset;
}

/** Maximum number of times that JSON is nested in a string of other JSON. */
const maxLevels = 3;
const maxDepth = 64;
/** Length of the shortest frame, such as `at a.b.C.d()`. */
const minTraceLength = 12;

/** Finds the stack traces in `error` or `error_json`. A trace is the whole value or a string in its JSON. */
export function findTraces(value: string, hint?: TraceHint): FoundTrace[] {
	return runSynchronously(findingTraces(value, hint));
}

/** Version of `findTraces` that can be interrupted. If interrupted, returns the traces found so far. */
export function* findingTraces(value: string, hint?: TraceHint): CooperativeTask<FoundTrace[]> {
	const start = Math.max(0, jsonStart(value));
	const found = yield* findingJsonTraces(value.slice(start), hint);
	return found.length === 0
		? yield* whole(yield* readable(value, hint), [], hint)
		: found.map((one) => ({ ...one, sourceOffset: (offset, isEnd) => start + one.sourceOffset(offset, isEnd) }));
}

/** Returns the start of the JSON, which may follow the prefix of a log line. Returns -1 if there is no JSON. */
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

/** Finds the stack traces in JSON: strings and Apple crash reports. Returns no traces if the text is not JSON. */
export function* findingJsonTraces(value: string, hint?: TraceHint): CooperativeTask<FoundTrace[]> {
	return mayBeJson(value) ? yield* inJson(value, hint, 1) : [];
}

/** Parses the text of a crash report that was converted from JSON. */
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

/** Finds traces in strings. Does not parse the JSON, so that it also works with truncated or invalid JSON. */
function* inJson(json: string, hint: TraceHint | undefined, level: number): CooperativeTask<FoundTrace[]> {
	const found: FoundTrace[] = [];
	const pieces = new Pieces();
	/** Path of the current value, up to a depth of `maxDepth`. Deeper levels are counted but not stored. */
	const path: (string | number)[] = [];
	let depth = 0;
	let isMember = false;
	const reports = yield* findingReports(json);
	let nextReport = 0;
	for (let index = 0; index < json.length; index++) {
		const from = index;
		switch (json.charAt(index)) {
			case '{':
			case '[': {
				const report = reports[nextReport];
				if (report?.start === index) {
					found.push(yield* parsingReport(report, [...path], hint));
					nextReport++;
					index = report.end - 1;
					break;
				}
				isMember = json.charAt(index) === '{';
				if (++depth <= maxDepth) {
					path.push(isMember ? '' : 0);
				}
				break;
			}
			case '}':
			case ']':
				depth = Math.max(0, depth - 1);
				path.length = Math.min(path.length, depth);
				isMember = false;
				break;
			case ',':
				if (depth <= maxDepth) {
					const last = path.at(-1);
					isMember = typeof last === 'string';
					if (typeof last === 'number') {
						path[path.length - 1] = last + 1;
					}
				}
				break;
			case ':':
				isMember = false;
				break;
			case '"': {
				const end = stringEnd(json, index + 1);
				if (depth <= maxDepth && isMember) {
					path[path.length - 1] = (yield* decoding(json.slice(index + 1, end))).text;
				} else if (depth <= maxDepth && end - index > minTraceLength) {
					// Adds the traces one by one, because `push` throws an error for too many arguments.
					for (const one of yield* inString(json.slice(index + 1, end), index + 1, [...path], hint, level)) {
						found.push(one);
					}
				}
				index = end;
				break;
			}
			default:
		}
		if (pieces.ends(index + 1 - from) && (yield)) {
			break;
		}
	}
	return found;
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

/** Returns the end of the string that starts at `start`. If the string is truncated, returns the end of the text. */
function stringEnd(json: string, start: number): number {
	let index = start;
	while (index < json.length && json.charAt(index) !== '"') {
		index += json.charAt(index) === '\\' ? 2 : 1;
	}
	return Math.min(index, json.length);
}

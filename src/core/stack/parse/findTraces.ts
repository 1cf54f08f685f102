import { atOnce, type Steps } from '../../common/steps';
import type { Trace } from '../trace/model';
import { Pieces } from '../trace/pieces';
import type { TraceHint } from '../trace/traceContext';
import { decoding, type Unescaped, unescaping } from '../trace/unescape';
import { parsingTrace } from './parseTrace';

/** A stack trace within a record's value. */
export interface FoundTrace {
	/** Without the escapes of the value. */
	readonly text: string;
	readonly trace: Trace;
	/** Members and indices that lead to it when the value is JSON; empty when the value is the trace. */
	readonly path: readonly (string | number)[];
	/** From an offset in `text` to the offset in the value. */
	readonly sourceOffset: (offset: number) => number;
}

/** JSON within JSON. */
const maxLevels = 3;
/** Of objects and arrays; nobody writes errors deeper down. */
const maxDepth = 64;
/** `at a.b.C.d()` and less is no trace (characters). */
const minTraceLength = 12;

/** Finds the stack traces of a value of `error` or `error_json`: the value itself, or texts within it if it is JSON. */
export function findTraces(value: string, hint?: TraceHint): FoundTrace[] {
	return atOnce(findingTraces(value, hint));
}

/** As `findTraces`. Where it takes too long, those that were found by then. */
export function* findingTraces(value: string, hint?: TraceHint): Steps<FoundTrace[]> {
	const found = mayBeJson(value) ? yield* inJson(value, hint, 1) : [];
	return found.length > 0 ? found : yield* whole(yield* unescaping(value), [], hint);
}

/** Whether a text begins as JSON in which texts may be. */
export function mayBeJson(value: string): boolean {
	return /^\s*[[{"]/.test(value);
}

function* whole(text: Unescaped, path: FoundTrace['path'], hint: TraceHint | undefined): Steps<FoundTrace[]> {
	const trace = yield* parsingTrace(text.text, hint);
	const isTrace = trace.sections.some(({ lines }) =>
		lines.some(({ kind }) => kind === 'managed' || kind === 'native' || kind === 'javascript'),
	);
	return isTrace ? [{ text: text.text, trace, path, sourceOffset: text.sourceOffset }] : [];
}

/** Reads strings where they stand, so that JSON that is cut or wrong still gives up its traces. */
function* inJson(json: string, hint: TraceHint | undefined, level: number): Steps<FoundTrace[]> {
	const found: FoundTrace[] = [];
	const pieces = new Pieces();
	/** As far as `maxDepth`; deeper down only brackets are counted. */
	const path: (string | number)[] = [];
	let depth = 0;
	let isMember = false;
	for (let index = 0; index < json.length; index++) {
		const from = index;
		switch (json.charAt(index)) {
			case '{':
			case '[':
				isMember = json.charAt(index) === '{';
				if (++depth <= maxDepth) {
					path.push(isMember ? '' : 0);
				}
				break;
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
					// One by one: there may be more of them than a call takes arguments.
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
): Steps<FoundTrace[]> {
	const text = yield* decoding(literal);
	const place = (inner: Unescaped): Unescaped => ({
		text: inner.text,
		sourceOffset: (offset) => start + text.sourceOffset(inner.sourceOffset(offset)),
	});
	if (level < maxLevels && mayBeJson(text.text)) {
		const nested = yield* inJson(text.text, hint, level + 1);
		if (nested.length > 0) {
			return nested.map((found) => ({
				...found,
				path: [...path, ...found.path],
				sourceOffset: (offset) => start + text.sourceOffset(found.sourceOffset(offset)),
			}));
		}
	}
	return yield* whole(place(yield* unescaping(text.text)), path, hint);
}

/** Of the string whose content begins at `start`; the end of the text where it is cut. */
function stringEnd(json: string, start: number): number {
	let index = start;
	while (index < json.length && json.charAt(index) !== '"') {
		index += json.charAt(index) === '\\' ? 2 : 1;
	}
	return Math.min(index, json.length);
}

import { type FoundTrace, findTraces } from '../findTraces';
import { namesMinifiedFirst } from '../mapping/r8/heads';
import { parseTrace } from '../parseTrace';
import type { ReadTrace } from '../readTraces';
import type { TraceHint } from '../traceContext';
import { unescaped } from '../unescape';
import { linksOf } from './frameLinks';

/** The traces of one record's value: the value itself, or strings within it where it is JSON. */
export function readValueTraces(value: string, hint: TraceHint): ReadTrace[] {
	const found = findTraces(value, hint);
	return (found.length > 0 ? found : thrownAlone(value, hint)).map(({ text, trace, sourceOffset }) => ({
		text,
		trace,
		start: sourceOffset(0),
		end: sourceOffset(text.length),
		links: linksOf(trace, text, sourceOffset),
	}));
}

/** What Android writes of a throwable without a stack, where only a mapping tells which it was: `a.b: no`. */
function thrownAlone(value: string, hint: TraceHint): Omit<FoundTrace, 'path'>[] {
	const { text, sourceOffset } = unescaped(value);
	const isAndroid = hint.osName?.toLowerCase().startsWith('android') === true;
	return isAndroid && namesMinifiedFirst(text) ? [{ text, trace: parseTrace(text, hint), sourceOffset }] : [];
}

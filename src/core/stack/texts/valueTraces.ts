import { findTraces } from '../findTraces';
import type { ReadTrace } from '../readTraces';
import type { TraceHint } from '../traceContext';
import { linksOf } from './frameLinks';

/** The traces of one record's value: the value itself, or strings within it where it is JSON. */
export function readValueTraces(value: string, hint: TraceHint): ReadTrace[] {
	return findTraces(value, hint).map(({ text, trace, sourceOffset }) => ({
		text,
		trace,
		start: sourceOffset(0),
		end: sourceOffset(text.length),
		links: linksOf(trace, text, sourceOffset),
	}));
}

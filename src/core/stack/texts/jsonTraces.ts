import type { Steps } from '../../common/steps';
import { findingTraces } from '../parse/findTraces';
import type { TraceHint } from '../trace/traceContext';
import { linksOf } from './frameLinks';
import type { ReadTrace } from './readTraces';

/** The traces in the strings of a JSON text: one document, or one on each line. */
export function* readingJsonTraces(text: string, hint: TraceHint): Steps<ReadTrace[]> {
	const isString = /^\s*"/.test(text);
	return (yield* findingTraces(text, hint))
		.filter(({ path }) => path.length > 0 || isString)
		.map(({ text: own, trace, sourceOffset }) => ({
			text: own,
			trace,
			start: sourceOffset(0),
			end: sourceOffset(own.length),
			links: linksOf(trace, own, sourceOffset),
		}));
}

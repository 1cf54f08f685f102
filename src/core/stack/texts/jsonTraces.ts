import type { CooperativeTask } from '../../common/cooperativeTask';
import { findingJsonTraces } from '../parse/findTraces';
import type { TraceHint } from '../trace/traceContext';
import type { ReadTrace } from './frameLinks';
import { getLinks } from './frameLinks';

/** Finds the traces in the strings of a JSON document, which can also contain one JSON value per line. */
export function* readingJsonTraces(text: string, hint: TraceHint): CooperativeTask<ReadTrace[]> {
	return (yield* findingJsonTraces(text, hint)).map(({ text: own, trace, sourceOffset }) => ({
		text: own,
		trace,
		start: sourceOffset(0),
		end: sourceOffset(own.length, true),
		links: getLinks(trace, own, sourceOffset),
	}));
}

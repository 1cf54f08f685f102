import type { CooperativeTask } from '../../common/cooperativeTask';
import { namesMinifiedFirst } from '../mapping/r8/heads';
import { type FoundTrace, findingTraces, mayBeJson } from '../parse/findTraces';
import { parsingTrace } from '../parse/parseTrace';
import type { TraceHint } from '../trace/traceContext';
import { unescaping } from '../trace/unescape';
import type { ReadTrace } from './frameLinks';
import { getLinks } from './frameLinks';

export function* readingValueTraces(value: string, hint: TraceHint): CooperativeTask<ReadTrace[]> {
	// Each function may parse the entire value, so the second one is called only if the first one finds nothing.
	for (const reading of mayBeJson(value) ? [findingTraces, thrownAlone] : [thrownAlone, findingTraces]) {
		const found = yield* reading(value, hint);
		if (found.length > 0) {
			return found.map(({ text, trace, sourceOffset }) => ({
				text,
				trace,
				start: sourceOffset(0),
				end: sourceOffset(text.length, true),
				links: getLinks(trace, text, sourceOffset),
			}));
		}
	}
	return [];
}

/** Finds a minified exception without a stack, such as `a.b: no` in an Android log. */
function* thrownAlone(value: string, hint: TraceHint): CooperativeTask<Omit<FoundTrace, 'path'>[]> {
	if (hint.osName?.toLowerCase().startsWith('android') !== true) {
		return [];
	}
	const { text, sourceOffset } = yield* unescaping(value);
	return namesMinifiedFirst(text) ? [{ text, trace: yield* parsingTrace(text, hint), sourceOffset }] : [];
}

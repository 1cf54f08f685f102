import type { Steps } from '../../common/steps';
import { namesMinifiedFirst } from '../mapping/r8/heads';
import { type FoundTrace, findingTraces, mayBeJson } from '../parse/findTraces';
import { parsingTrace } from '../parse/parseTrace';
import type { TraceHint } from '../trace/traceContext';
import { unescaping } from '../trace/unescape';
import { linksOf } from './frameLinks';
import type { ReadTrace } from './readTraces';

/** The traces of one record's value: the value itself, or strings within it where it is JSON. */
export function* readingValueTraces(value: string, hint: TraceHint): Steps<ReadTrace[]> {
	// Of what is no JSON either reads all of it, and a throwable that is known by its name is read so at once.
	for (const reading of mayBeJson(value) ? [findingTraces, thrownAlone] : [thrownAlone, findingTraces]) {
		const found = yield* reading(value, hint);
		if (found.length > 0) {
			return found.map(({ text, trace, sourceOffset }) => ({
				text,
				trace,
				start: sourceOffset(0),
				end: sourceOffset(text.length),
				links: linksOf(trace, text, sourceOffset),
			}));
		}
	}
	return [];
}

/** What Android writes of a throwable without a stack, where only a mapping tells which it was: `a.b: no`. */
function* thrownAlone(value: string, hint: TraceHint): Steps<Omit<FoundTrace, 'path'>[]> {
	if (hint.osName?.toLowerCase().startsWith('android') !== true) {
		return [];
	}
	const { text, sourceOffset } = yield* unescaping(value);
	return namesMinifiedFirst(text) ? [{ text, trace: yield* parsingTrace(text, hint), sourceOffset }] : [];
}

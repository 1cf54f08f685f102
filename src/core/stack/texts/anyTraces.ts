import type { CooperativeTask } from '../../common/cooperativeTask';
import type { TraceHint } from '../trace/traceContext';
import type { ReadTrace } from './frameLinks';
import { readingJsonTraces } from './jsonTraces';
import { readingLogTraces } from './logTraces';
import { readingValueTraces } from './valueTraces';

/** Finds the traces in a text whose format is unknown. The text can be JSON, a log or a single value. */
export function* readingAnyTraces(text: string, hint: TraceHint): CooperativeTask<ReadTrace[]> {
	const isJson = /^\s*[{["]/.test(text);
	for (const reading of [...(isJson ? [readingJsonTraces] : []), readingLogTraces, readingValueTraces]) {
		const found = yield* reading(text, hint);
		if (found.length > 0) {
			return found;
		}
	}
	return [];
}

import type { CooperativeTask } from '../../common/cooperativeTask';
import type { TraceHint } from '../trace/traceContext';
import type { ReadTrace } from './frameLinks';
import { readingJsonTraces } from './jsonTraces';
import { readingLogTraces } from './logTraces';
import { readingValueTraces } from './valueTraces';

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

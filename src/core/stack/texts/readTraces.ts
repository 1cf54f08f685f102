import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import type { TraceHint } from '../trace/traceContext';
import { readingAnyTraces } from './anyTraces';
import { readingCsvTraces } from './csvTraces';
import type { ReadTrace } from './frameLinks';
import { readingJsonTraces } from './jsonTraces';
import { readingLogTraces } from './logTraces';
import { readingValueTraces } from './valueTraces';

/** `csv` and `json` are exported records, `value` is a single value of a record, and `any` is an unknown format. */
export type TraceFormat = 'text' | 'csv' | 'json' | 'value' | 'any';

/** Finds the stack traces in a text. Returns them in the order of their positions in the text. Runs in linear time. */
export function readTraces(text: string, format: TraceFormat, osName: string | undefined): readonly ReadTrace[] {
	return runSynchronously(readingTraces(text, format, osName));
}

/** Version of `readTraces` that can be interrupted. If interrupted, returns the traces found so far. */
export function readingTraces(
	text: string,
	format: TraceFormat,
	osName: string | undefined,
): CooperativeTask<readonly ReadTrace[]> {
	return readers[format](text, osName === undefined ? {} : { osName });
}

const readers: { readonly [F in TraceFormat]: (text: string, hint: TraceHint) => CooperativeTask<ReadTrace[]> } = {
	text: readingLogTraces,
	csv: readingCsvTraces,
	json: readingJsonTraces,
	value: readingValueTraces,
	any: readingAnyTraces,
};

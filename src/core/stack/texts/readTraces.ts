import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import type { FrameKind, Trace } from '../trace/model';
import type { TraceHint } from '../trace/traceContext';
import { readingAnyTraces } from './anyTraces';
import { readingCsvTraces } from './csvTraces';
import { readingJsonTraces } from './jsonTraces';
import { readingLogTraces } from './logTraces';
import { readingValueTraces } from './valueTraces';

/**
 * Format of a text. `text` is plain text such as a log, `csv` and `json` are exported records, `value` is a single
 * value of a record, and `any` is an unknown format.
 */
export type TraceFormat = 'text' | 'csv' | 'json' | 'value' | 'any';

export interface ReadTrace {
	readonly text: string;
	readonly trace: Trace;
	readonly start: number;
	readonly end: number;
	/** Links to the frames, by line of the trace. The offsets are positions in the document. */
	readonly links: readonly FrameLink[];
}

export interface FrameLink {
	/** Zero-based line in the trace, which is equal to the `line` of the frame. */
	readonly line: number;
	readonly kind: FrameKind;
	readonly start: number;
	readonly end: number;
}

/** Finds the stack traces in a text and returns them in the order of their positions. Runs in linear time. */
export function readTraces(text: string, format: TraceFormat, osName: string | undefined): readonly ReadTrace[] {
	return runSynchronously(readingTraces(text, format, osName));
}

/** Like `readTraces`, but can be interrupted. If interrupted, returns the traces found so far. */
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

import { atOnce, type Steps } from '../../common/steps';
import type { FrameKind, Trace } from '../trace/model';
import type { TraceHint } from '../trace/traceContext';
import { readingCsvTraces } from './csvTraces';
import { readingJsonTraces } from './jsonTraces';
import { readingLogTraces } from './logTraces';
import { readingValueTraces } from './valueTraces';

/** How a text that holds traces is written: plain as a log is, as a document of exported records, or as one's value. */
export type TraceFormat = 'text' | 'csv' | 'json' | 'value';

/** A trace in a text, in a form that can cross a border. */
export interface ReadTrace {
	/** Without the escapes and the quoting of the text. */
	readonly text: string;
	readonly trace: Trace;
	/** Offsets of its beginning and end in the whole text. */
	readonly start: number;
	readonly end: number;
	/** What can be clicked: by the line of the trace, with offsets in the whole text. */
	readonly links: readonly FrameLink[];
}

export interface FrameLink {
	/** Of the trace, from 0: the `line` of its frame. */
	readonly line: number;
	readonly kind: FrameKind;
	readonly start: number;
	readonly end: number;
}

/** The stack traces in a text, in the order of the text. The time it takes is in proportion to the text. */
export function readTraces(text: string, format: TraceFormat, osName: string | undefined): readonly ReadTrace[] {
	return atOnce(readingTraces(text, format, osName));
}

/** As `readTraces`. Where it takes too long, the traces that were read by then. */
export function readingTraces(
	text: string,
	format: TraceFormat,
	osName: string | undefined,
): Steps<readonly ReadTrace[]> {
	return readers[format](text, osName === undefined ? {} : { osName });
}

const readers: { readonly [F in TraceFormat]: (text: string, hint: TraceHint) => Steps<ReadTrace[]> } = {
	text: readingLogTraces,
	csv: readingCsvTraces,
	json: readingJsonTraces,
	value: readingValueTraces,
};

import { findTraces } from './findTraces';
import type { FrameKind, Trace } from './model';

/** How a text that holds traces is written: plain as a log is, or as a document of exported records. */
export type TraceFormat = 'text' | 'csv' | 'json';

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

/** The stack traces in a text, in the order of the text. */
export function readTraces(text: string, _format: TraceFormat, osName: string | undefined): readonly ReadTrace[] {
	return findTraces(text, osName === undefined ? {} : { osName }).map((found) => ({
		text: found.text,
		trace: found.trace,
		start: 0,
		end: text.length,
		links: [],
	}));
}

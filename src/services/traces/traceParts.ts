import type { LineOrigin } from '../../core/stack/mapping/lineOrigins';
import type { Frame, Header, Trace } from '../../core/stack/trace/model';
import { otherThreads } from '../../core/stack/trace/otherThreads';
import type { OpenTrace, PlacedTrace } from '../../engine/openTraces';
import { splitLines } from '../../shared/lines';
import { maxLinkedLines } from '../../shared/traceView';

export type TracePart =
	| { readonly kind: 'text'; readonly text: string }
	| {
			readonly kind: 'trace';
			readonly text: string;
			readonly trace: Trace;
			/** Undefined for a deobfuscated trace, which the engine doesn't cache. */
			readonly opened?: OpenTrace | undefined;
			/** Additional information about lines that a mapping produced. */
			readonly origins?: ReadonlyMap<number, LineOrigin> | undefined;
	  };

export interface PartLine {
	readonly text: string;
	readonly header?: { readonly header: Header; readonly isFirst: boolean };
	readonly frame?: FrameInPart;
}

export interface FrameInPart {
	readonly frame: Frame;
	readonly trace: Trace;
	/** Whether the frame belongs to a thread other than the crashed one. False if the crashed thread is unknown. */
	readonly ofOtherThread: boolean;
	readonly origin: LineOrigin | undefined;
}

/** @param around Whether to include the text between traces */
export function getParts(value: string, traces: readonly PlacedTrace[], around: boolean): readonly TracePart[] {
	const parts: TracePart[] = [];
	let at = 0;
	for (const { start, end, text, trace, opened } of traces) {
		if (around && start > at) {
			addText(parts, value.slice(at, start));
		}
		parts.push({ kind: 'trace', text, trace, opened });
		at = Math.max(at, end);
	}
	if (around) {
		addText(parts, value.slice(at));
	}
	return parts;
}

/** Adds text without the line breaks between it and adjacent traces. */
function addText(parts: TracePart[], text: string): void {
	const own = text.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
	if (own !== '') {
		parts.push({ kind: 'text', text: own });
	}
}

/** Returns the lines of all parts, up to the maximum number of lines that can have links, and the remaining text. */
export function linkedLines(
	parts: readonly TracePart[],
	rest: string,
): { readonly lines: readonly PartLine[]; readonly rest: string } {
	const all = parts.flatMap((part) =>
		part.kind === 'text' ? splitLines(part.text).map((text) => ({ text })) : traceLines(part),
	);
	const left = all.slice(maxLinkedLines).map(({ text }) => text);
	return { lines: all.slice(0, maxLinkedLines), rest: [...left, ...(rest === '' ? [] : [rest])].join('\n') };
}

function traceLines({ trace, origins }: Extract<TracePart, { kind: 'trace' }>): PartLine[] {
	const lines: PartLine[] = trace.lines.map((text) => ({ text }));
	const others = otherThreads(trace);
	for (const section of trace.sections) {
		const { header } = section;
		if (header) {
			for (let line = header.firstLine; line <= header.lastLine && line < lines.length; line++) {
				lines[line] = { text: trace.lines[line] ?? '', header: { header, isFirst: line === header.firstLine } };
			}
		}
		const ofOtherThread = others.has(section);
		for (const frame of section.lines) {
			if (frame.kind !== 'raw') {
				const origin = origins?.get(frame.line);
				lines[frame.line] = { text: frame.text, frame: { frame, trace, ofOtherThread, origin } };
			}
		}
	}
	return lines;
}

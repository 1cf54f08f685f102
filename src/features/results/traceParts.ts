import type { LineOrigin } from '../../core/stack/mapping/lineOrigins';
import type { ReadTrace } from '../../core/stack/texts/readTraces';
import type { Frame, Header, Trace } from '../../core/stack/trace/model';
import { asideSections } from '../../core/stack/trace/otherThreads';
import { mostOfValue } from '../../shared/results';
import { mostLinkedLines } from '../../shared/traceView';

/** A record's value in the order of its text: stack traces, and whatever stands around them. */
export type Part =
	| { readonly kind: 'text'; readonly text: string }
	| {
			readonly kind: 'trace';
			readonly text: string;
			readonly trace: Trace;
			/** What is known of its lines, where a mapping made them. */
			readonly origins?: ReadonlyMap<number, LineOrigin> | undefined;
	  };

/** One line of parts, with what was read in it. */
export interface PartLine {
	readonly text: string;
	readonly header?: { readonly header: Header; readonly isFirst: boolean };
	readonly frame?: FrameInPart;
}

export interface FrameInPart {
	readonly frame: Frame;
	readonly trace: Trace;
	/** In a thread that is not the one that crashed, of a trace that tells which one did. */
	readonly aside: boolean;
	/** Undefined where the line says all that is known. */
	readonly origin: LineOrigin | undefined;
}

/** The beginning of a value that is read for traces, up to a line's end where there is one, and what is left. */
export function readable(value: string): { readonly read: string; readonly rest: string } {
	let end = 0;
	for (let lines = 0; lines < mostLinkedLines && end < value.length; lines++) {
		const lineEnd = value.indexOf('\n', end);
		end = lineEnd < 0 ? value.length : lineEnd + 1;
		if (end > mostOfValue) {
			const whole = value.lastIndexOf('\n', mostOfValue) + 1;
			end = whole > 0 ? whole : mostOfValue;
			break;
		}
	}
	// The line end between the two is made again where they are put together.
	return { read: value.slice(0, end).replace(end < value.length ? /\r?\n$/ : '', ''), rest: value.slice(end) };
}

/** @param around Whether what stands between traces is shown with them. */
export function partsOf(value: string, traces: readonly ReadTrace[], around: boolean): readonly Part[] {
	const parts: Part[] = [];
	let at = 0;
	for (const { start, end, text, trace } of traces) {
		if (around && start > at) {
			addText(parts, value.slice(at, start));
		}
		parts.push({ kind: 'trace', text, trace });
		at = Math.max(at, end);
	}
	if (around) {
		addText(parts, value.slice(at));
	}
	return parts;
}

/** Without the line ends by which it touches the traces. */
function addText(parts: Part[], text: string): void {
	const own = text.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
	if (own !== '') {
		parts.push({ kind: 'text', text: own });
	}
}

/** The lines of all parts one after the other, as many as are linked, and the text of those left. */
export function linesOf(
	parts: readonly Part[],
	rest: string,
): { readonly lines: readonly PartLine[]; readonly rest: string } {
	const all = parts.flatMap((part) =>
		part.kind === 'text' ? part.text.split(/\r\n|\n|\r/).map((text) => ({ text })) : traceLines(part),
	);
	const left = all.slice(mostLinkedLines).map(({ text }) => text);
	return { lines: all.slice(0, mostLinkedLines), rest: [...left, ...(rest === '' ? [] : [rest])].join('\n') };
}

function traceLines({ trace, origins }: Extract<Part, { kind: 'trace' }>): PartLine[] {
	const lines: PartLine[] = trace.lines.map((text) => ({ text }));
	const setAside = asideSections(trace);
	for (const section of trace.sections) {
		const { header } = section;
		if (header) {
			for (let line = header.firstLine; line <= header.lastLine && line < lines.length; line++) {
				lines[line] = { text: trace.lines[line] ?? '', header: { header, isFirst: line === header.firstLine } };
			}
		}
		const aside = setAside.has(section);
		for (const frame of section.lines) {
			if (frame.kind !== 'raw') {
				const origin = origins?.get(frame.line);
				lines[frame.line] = { text: frame.text, frame: { frame, trace, aside, origin } };
			}
		}
	}
	return lines;
}

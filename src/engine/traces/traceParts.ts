import type { LineOrigin } from '../../core/stack/mapping/lineOrigins';
import { stackOf } from '../../core/stack/trace/failingThread';
import type { Frame, Header, Section, Trace } from '../../core/stack/trace/model';
import { otherThreads } from '../../core/stack/trace/otherThreads';
import { splitLines } from '../../shared/lines';
import { maxLinkedLines } from '../../shared/traceView';
import type { OpenTrace, PlacedTrace } from '../openTraces';

export type TracePart =
	| { readonly kind: 'text'; readonly text: string }
	| {
			readonly kind: 'trace';
			readonly text: string;
			readonly trace: Trace;
			/** Undefined for a deobfuscated trace, which isn't in the engine's cache. */
			readonly opened?: OpenTrace | undefined;
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
	readonly section: Section;
	/** True for the second and later lines of a frame, such as the line with the location of a frame in Go. */
	readonly continues: boolean;
	/** True if the frame is in a thread that didn't crash, or in a less frequent branch of a sampled call graph. */
	readonly ofOtherThread: boolean;
	readonly origin: LineOrigin | undefined;
}

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

function addText(parts: TracePart[], text: string): void {
	const own = text.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
	if (own !== '') {
		parts.push({ kind: 'text', text: own });
	}
}

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
	const set = (line: number, part: Omit<PartLine, 'text'>) => {
		const known = lines[line];
		if (known) {
			lines[line] = { text: known.text, ...part };
		}
	};
	const others = otherThreads(trace);
	for (const section of trace.sections) {
		const { header } = section;
		if (header) {
			const { firstLine, lastLine, errorLine = firstLine } = header;
			for (let line = firstLine; line <= lastLine; line++) {
				set(line, { header: { header, isFirst: false } });
			}
			set(errorLine, { header: { header, isFirst: true } });
		}
		const stack = new Set(others.has(section) ? [] : stackOf(section));
		for (const frame of section.lines) {
			if (frame.kind !== 'raw') {
				const { line: first, lastLine = first } = frame;
				const inPart = { frame, trace, section, ofOtherThread: !stack.has(frame), origin: origins?.get(first) };
				for (let line = first; line <= lastLine; line++) {
					set(line, { frame: { ...inPart, continues: line > first } });
				}
			}
		}
	}
	return lines;
}

import type { CooperativeTask } from '../../../common/cooperativeTask';
import type { Frame, Header, Platform, RawLine, Section, Trace } from '../../trace/model';

export interface MappedTrace {
	readonly platform: Platform;
	readonly sections: readonly MappedSection[];
	readonly leftOut?: LeftOut;
}

export interface MappedSection {
	readonly platform: Platform;
	readonly header: Header | undefined;
	readonly headerLines: readonly string[];
	readonly lines: readonly MappedLine[];
}

export interface MappedLine {
	readonly source: Frame | RawLine;
	/** `partly` means that only the class is known. `removed` means that the compiler-generated frame is hidden. */
	readonly outcome: 'mapped' | 'partly' | 'unchanged' | 'removed';
	/** Original frames, innermost first. Inlined code has several frames, and a removed line has none. */
	readonly frames: readonly MappedFrame[];
	readonly alternatives: readonly (readonly MappedFrame[])[];
	readonly moreAlternatives: number;
	/** Reason why the frame is unchanged although a mapping exists for its file. */
	readonly gap?: MappingGap;
}

export type MappingGap =
	/** The source map has no entry for the frame's position. */
	| 'outside'
	| 'noSource'
	/** This line of the bundle contains code from several source lines, and the trace has no column. */
	| 'columnNeeded'
	/** The frame has a bytecode offset, but the source map describes the bundle before its compilation to bytecode. */
	| 'composedMapNeeded'
	| 'limit';

export interface MappedFrame {
	/** Frame that all lines with the same text share. `plainTrace` assigns its line number. */
	readonly frame: Frame;
	/** Whether the file name was inferred from the class name, because the mapping contains no file name. */
	readonly fileInferred: boolean;
	readonly library: boolean;
}

export interface LineSink {
	unchanged(line: Frame | RawLine): void;
	/** @param source Source of the line. `line.source` may be another frame with the same text */
	made(line: MappedLine, source: Frame | RawLine): void;
	/** Number of the next line in the result. Undefined if `made` must be called for each line. */
	readonly nextLine?: number;
	addNumbered?(frames: readonly Frame[]): void;
}

export function unmappedLine(source: Frame | RawLine): MappedLine {
	const frames = source.kind === 'raw' ? [] : [{ frame: source, fileInferred: false, library: false }];
	return { source, outcome: 'unchanged', frames, alternatives: [], moreAlternatives: 0 };
}

/** Returns a line for omitted frames in the style of Java: `... 4 frames omitted`. */
export function noticeFrame(source: Frame, text: string, count: number): MappedFrame {
	const [indentation = ''] = /^\s*/.exec(source.text) ?? [];
	const frame: Frame = { kind: 'elided', line: source.line, text: indentation + text, count, flags: [] };
	return { frame, fileInferred: false, library: false };
}

export function* unmappedSection({ platform, header, lines }: Section, trace: Trace): CooperativeTask<MappedSection> {
	const unchanged: MappedLine[] = [];
	for (const line of lines) {
		yield;
		unchanged.push(unmappedLine(line));
	}
	return { platform, header, headerLines: headerLines(header, trace), lines: unchanged };
}

export function headerLines(header: Header | undefined, { lines }: Trace): readonly string[] {
	return header ? lines.slice(header.firstLine, header.lastLine + 1) : [];
}

export interface LeftOut {
	readonly inlined: number;
	readonly lines: number;
}

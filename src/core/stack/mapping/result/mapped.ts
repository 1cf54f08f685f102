import { type Steps, visitEach } from '../../../common/steps';
import type { Frame, Header, Platform, RawLine, Section, Trace } from '../../trace/model';
import { PlainLines } from './plainLines';
import type { LeftOut } from './traceAllowance';

/** A trace after a mapping: each of its lines still knows what it was made from. */
export interface MappedTrace {
	readonly platform: Platform;
	readonly sections: readonly MappedSection[];
	/** What the mapping would have made of it as well, which is more than is shown. */
	readonly leftOut?: LeftOut;
}

export interface MappedSection {
	readonly platform: Platform;
	readonly header: Header | undefined;
	/** The text of the header. */
	readonly headerLines: readonly string[];
	readonly lines: readonly MappedLine[];
}

/** What became of one line of the trace. */
export interface MappedLine {
	readonly source: Frame | RawLine;
	/**
	 * `partly`: the class is known and the place in it is not.
	 * `kept`: nothing is known, the line stays as it is.
	 * `removed`: the compiler made this frame, no person wrote it.
	 */
	readonly outcome: 'mapped' | 'partly' | 'kept' | 'removed';
	/** Innermost first: one minified frame stands for as many as were inlined. Empty when removed or a raw line. */
	readonly frames: readonly MappedFrame[];
	/** What the line could stand for as well, likeliest first. */
	readonly alternatives: readonly (readonly MappedFrame[])[];
	/** Alternatives that were too many to list. */
	readonly moreAlternatives: number;
	/** Why a frame was kept although there is a mapping for what it is in. */
	readonly gap?: MappingGap;
}

export type MappingGap =
	/** The mapping ends before the place. */
	| 'outside'
	/** The bundler wrote this itself. */
	| 'noSource'
	/** The line holds code of several lines, and the trace has no column. */
	| 'columnNeeded'
	/** An offset into bytecode, and a map of the text that the bytecode was made from. */
	| 'composedMapNeeded'
	/** The mapping makes more of the trace than is shown. */
	| 'limit';

export interface MappedFrame {
	/** Lines that are written alike may have one in common; `plainTrace` gives each its number. */
	readonly frame: Frame;
	/** The mapping does not name the file; it was guessed from the class. */
	readonly fileInferred: boolean;
	/** The mapping says that the source is not the application's own. */
	readonly library: boolean;
}

/** Takes what became of the lines of a section, one after another. */
export interface LineSink {
	/** As `keptLine` has it. */
	kept(line: Frame | RawLine): void;
	/** @param source What it was made from here: `line` may tell of one that is written alike. */
	made(line: MappedLine, source: Frame | RawLine): void;
	/** Of those that need not know what they were made from. */
	readonly nextLine?: number;
	/** @param frames Numbered from `nextLine` on. */
	addNumbered?(frames: readonly Frame[]): void;
}

export function keptLine(source: Frame | RawLine): MappedLine {
	const frames = source.kind === 'raw' ? [] : [{ frame: source, fileInferred: false, library: false }];
	return { source, outcome: 'kept', frames, alternatives: [], moreAlternatives: 0 };
}

/** A line that says what is not shown in the place of a frame, as virtual machines do: `... 4 frames omitted`. */
export function noticeFrame(source: Frame, text: string, count: number): MappedFrame {
	const [indentation = ''] = /^\s*/.exec(source.text) ?? [];
	const frame: Frame = { kind: 'elided', line: source.line, text: indentation + text, count, flags: [] };
	return { frame, fileInferred: false, library: false };
}

/** A section that a mapping has nothing to say about. */
export function* keptSection({ platform, header, lines }: Section, trace: Trace): Steps<MappedSection> {
	const kept: MappedLine[] = [];
	for (const line of lines) {
		yield;
		kept.push(keptLine(line));
	}
	return { platform, header, headerLines: headerLines(header, trace), lines: kept };
}

export function headerLines(header: Header | undefined, { lines }: Trace): readonly string[] {
	return header ? lines.slice(header.firstLine, header.lastLine + 1) : [];
}

/** The trace as if it had been written so, with the first of all alternatives and its own numbers of lines. */
export function* plainTrace({ platform, sections }: MappedTrace): Steps<Trace> {
	const plain = new PlainLines();
	for (const section of sections) {
		plain.beginSection(section.platform, section.header, section.headerLines);
		yield* visitEach(section.lines, (line) => plain.made(line, line.source));
		yield;
	}
	return plain.end(platform);
}

import type * as vscode from 'vscode';
import { isLibraryFrame } from '../../core/stack/own/libraryFrame';
import type { ReadTrace } from '../../core/stack/texts/readTraces';
import type { Frame, Header, RawLine } from '../../core/stack/trace/model';
import type { Frames } from '../../services/frames/frames';

/** A section of a trace by the lines of its document. */
export interface DocumentSection {
	readonly header: Header | undefined;
	readonly firstLine: number;
	readonly lastLine: number;
	readonly frames: readonly DocumentFrame[];
}

export interface DocumentFrame {
	readonly frame: Frame;
	readonly line: number;
	readonly library: boolean;
}

/**
 * The sections of traces whose lines are those of the document, one by one. A trace within one line, or between the
 * lines of others, has no sections to fold.
 */
export function sectionsOf(
	document: vscode.TextDocument,
	traces: readonly ReadTrace[],
	frames: Pick<Frames, 'outlook'>,
): DocumentSection[] {
	return traces.flatMap(({ trace, start, end }) => {
		const first = document.positionAt(start).line;
		if (document.positionAt(end).line - first + 1 !== trace.lines.length) {
			return [];
		}
		return trace.sections.map(({ header, lines }): DocumentSection => {
			const own = lines.filter(isFrame);
			return {
				header,
				firstLine: first + (header?.firstLine ?? lines[0]?.line ?? 0),
				lastLine: first + (lines.at(-1)?.line ?? header?.lastLine ?? 0),
				frames: own.map((frame) => ({ frame, line: first + frame.line, library: isLibrary(frame, frames) })),
			};
		});
	});
}

/** Runs of at least two lines of libraries; what lies between two of them is part of a run. */
export function libraryRuns({ frames }: DocumentSection): [first: number, last: number][] {
	const runs: [number, number][] = [];
	let run: [number, number] | undefined;
	for (const { line, library } of frames) {
		if (!library) {
			run = undefined;
		} else if (run) {
			run[1] = line;
		} else {
			run = [line, line];
			runs.push(run);
		}
	}
	return runs.filter(([first, last]) => last > first);
}

/**
 * Elided frames and gaps go with the frames around them. Others that name no file may be one's own, minified or without
 * symbols.
 */
function isLibrary(frame: Frame, frames: Pick<Frames, 'outlook'>): boolean {
	const outlook = frames.outlook(frame);
	return outlook === 'library' || (outlook === 'none' && isLibraryFrame(frame));
}

function isFrame(line: Frame | RawLine): line is Frame {
	return line.kind !== 'raw';
}

import type * as vscode from 'vscode';
import { isShownAsLibrary } from '../../core/stack/locate/frameStatus';
import type { ReadTrace } from '../../core/stack/texts/frameLinks';
import type { Frame, Header, RawLine } from '../../core/stack/trace/model';
import type { Frames } from '../../services/frames/frames';

export interface DocumentSection {
	readonly header: Header | undefined;
	readonly firstLine: number;
	readonly lastLine: number;
	readonly frames: readonly DocumentFrame[];
}

export interface DocumentFrame {
	readonly frame: Frame;
	readonly line: number;
	readonly lastLine: number;
	readonly library: boolean;
}

/** Returns the parts of traces that can be folded because they consist of complete lines. */
export function getSections(
	document: vscode.TextDocument,
	traces: readonly ReadTrace[],
	frames: Pick<Frames, 'frameStatus'>,
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
				frames: own.map((frame) => {
					const { line, lastLine = line } = frame;
					return {
						frame,
						line: first + line,
						lastLine: first + lastLine,
						library: isShownAsLibrary(frame, frames.frameStatus(frame)),
					};
				}),
			};
		});
	});
}

/** Returns the line ranges of two or more consecutive library frames, including lines between these frames. */
export function libraryRuns({ frames }: DocumentSection): [first: number, last: number][] {
	const runs: [number, number][] = [];
	let run: [number, number] | undefined;
	for (const { line, lastLine, library } of frames) {
		if (!library) {
			run = undefined;
		} else if (run) {
			run[1] = lastLine;
		} else {
			run = [line, line];
			runs.push(run);
		}
	}
	return runs.filter(([first, last]) => last > first);
}

function isFrame(line: Frame | RawLine): line is Frame {
	return line.kind !== 'raw';
}

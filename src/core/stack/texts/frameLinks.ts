import type { Trace } from '../trace/model';
import type { FrameLink } from './readTraces';

/**
 * What can be clicked of a trace.
 * @param text The trace's own.
 * @param place From an offset in `text` to the offset in the text that holds it.
 */
export function linksOf(trace: Trace, text: string, place: (offset: number) => number): FrameLink[] {
	const starts = lineStarts(text);
	return trace.sections.flatMap(({ lines }) =>
		lines.flatMap((line): FrameLink[] => {
			const start = starts[line.line];
			return line.kind === 'raw' || !line.link || start === undefined
				? []
				: [
						{
							line: line.line,
							kind: line.kind,
							start: place(start + line.link.start),
							end: place(start + line.link.end),
						},
					];
		}),
	);
}

/** Where each line begins, with the ends of lines that the parser knows. */
function lineStarts(text: string): number[] {
	const starts = [0];
	const ends = /\r\n|\n|\r/g;
	for (let end = ends.exec(text); end; end = ends.exec(text)) {
		starts.push(ends.lastIndex);
	}
	return starts;
}

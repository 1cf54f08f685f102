import { linesOf } from '../../../shared/lines';
import type { Trace } from '../trace/model';
import type { FrameLink } from './readTraces';

/**
 * What can be clicked of a trace.
 * @param text The trace's own.
 * @param place From an offset in `text` to the offset in the text that holds it.
 */
export function linksOf(trace: Trace, text: string, place: (offset: number) => number): FrameLink[] {
	const starts = [...linesOf(text)].map(({ start }) => start);
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

import { getLines } from '../../../shared/lines';
import type { Trace } from '../trace/model';
import type { FrameLink } from './readTraces';

export function getLinks(trace: Trace, text: string, place: (offset: number) => number): FrameLink[] {
	const starts = [...getLines(text)].map(({ start }) => start);
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

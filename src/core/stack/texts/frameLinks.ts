import { getLines } from '../../../shared/lines';
import type { Trace } from '../trace/model';
import type { SourceOffset } from '../trace/unescape';
import type { FrameLink } from './readTraces';

export function getLinks(trace: Trace, text: string, place: SourceOffset): FrameLink[] {
	const starts = [...getLines(text)].map(({ start }) => start);
	return trace.sections.flatMap(({ lines }) =>
		lines.flatMap((line): FrameLink[] => {
			const start = starts[line.line];
			if (line.kind === 'raw' || !line.link || start === undefined) {
				return [];
			}
			const { kind, link, placeLink } = line;
			const at = (from: number, range: NonNullable<typeof link>): FrameLink => ({
				line: line.line,
				kind,
				start: place(from + range.start),
				end: place(from + range.end, true),
			});
			const placeStart = placeLink && starts[placeLink.line];
			return [at(start, link), ...(placeLink && placeStart !== undefined ? [at(placeStart, placeLink)] : [])];
		}),
	);
}

import { getLines } from '../../../shared/lines';
import type { FrameKind, Trace } from '../trace/model';
import type { SourceOffset } from '../trace/unescape';

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

export interface ReadTrace {
	readonly text: string;
	readonly trace: Trace;
	readonly start: number;
	readonly end: number;
	/** Links to the frames, ordered by line. Their offsets are positions in the document. */
	readonly links: readonly FrameLink[];
}

export interface FrameLink {
	/** Zero-based line in the trace. Equals the frame's `line`. */
	readonly line: number;
	readonly kind: FrameKind;
	readonly start: number;
	readonly end: number;
}

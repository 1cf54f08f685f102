import type { Steps } from '../../common/steps';
import { type FoundTrace, findingTraces } from '../parse/findTraces';
import { Pieces } from '../trace/pieces';
import type { TraceHint } from '../trace/traceContext';
import { csvCells } from './csvCells';
import { linksOf } from './frameLinks';
import type { ReadTrace } from './readTraces';

/** `at a.b.C.d()` and less is no trace (characters). */
const minCellLength = 12;

/** Something that all frames have one of; words, dates and numbers have none. */
const sign = /[(@#]|0x|\bat |\.\w{1,6}[: ]\d/;

/** The traces in the cells of a CSV text. Equal cells are read once and share their trace. */
export function* readingCsvTraces(text: string, hint: TraceHint): Steps<ReadTrace[]> {
	const pieces = new Pieces();
	const known = new Map<string, readonly FoundTrace[]>();
	const found: ReadTrace[] = [];
	for (const { value, sourceOffset } of csvCells(text, minCellLength)) {
		if (pieces.ends(value.length) && (yield)) {
			break;
		}
		if (!sign.test(value)) {
			continue;
		}
		let inCell = known.get(value);
		if (!inCell) {
			inCell = yield* findingTraces(value, hint);
			known.set(value, inCell);
		}
		for (const { text: own, trace, sourceOffset: inValue } of inCell) {
			const place = (offset: number) => sourceOffset(inValue(offset));
			found.push({ text: own, trace, start: place(0), end: place(own.length), links: linksOf(trace, own, place) });
		}
	}
	return found;
}

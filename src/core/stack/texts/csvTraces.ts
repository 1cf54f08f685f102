import type { CooperativeTask } from '../../common/cooperativeTask';
import { type FoundTrace, findingTraces } from '../parse/findTraces';
import { Pieces } from '../trace/pieces';
import type { TraceHint } from '../trace/traceContext';
import { csvCells } from './csvCells';
import type { ReadTrace } from './frameLinks';
import { getLinks } from './frameLinks';

const minCellLength = 12;

/** Matches text that is part of every frame but does not occur in ordinary words, dates and numbers. */
const sign = /[(@#]|0x|\bat |\b[Ll]ine \d|\.\w{1,6}[: ]\d/;

/** Finds the traces in the cells of a CSV text. If several cells are equal, only one of them is parsed. */
export function* readingCsvTraces(text: string, hint: TraceHint): CooperativeTask<ReadTrace[]> {
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
			const place = (offset: number, isEnd?: boolean) => sourceOffset(inValue(offset, isEnd));
			found.push({
				text: own,
				trace,
				start: place(0),
				end: place(own.length, true),
				links: getLinks(trace, own, place),
			});
		}
	}
	return found;
}

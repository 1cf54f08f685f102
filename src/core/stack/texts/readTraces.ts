import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import { type FoundTrace, findingTraces } from '../parse/findTraces';
import { Pieces } from '../trace/pieces';
import type { TraceHint } from '../trace/traceContext';
import { csvCells } from './csvCells';
import { getLinks, type ReadTrace } from './frameLinks';
import { readingJsonTraces } from './jsonTraces';
import { readingLogTraces } from './logTraces';
import { readingValueTraces } from './valueTraces';

/** Format: `csv` and `json` are exported records, `value` is one field's value, and `any` is unknown. */
export type TraceFormat = 'text' | 'csv' | 'json' | 'value' | 'any';

const minCellLength = 12;

/** Matches text that every frame contains and that doesn't occur in ordinary words, dates, and numbers. */
const sign = /[(@#]|0x|\bat |\b[Ll]ine \d|\.\w{1,6}[: ]\d/;

/** Finds the stack traces in text. Returns them in the order of their positions. Takes linear time. */
export function readTraces(text: string, format: TraceFormat, osName: string | undefined): readonly ReadTrace[] {
	return runSynchronously(readingTraces(text, format, osName));
}

/** Interruptible version of `readTraces`. If it is interrupted, the result contains the traces found so far. */
export function readingTraces(
	text: string,
	format: TraceFormat,
	osName: string | undefined,
): CooperativeTask<readonly ReadTrace[]> {
	return readers[format](text, osName === undefined ? {} : { osName });
}

const readers: { readonly [F in TraceFormat]: (text: string, hint: TraceHint) => CooperativeTask<ReadTrace[]> } = {
	text: readingLogTraces,
	csv: readingCsvTraces,
	json: readingJsonTraces,
	value: readingValueTraces,
	any: readingAnyTraces,
};

function* readingAnyTraces(text: string, hint: TraceHint): CooperativeTask<ReadTrace[]> {
	const isJson = /^\s*[{["]/.test(text);
	for (const reading of [...(isJson ? [readingJsonTraces] : []), readingLogTraces, readingValueTraces]) {
		const found = yield* reading(text, hint);
		if (found.length > 0) {
			return found;
		}
	}
	return [];
}

/** Finds the traces in CSV cells. Cells with the same content are parsed once. */
function* readingCsvTraces(text: string, hint: TraceHint): CooperativeTask<ReadTrace[]> {
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

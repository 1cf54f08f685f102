import type { RecordQueries } from '../../../shared/recordsApi';
import type { ColumnKind, Histogram } from '../../../shared/results';
import { isZoneName, zoneOffset } from '../../../shared/zones';
import { Pace } from '../../common/pace';
import { textsOfCodes } from './keys/keyTexts';
import { countInOrder } from './keys/tally';
import { radixSort } from './order/radixSort';
import type { Prepared } from './prepared';
import { type TimeBars, TimePieces } from './timePieces';
import { roundStep } from './values/histogramSteps';
import { compareCodePoints, orderKey } from './values/orderKey';
import type { Snapshot } from './work/snapshot';
import { type TimeSpan, timeSpanOf } from './work/times';

/** The last time that a calendar knows (seconds). */
const latestDate = 8.64e12;

/** Counts over time; undefined without a time column. Without any time, there are no bars. */
export async function histogramOf(
	prepared: Prepared,
	snapshot: Snapshot,
	{ view, parts, stackBy, series, timeZone }: RecordQueries['histogram']['params'],
	signal: AbortSignal,
): Promise<Histogram | undefined> {
	const { timeColumn } = snapshot.info;
	if (timeColumn === undefined) {
		return undefined;
	}
	const pace = new Pace(signal);
	const pieces =
		view.filters.length === 0 && stackBy === undefined
			? TimePieces.of(snapshot.column(timeColumn), snapshot.records)
			: undefined;
	if (pieces) {
		const span = await pieces.span(pace);
		const bars = barsOf(span, snapshot.records, parts, timeZone);
		const counts = Array.from(await pieces.count(bars, pace));
		const { start, step } = bars;
		return { start, step, series: [{ value: '', other: false, counts }], without: span.without };
	}
	const numbers = await prepared.selection(snapshot, view.filters, signal);
	const times = await prepared.times(snapshot, timeColumn, signal);
	const span = await timeSpanOf(numbers, times, pace);
	const { start, step, length: bars } = barsOf(span, numbers.length, parts, timeZone);
	const stack = await stackOf(prepared, snapshot, numbers, stackBy, series, pace);
	const counts = new Uint32Array(bars * stack.series.length);
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			const time = times[number] ?? Number.NaN;
			if (!Number.isNaN(time)) {
				const bar = stack.placeOf(number) * bars + Math.floor((time - start) / step);
				counts[bar] = (counts[bar] ?? 0) + 1;
			}
		}
	});
	return {
		start,
		step,
		series: stack.series.map((one, place) => ({
			...one,
			counts: Array.from(counts.subarray(place * bars, (place + 1) * bars)),
		})),
		without: span.without,
	};
}

/** The bars that show records of some times. */
export function barsOf(span: TimeSpan, records: number, parts: number, timeZone: string | undefined): TimeBars {
	if (span.without === records) {
		return { start: 0, step: 1, length: 0 };
	}
	const { start, step } = roundBars(span.first, span.last, parts, timeZone);
	return { start, step, length: Math.floor((span.last - start) / step) + 1 };
}

/** Bars of which the first begins at a round time of the clock; later ones may be an hour off where clocks change. */
function roundBars(first: number, last: number, parts: number, timeZone: string | undefined) {
	const ahead = offsetAt(first, timeZone);
	const { start, step } = roundStep(first + ahead, last + ahead, parts);
	return { start: start - ahead, step };
}

function offsetAt(seconds: number, timeZone: string | undefined): number {
	if (timeZone === undefined || timeZone === 'UTC' || Math.abs(seconds) > latestDate) {
		return 0;
	}
	return zoneOffset(seconds, isZoneName(timeZone) ? timeZone : undefined);
}

interface Stack {
	readonly series: readonly { readonly value: string; readonly other: boolean }[];
	placeOf(number: number): number;
}

/** The most frequent values of a column in the view, in the order of its kind, and one series for what is left, if anything is. */
async function stackOf(
	prepared: Prepared,
	snapshot: Snapshot,
	numbers: Uint32Array,
	column: number | undefined,
	most: number,
	pace: Pace,
): Promise<Stack> {
	if (column === undefined) {
		return { series: [{ value: '', other: false }], placeOf: () => 0 };
	}
	const keys = await prepared.keyCodes(snapshot, { kind: 'column', column }, pace.signal);
	const { codes, size, texts } = keys;
	const { counts, groups: frequent } = await countInOrder(numbers, keys, pace);
	await radixSort(frequent, counts, pace, true);
	const shown = frequent.slice(0, Math.max(0, most));
	const places = new Uint32Array(size).fill(shown.length);
	const values = await textsOfCodes(snapshot, texts, shown, pace);
	const order = inOrder(values, snapshot.column(column).kind);
	for (const [place, from] of order.entries()) {
		places[shown[from] ?? 0] = place;
	}
	const series = order.map((from) => ({ value: values[from] ?? '', other: false }));
	return {
		series: frequent.length > shown.length ? [...series, { value: '', other: true }] : series,
		placeOf: (number) => places[codes[number] ?? 0] ?? 0,
	};
}

/** The places of some values in the order of their kind; texts have none but that of how frequent they are. */
export function inOrder(values: readonly string[], kind: ColumnKind): number[] {
	const places = [...values.keys()];
	if (kind === 'text') {
		return places;
	}
	const keys = values.map((value) => orderKey(kind, value));
	// Without a value there is no place among those that have one.
	const rank = (place: number) => Number(values[place] === '');
	return places.sort((a, b) => rank(a) - rank(b) || compareCodePoints(keys[a] ?? '', keys[b] ?? ''));
}

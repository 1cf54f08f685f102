import type { RecordQueries } from '../../../shared/recordsApi';
import type { ColumnKind, Histogram } from '../../../shared/results';
import { isZoneName, zoneOffset } from '../../../shared/zones';
import { Scheduler } from '../../common/scheduler';
import type { CachedSnapshot } from './cachedSnapshot';
import { getTimeSpan, type TimeSpan } from './execution/times';
import { textsOfCodes } from './keys/keyCodes';
import { countInOrder } from './keys/tally';
import { radixSort } from './order/radixSort';
import { type TimeBars, TimePieces } from './timePieces';
import { compareCodePoints, orderKey } from './values/orderKey';

const latestDateSeconds = 8.64e12;

/** Returns the histogram, or undefined if there is no time column. Without any times, the histogram has no bars. */
export async function getHistogram(
	snapshot: CachedSnapshot,
	{ view, parts, stackBy, series, timeZone }: RecordQueries['histogram']['params'],
	signal: AbortSignal,
): Promise<Histogram | undefined> {
	const { timeColumn } = snapshot.info;
	if (timeColumn === undefined) {
		return undefined;
	}
	const scheduler = new Scheduler(signal);
	const pieces =
		view.filters.length === 0 && stackBy === undefined
			? TimePieces.of(snapshot.column(timeColumn), snapshot.records)
			: undefined;
	if (pieces) {
		const span = await pieces.span(scheduler);
		const bars = getBars(span, snapshot.records, parts, timeZone);
		const counts = Array.from(await pieces.count(bars, scheduler));
		const { start, step } = bars;
		return { start, step, series: [{ value: '', other: false, counts }], without: span.without };
	}
	const numbers = await snapshot.selection(view.filters, signal);
	const times = await snapshot.times(timeColumn, signal);
	const span = await getTimeSpan(numbers, times, scheduler);
	const { start, step, length: bars } = getBars(span, numbers.length, parts, timeZone);
	const stack = await stackOf(snapshot, { numbers, column: stackBy, most: series }, scheduler);
	const counts = new Uint32Array(bars * stack.series.length);
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			const time = times[number] ?? Number.NaN;
			if (!Number.isNaN(time)) {
				const bar = stack.getPlace(number) * bars + Math.floor((time - start) / step);
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

export function getBars(span: TimeSpan, records: number, parts: number, timeZone: string | undefined): TimeBars {
	if (span.without === records) {
		return { start: 0, step: 1, length: 0 };
	}
	const { start, step } = roundBars(span.first, span.last, parts, timeZone);
	return { start, step, length: Math.floor((span.last - start) / step) + 1 };
}

/** Returns bars that begin at round local times. After a daylight saving change, they are off by an hour. */
function roundBars(first: number, last: number, parts: number, timeZone: string | undefined) {
	const ahead = offsetAt(first, timeZone);
	const { start, step } = roundStep(first + ahead, last + ahead, parts);
	return { start: start - ahead, step };
}

function offsetAt(seconds: number, timeZone: string | undefined): number {
	if (timeZone === undefined || timeZone === 'UTC' || Math.abs(seconds) > latestDateSeconds) {
		return 0;
	}
	return zoneOffset(seconds, isZoneName(timeZone) ? timeZone : undefined);
}

interface Stack {
	readonly series: readonly { readonly value: string; readonly other: boolean }[];
	getPlace(number: number): number;
}

interface StackedColumn {
	readonly numbers: Uint32Array;
	readonly column: number | undefined;
	readonly most: number;
}

async function stackOf(
	snapshot: CachedSnapshot,
	{ numbers, column, most }: StackedColumn,
	scheduler: Scheduler,
): Promise<Stack> {
	if (column === undefined) {
		return { series: [{ value: '', other: false }], getPlace: () => 0 };
	}
	const keys = await snapshot.keyCodes({ kind: 'column', column }, scheduler.signal);
	const { codes, size, texts } = keys;
	const { counts, groups: frequent } = await countInOrder(numbers, keys, scheduler);
	await radixSort(frequent, counts, scheduler, true);
	const shown = frequent.slice(0, Math.max(0, most));
	const places = new Uint32Array(size).fill(shown.length);
	const values = await textsOfCodes(snapshot, texts, shown, scheduler);
	const order = inOrder(values, snapshot.column(column).kind);
	for (const [index, from] of order.entries()) {
		places[shown[from] ?? 0] = index;
	}
	const series = order.map((from) => ({ value: values[from] ?? '', other: false }));
	return {
		series: frequent.length > shown.length ? [...series, { value: '', other: true }] : series,
		getPlace: (number) => places[codes[number] ?? 0] ?? 0,
	};
}

/** Returns the indexes of the values in the sort order of the column kind. Text values stay sorted by frequency. */
export function inOrder(values: readonly string[], kind: ColumnKind): number[] {
	const places = [...values.keys()];
	if (kind === 'text') {
		return places;
	}
	const keys = values.map((value) => orderKey(kind, value));
	// Empty values come last, because they have no sort key.
	const rank = (place: number) => Number(values[place] === '');
	return places.sort((a, b) => rank(a) - rank(b) || compareCodePoints(keys[a] ?? '', keys[b] ?? ''));
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Possible lengths of the intervals in seconds. A month has four weeks, so that all bars cover the same time. */
const steps: readonly number[] = [
	...[1, 2, 5, 10, 15, 30],
	...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute),
	...[1, 2, 3, 6, 12].map((hours) => hours * hour),
	...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * day),
];

/** First Monday after 1970-01-01, in Unix seconds. */
const firstMonday = 4 * day;

export function roundStep(
	first: number,
	last: number,
	bars: number,
): { readonly start: number; readonly step: number } {
	const most = Math.max(1, Math.floor(bars));
	for (const step of steps) {
		const start = startOf(first, step);
		if (last < start + step * most) {
			return { start, step };
		}
	}
	for (let years = 2; ; years *= 2) {
		const step = years * 364 * day;
		const start = startOf(first, step);
		if (last < start + step * most) {
			return { start, step };
		}
	}
}

/** Days begin at midnight UTC, because times without a time zone are assumed to be in UTC. Weeks begin on Monday. */
function startOf(time: number, step: number): number {
	const origin = step % (7 * day) === 0 ? firstMonday : 0;
	return origin + Math.floor((time - origin) / step) * step;
}

import type { Histogram } from '../../../shared/results';

/** What the drawing needs to know of a histogram, computed once. */
export interface Bars {
	readonly histogram: Histogram;
	readonly count: number;
	readonly totals: readonly number[];
	/** Index of the highest bar. */
	readonly peak: number;
	readonly records: number;
}

export function toBars(histogram: Histogram): Bars {
	const count = Math.max(0, ...histogram.series.map(({ counts }) => counts.length));
	const totals = Array.from({ length: count }, (_, bar) =>
		histogram.series.reduce((sum, { counts }) => sum + (counts[bar] ?? 0), 0),
	);
	const highest = Math.max(0, ...totals);
	return {
		histogram,
		count,
		totals,
		peak: totals.indexOf(highest),
		records: totals.reduce((sum, total) => sum + total, 0),
	};
}

/** Unix seconds of the first and the last second that bars `first` to `last` stand for. */
export function barSeconds({ histogram }: Bars, first: number, last: number): { from: number; to: number } {
	const { start, step } = histogram;
	return { from: start + first * step, to: start + (last + 1) * step - 1 };
}

/** Bars marked but not yet applied: where marking began and where it is. */
export interface Brush {
	readonly anchor: number;
	readonly head: number;
}

export function brushed({ anchor, head }: Brush): { first: number; last: number } {
	return { first: Math.min(anchor, head), last: Math.max(anchor, head) };
}

/** Where a key takes the brush; undefined for keys that mean nothing here. */
export function moveBrush(brush: Brush | undefined, key: string, widen: boolean, count: number): Brush | undefined {
	const here = brush?.head ?? 0;
	const steps: Readonly<Record<string, number>> = {
		ArrowLeft: here - 1,
		ArrowDown: here - 1,
		ArrowRight: brush ? here + 1 : here,
		ArrowUp: brush ? here + 1 : here,
		PageUp: here + 10,
		PageDown: here - 10,
		Home: 0,
		End: count - 1,
	};
	const target = steps[key];
	if (target === undefined || count === 0) {
		return undefined;
	}
	const head = Math.max(0, Math.min(count - 1, target));
	return { anchor: widen ? (brush?.anchor ?? head) : head, head };
}

/** Steps of an axis that people read easily. Seconds. */
const axisSteps = [
	...[1, 5, 15, 30].flatMap((count) => [count, count * 60]),
	...[1, 2, 3, 6, 12].map((hours) => hours * 3_600),
	...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * 86_400),
].sort((one, other) => one - other);

/**
 * Bars under which a time is written: the first of each hour, day or whatever step leaves room for the labels.
 *
 * @param offset seconds by which the clock on which the axis is read is ahead of UTC
 */
export function labelledBars({ histogram, count }: Bars, width: number, labelWidth: number, offset: number): number[] {
	const { start, step } = histogram;
	const barWidth = width / Math.max(1, count);
	const room = (labelWidth / barWidth) * step;
	const every = axisSteps.find((seconds) => seconds >= Math.max(step, room)) ?? Math.max(step, room);
	const stretchOf = (bar: number) => Math.floor((start + bar * step + offset) / every);
	const begins = (bar: number) => bar === 0 || stretchOf(bar) !== stretchOf(bar - 1);
	const bars = [...Array(count).keys()].filter((bar) => begins(bar) && bar * barWidth + labelWidth / 2 < width);
	// What begins in the middle of a stretch gives way to the first whole one.
	const [first, second] = bars;
	return first !== undefined && second !== undefined && (second - first) * barWidth < labelWidth ? bars.slice(1) : bars;
}

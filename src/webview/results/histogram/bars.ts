import type { Histogram } from '../../../shared/results';

export interface Bars {
	readonly histogram: Histogram;
	readonly count: number;
	readonly totals: readonly number[];
	readonly peak: number;
	readonly records: number;
	/** Color index of each series, including the series of all other values. */
	readonly colours: readonly number[];
}

export function toBars(histogram: Histogram, colours: readonly number[] = []): Bars {
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
		colours,
	};
}

/** Returns the first and last second of a range of bars as Unix times. Both are inclusive. */
export function barSeconds({ histogram }: Bars, first: number, last: number): { from: number; to: number } {
	const { start, step } = histogram;
	return { from: start + first * step, to: start + (last + 1) * step - 1 };
}

/** Range of bars that the user is selecting. `anchor` is the bar where the selection started. */
export interface Brush {
	readonly anchor: number;
	readonly head: number;
}

export function brushed({ anchor, head }: Brush): { first: number; last: number } {
	return { first: Math.min(anchor, head), last: Math.max(anchor, head) };
}

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

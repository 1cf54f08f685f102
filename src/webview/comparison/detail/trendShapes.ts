/** Step chart for the trend of one side. Coordinates are fractions of the chart's width and height, from 0 to 1. */
interface Steps {
	readonly steps: readonly { readonly from: number; readonly to: number; readonly height: number }[];
}

/** Numbers of records in equal intervals of the time that a side covers. */
export interface SideTrend {
	readonly counts: readonly number[];
	readonly seconds: number;
}

export interface TrendShapes {
	/** Time unit of `highest`, the rate at the top of the chart. */
	readonly unit: 'day' | 'hour';
	readonly highest: number;
	/** Duration that corresponds to the width of the chart, in seconds. */
	readonly seconds: number;
	readonly before: Steps | undefined;
	readonly after: Steps | undefined;
}

const day = 86_400;
const hour = 3_600;

/** Computes trends aligned at their starts, on a common scale. Undefined if neither side has a trend. */
export function trendShapes(before: SideTrend | undefined, after: SideTrend | undefined): TrendShapes | undefined {
	const sides = [before, after].filter((side) => side !== undefined);
	const seconds = Math.max(0, ...sides.map((side) => side.seconds));
	if (seconds === 0) {
		return undefined;
	}
	const unit = seconds >= 2 * day ? 'day' : 'hour';
	const highest = Math.max(...sides.flatMap((side) => getRates(side, unit)));
	const stepsOf = (side: SideTrend | undefined): Steps | undefined =>
		side && {
			steps: getRates(side, unit).map((rate, part) => ({
				from: ((part / side.counts.length) * side.seconds) / seconds,
				to: (((part + 1) / side.counts.length) * side.seconds) / seconds,
				height: highest === 0 ? 0 : rate / highest,
			})),
		};
	return { unit, highest, seconds, before: stepsOf(before), after: stepsOf(after) };
}

export function getRates({ counts, seconds }: SideTrend, unit: TrendShapes['unit']): readonly number[] {
	const length = seconds / counts.length;
	return counts.map((count) => (count / length) * (unit === 'day' ? day : hour));
}

export function inUnits(seconds: number, unit: TrendShapes['unit']): number {
	return seconds / (unit === 'day' ? day : hour);
}

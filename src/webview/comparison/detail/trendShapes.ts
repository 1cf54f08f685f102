/** Step chart of the records on one side. Coordinates are fractions of the chart's width and height, from 0 to 1. */
interface Steps {
	readonly steps: readonly { readonly from: number; readonly to: number; readonly height: number }[];
}

/** Record counts of one side in equal time intervals. */
export interface SideTrend {
	readonly counts: readonly number[];
	readonly seconds: number;
}

export interface TrendShapes {
	readonly unit: 'day' | 'hour';
	/** Number of records in the interval with the highest rate. The bar of this interval reaches the top of the chart. */
	readonly peak: number;
	/** Duration in seconds that corresponds to the width of the chart. */
	readonly seconds: number;
	readonly before: Steps | undefined;
	readonly after: Steps | undefined;
}

const day = 86_400;
const hour = 3_600;

/** Computes the charts of both sides with the same scale and start. Returns undefined if neither side has a trend. */
export function trendShapes(before: SideTrend | undefined, after: SideTrend | undefined): TrendShapes | undefined {
	const sides = [before, after].filter((side) => side !== undefined);
	const seconds = Math.max(0, ...sides.map((side) => side.seconds));
	if (seconds === 0) {
		return undefined;
	}
	const unit = seconds >= 2 * day ? 'day' : 'hour';
	const intervals = sides.flatMap((side) => side.counts.map((count) => ({ count, rate: rateOf(count, side) })));
	const { rate: highest, count: peak } = intervals.reduce((one, other) => (other.rate > one.rate ? other : one));
	const stepsOf = (side: SideTrend | undefined): Steps | undefined =>
		side && {
			steps: side.counts.map((count, part) => ({
				from: ((part / side.counts.length) * side.seconds) / seconds,
				to: (((part + 1) / side.counts.length) * side.seconds) / seconds,
				height: highest === 0 ? 0 : rateOf(count, side) / highest,
			})),
		};
	return { unit, peak, seconds, before: stepsOf(before), after: stepsOf(after) };
}

export function intervalOf({ counts, seconds }: SideTrend): number {
	return seconds / counts.length;
}

function rateOf(count: number, side: SideTrend): number {
	return count / intervalOf(side);
}

export function inUnits(seconds: number, unit: TrendShapes['unit']): number {
	return seconds / (unit === 'day' ? day : hour);
}

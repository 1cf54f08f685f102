/** What is drawn of a side's trend: steps, whose ends are shares of the chart's width and height, from 0 to 1. */
interface Steps {
	/** Of each part: the shares of the width at which it begins and ends, and its height from the bottom. */
	readonly steps: readonly { readonly from: number; readonly to: number; readonly height: number }[];
}

/** Records of each part of a side's time, in equal parts. */
export interface SideTrend {
	readonly counts: readonly number[];
	/** Of all parts together. */
	readonly seconds: number;
}

export interface TrendShapes {
	/** Of the chart's height: records in so many seconds. */
	readonly unit: 'day' | 'hour';
	readonly highest: number;
	/** Of the chart's width. */
	readonly seconds: number;
	readonly before: Steps | undefined;
	readonly after: Steps | undefined;
}

const day = 86_400;
const hour = 3_600;

/** Both trends from their starts on, at one scale of time and one of records in a time; undefined where there is neither. */
export function trendShapes(before: SideTrend | undefined, after: SideTrend | undefined): TrendShapes | undefined {
	const sides = [before, after].filter((side) => side !== undefined);
	const seconds = Math.max(0, ...sides.map((side) => side.seconds));
	if (seconds === 0) {
		return undefined;
	}
	const unit = seconds >= 2 * day ? 'day' : 'hour';
	const highest = Math.max(...sides.flatMap((side) => ratesOf(side, unit)));
	const stepsOf = (side: SideTrend | undefined): Steps | undefined =>
		side && {
			steps: ratesOf(side, unit).map((rate, part) => ({
				from: ((part / side.counts.length) * side.seconds) / seconds,
				to: (((part + 1) / side.counts.length) * side.seconds) / seconds,
				height: highest === 0 ? 0 : rate / highest,
			})),
		};
	return { unit, highest, seconds, before: stepsOf(before), after: stepsOf(after) };
}

/** Records a day, or an hour, in each part. */
export function ratesOf({ counts, seconds }: SideTrend, unit: TrendShapes['unit']): readonly number[] {
	const length = seconds / counts.length;
	return counts.map((count) => (count / length) * (unit === 'day' ? day : hour));
}

/** How long something takes, in the unit of the chart. */
export function inUnits(seconds: number, unit: TrendShapes['unit']): number {
	return seconds / (unit === 'day' ? day : hour);
}

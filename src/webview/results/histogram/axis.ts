import type { Formats } from '../../common/format/formats';
import { getOffset } from '../../common/format/typedTime';
import type { Bars } from './bars';

interface AxisLabel {
	/** Position of the label in units of bars. It is fractional if the time is within a bar. */
	readonly bar: number;
	readonly words: string;
}

/** Maximum width, in CSS pixels, of a label that contains either a day or an hour. */
const labelWidth = 72;
/** Maximum width, in CSS pixels, of a label that contains both a day and an hour. */
const longLabelWidth = 104;

const day = 86_400;

/** Intervals between labels, in seconds. */
const axisSteps = [
	...[1, 5, 15, 30].flatMap((count) => [count, count * 60]),
	...[1, 2, 3, 6, 12].map((hours) => hours * 3_600),
	...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * day),
].sort((one, other) => one - other);

/** First Monday after the Unix epoch (1970-01-05), in seconds of local time. */
const firstMonday = 4 * day;

/** Returns labels at round local times. A label can be within a bar, for example after a clock change. */
export function axisLabels(bars: Bars, width: number, formats: Formats): readonly AxisLabel[] {
	const { histogram, count } = bars;
	const { start, step } = histogram;
	if (count === 0) {
		return [];
	}
	const barWidth = width / count;
	const room = (labelWidth / barWidth) * step;
	const every = axisSteps.find((seconds) => seconds >= Math.max(step, room)) ?? Math.max(step, room);
	const ticks = localTimes(start, start + count * step, every, formats.timeZone);
	const times = ticks[0] === start ? ticks : [start, ...ticks];
	const labels = times.filter((time) => ((time - start) / step) * barWidth + labelWidth / 2 < width);
	// The label of an incomplete first interval is omitted if it would overlap the next label.
	const [first, second] = labels;
	const needed = ticks[0] === start || step >= day ? labelWidth : longLabelWidth;
	const isCrowded = first !== undefined && second !== undefined && ((second - first) / step) * barWidth < needed;
	const shown = isCrowded ? labels.slice(1) : labels;
	return shown.map((time, index) => ({
		bar: (time - start) / step,
		words: wordsAt(time, shown[index - 1], step, formats),
	}));
}

/** Returns the Unix times in a range that are multiples of `every` in local time. Weeks begin on Mondays. */
function localTimes(start: number, end: number, every: number, timeZone: string): readonly number[] {
	const origin = every % (7 * day) === 0 ? firstMonday : 0;
	const first = start + getOffset(start, timeZone);
	const times: number[] = [];
	for (let local = origin + Math.ceil((first - origin) / every) * every; ; local += every) {
		const guess = local - getOffset(local, timeZone);
		const time = local - getOffset(guess, timeZone);
		if (time >= end) {
			return times;
		}
		times.push(time);
	}
}

/** Labels the start of a day with the date, and other times with the hour. The first label may contain both. */
function wordsAt(seconds: number, before: number | undefined, step: number, formats: Formats): string {
	const today = formats.day(seconds);
	if (before !== undefined && today === formats.day(before)) {
		return formats.shortTime(seconds);
	}
	const begins = step >= day || formats.day(seconds - 1) !== today;
	return begins ? today : formats.dayTime(seconds);
}

import type { Formats } from '../../common/format/formats';
import type { Bars } from './bars';

interface AxisLabel {
	readonly bar: number;
	readonly words: string;
}

/** Maximum label widths in CSS pixels: for a label with a day or an hour, and for a label with both. */
const labelWidth = 72;
const longLabelWidth = 104;

const day = 86_400;

/** Round intervals between labels, in seconds. */
const axisSteps = [
	...[1, 5, 15, 30].flatMap((count) => [count, count * 60]),
	...[1, 2, 3, 6, 12].map((hours) => hours * 3_600),
	...[1, 2, 7, 14, 28, 91, 182, 364].map((days) => days * day),
].sort((one, other) => one - other);

/** Returns time labels at the shortest interval that leaves enough room. `offset` is the UTC offset in seconds. */
export function axisLabels(bars: Bars, width: number, offset: number, formats: Formats): readonly AxisLabel[] {
	const { histogram, count } = bars;
	const { start, step } = histogram;
	const barWidth = width / Math.max(1, count);
	const room = (labelWidth / barWidth) * step;
	const every = axisSteps.find((seconds) => seconds >= Math.max(step, room)) ?? Math.max(step, room);
	const stretchOf = (bar: number) => Math.floor((start + bar * step + offset) / every);
	const begins = (bar: number) => bar === 0 || stretchOf(bar) !== stretchOf(bar - 1);
	const labels = [...Array(count).keys()].filter((bar) => begins(bar) && bar * barWidth + labelWidth / 2 < width);
	const words = (bar: number, before: number | undefined) =>
		wordsAt(start + bar * step, before === undefined ? undefined : start + before * step, step, formats);
	// An incomplete first interval has no label if the label would overlap the next label.
	const [first, second] = labels;
	const needed = (start + offset) % every === 0 || step >= day ? labelWidth : longLabelWidth;
	const shown =
		first !== undefined && second !== undefined && (second - first) * barWidth < needed ? labels.slice(1) : labels;
	return shown.map((bar, index) => ({ bar, words: words(bar, shown[index - 1]) }));
}

/**
 * Returns the label for a time: the day at the start of a day, otherwise the hour. Returns both if the day started
 * before the first label.
 */
function wordsAt(seconds: number, before: number | undefined, step: number, formats: Formats): string {
	const today = formats.day(seconds);
	if (before !== undefined && today === formats.day(before)) {
		return formats.shortTime(seconds);
	}
	const begins = step >= day || formats.day(seconds - 1) !== today;
	return begins ? today : formats.dayTime(seconds);
}

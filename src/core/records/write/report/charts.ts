import { getShare, highest, type ReportBar, type ReportTrend } from './report';

const barLength = 24;

/** Block characters for heights from zero to the maximum. */
const heights = ' ▁▂▃▄▅▆▇█';

export function barChart(bars: readonly ReportBar[]): string {
	const most = Math.max(...bars.map(({ count }) => count), 1);
	const width = Math.max(...bars.map(({ label }) => label.length));
	return bars
		.map(({ label, count, words }) => {
			const bar = '█'.repeat(getShare(count, most, barLength));
			return `${label.padEnd(width)} ${bar.padEnd(barLength)} ${words}`;
		})
		.join('\n');
}

export function trendChart(trends: readonly ReportTrend[]): string {
	const most = highest(trends);
	const width = Math.max(...trends.map(({ label }) => label.length));
	return trends
		.map(({ label, counts, words }) => {
			const line = counts.map((count) => heights[getShare(count, most, heights.length - 1)] ?? ' ').join('');
			return [...(width > 0 ? [label.padEnd(width)] : []), `▕${line}▏`, words].join(' ');
		})
		.join('\n');
}

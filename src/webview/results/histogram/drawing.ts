import { vector } from '../../common/dom/element';
import type { Bars } from './bars';

/** Number of values that have their own series. All other values are combined into one series. */
export const valuesShown = 5;
/** Number of colors: one for each value, and one for the newest version, which may not be among the values. */
export const seriesColours = valuesShown + 1;

/** Draws stacked bars, one path per series. High contrast themes use patterns instead of colors. */
export function drawBars(bars: Bars, width: number, height: number): SVGElement {
	const highest = Math.max(1, bars.totals[bars.peak] ?? 0);
	const barWidth = width / Math.max(1, bars.count);
	const gap = barWidth > 4 ? 1 : 0;
	const below = new Array<number>(bars.count).fill(0);
	const paths = bars.histogram.series.map(({ counts, other }, index) => {
		let outline = '';
		for (const [bar, count] of counts.entries()) {
			if (count > 0) {
				const bottom = height - ((below[bar] ?? 0) / highest) * height;
				// Bars are at least one pixel high, so that a single record among millions is visible.
				const size = Math.max(1, (count / highest) * height);
				outline += `M${round(bar * barWidth)} ${round(bottom)}h${round(barWidth - gap)}v${round(-size)}h${round(gap - barWidth)}z`;
				below[bar] = (below[bar] ?? 0) + count;
			}
		}
		const name = seriesClass(bars.colours[index] ?? index, other);
		return vector(
			'g',
			{},
			vector('path', { class: `bars ${name}`, d: outline }),
			vector('path', { class: 'bar-pattern', d: outline, fill: `url(#${name}-pattern)` }),
		);
	});
	return vector('g', {}, ...paths);
}

function seriesClass(colour: number, other: boolean): string {
	return other ? 'series-other' : `series-${colour % seriesColours}`;
}

export function swatch(colour: number, other: boolean): SVGElement {
	const name = seriesClass(colour, other);
	const square = { x: 0.5, y: 0.5, width: 9, height: 9, rx: 1.5 };
	return vector(
		'svg',
		{ class: 'swatch', viewBox: '0 0 10 10', width: 10, height: 10, 'aria-hidden': 'true' },
		vector('rect', { ...square, class: `bars ${name}` }),
		vector('rect', { ...square, class: 'bar-pattern', fill: `url(#${name}-pattern)` }),
	);
}

export function drawPatterns(): SVGElement {
	const lines: Readonly<Record<string, string>> = {
		'series-0': '',
		'series-1': 'M0 6L6 0',
		'series-2': 'M0 3h6',
		'series-3': 'M3 0v6',
		'series-4': 'M0 0l6 6M0 6L6 0',
		'series-5': 'M0 0l6 6',
		'series-other': 'M3 2.5v1',
	};
	return vector(
		'defs',
		{},
		...Object.entries(lines).map(([name, outline]) =>
			vector(
				'pattern',
				{ id: `${name}-pattern`, width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
				vector('path', { class: 'hatching', d: outline }),
			),
		),
	);
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}

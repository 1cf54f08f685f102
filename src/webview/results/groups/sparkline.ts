import { vector } from '../../common/dom/element';

/** Draws a trend as small bars. Screen readers ignore them, because the text next to them contains the numbers. */
export function sparkline(trend: readonly number[], width = 84, height = 14): SVGSVGElement {
	const highest = Math.max(1, ...trend);
	const step = width / Math.max(1, trend.length);
	const outline = trend
		.map((count, index) => {
			const size = count === 0 ? 0 : Math.max(1, Math.round((count / highest) * height));
			return size === 0
				? ''
				: `M${(index * step).toFixed(1)} ${height}h${(step - 0.8).toFixed(1)}v${-size}h${(0.8 - step).toFixed(1)}z`;
		})
		.join('');
	return vector(
		'svg',
		{ class: 'sparkline', viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
		vector('path', { d: outline }),
	);
}

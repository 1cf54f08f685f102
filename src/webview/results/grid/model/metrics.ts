import type { Density } from './types';

/** Heights in CSS pixels. They are integers, so that computed positions match the browser's layout. */
export interface Metrics {
	readonly lineHeight: number;
	readonly rowHeight: number;
	readonly headerHeight: number;
	readonly filterHeight: number;
}

export function metricsFor(fontSize: number, density: Density): Metrics {
	const lineHeight = Math.round(fontSize * 1.385);
	return {
		lineHeight,
		rowHeight: density === 'compact' ? lineHeight + 4 : 3 * lineHeight + 6,
		headerHeight: lineHeight + 8,
		filterHeight: lineHeight + 12,
	};
}

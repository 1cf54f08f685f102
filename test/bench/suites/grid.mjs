import { resolve } from 'node:path';

/** @returns {import('../run.mjs').Suite} */
export default function grid() {
	const program = resolve('test/bench/programs/grid.mjs');
	return {
		title: 'The grid',
		programs: { grid: [program, '1000000', '14'], wide: [program, '1000000', '30'] },
		goals: [
			{ text: 'frame while scrolling 1,000,000 x 14, 95th percentile', own: 'grid.p95FrameMs', limit: 33, unit: 'ms' },
			{ text: 'frame while scrolling 1,000,000 x 30, 95th percentile', own: 'wide.p95FrameMs', limit: 33, unit: 'ms' },
			{ text: 'the same, until the rows are visible', own: 'wide.p95FilledFrameMs', limit: 33, unit: 'ms' },
			{ text: 'first rows of 1,000,000', own: 'grid.firstRowsMs', limit: 1000, unit: 'ms' },
			{ text: 'heap of the page after scrolling', own: 'wide.heapMb', limit: 64, unit: 'MB' },
			{ text: 'last row, with two device pixels per pixel', own: 'grid.reachedRows', same: 'grid.rows' },
		],
	};
}

import assert from 'node:assert/strict';
import { measured } from '../../support/measured';
import { useGridHarness } from './gridPage';

describe('performance of the grid', () => {
	const stage = useGridHarness();

	// Compares frame times only with each other, because other processes run at the same time.
	measured('keeps the frame rate of the grid steady while all rows are replaced in every frame', async () => {
		const grid = await stage.page({ rows: 1_000_000, columns: 30 });
		const { intervals, elementsBefore, elementsAfter } = await grid.call('scrollRows', 100, 2000, 'rowsAreThere');
		assert.ok(elementsAfter <= elementsBefore * 1.1, `${elementsBefore} elements, then ${elementsAfter}`);
		const early = median(intervals.slice(10, 50));
		const late = median(intervals.slice(50));
		assert.ok(late < 2 * early + 10, `${early} ms, then ${late} ms for each frame`);
		const session = await grid.page.context().newCDPSession(grid.page);
		await session.send('HeapProfiler.collectGarbage');
		const { usedSize } = await session.send('Runtime.getHeapUsage');
		assert.ok(usedSize < 64 * 2 ** 20, `${usedSize} bytes`);
	});
});

function median(values: readonly number[]): number {
	return [...values].sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

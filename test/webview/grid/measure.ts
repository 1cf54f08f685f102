import { GridHarness } from './gridPage';

export interface GridMeasurement {
	readonly rows: number;
	readonly firstRowsMs: number;
	/** Duration of each of 200 frames that replace every row. The rows arrive too late to be rendered. */
	readonly medianFrameMs: number;
	readonly p95FrameMs: number;
	/** Frame duration when scrolling by 2,000 rows each time the previous rows are rendered. */
	readonly p95FilledFrameMs: number;
	readonly longTasks: number;
	/** Time from the last frame until its rows were rendered. */
	readonly settleMs: number;
	readonly elements: number;
	/** Script heap of the page directly after scrolling. `retainedMb` is measured after garbage collection. */
	readonly heapMb: number;
	readonly retainedMb: number;
	/** Number of rows that the scrollbar reaches with two device pixels per CSS pixel. */
	readonly reachedRows: number;
}

export async function measureGrid(rows = 1_000_000, columns = 14): Promise<GridMeasurement> {
	const stage = await GridHarness.open();
	try {
		const started = performance.now();
		const grid = await stage.page({ rows, columns });
		const firstRowsMs = performance.now() - started;
		const { intervals, settled, longTasks, elementsAfter } = await grid.call('scrollRows', 200, 2000, 'everyFrame');
		const filled = await grid.call('scrollRows', 200, 2000, 'rowsAreThere');
		const session = await grid.page.context().newCDPSession(grid.page);
		const heap = async () => (await session.send('Runtime.getHeapUsage')).usedSize / 2 ** 20;
		const heapMb = await heap();
		await session.send('HeapProfiler.collectGarbage');
		const retainedMb = await heap();
		return {
			rows,
			firstRowsMs,
			medianFrameMs: percentile(intervals, 0.5),
			p95FrameMs: percentile(intervals, 0.95),
			p95FilledFrameMs: percentile(filled.intervals, 0.95),
			longTasks,
			settleMs: settled,
			elements: elementsAfter,
			heapMb,
			retainedMb,
			reachedRows: await reachedRows(rows),
		};
	} finally {
		await stage.close();
	}
}

function percentile(values: readonly number[], share: number): number {
	return [...values].sort((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN;
}

async function reachedRows(rows: number): Promise<number> {
	const stage = await GridHarness.open(2);
	try {
		const grid = await stage.page({ rows });
		await grid.call('scrollTo', 1e9);
		await grid.settled();
		return ((await grid.positions()).at(-1) ?? -1) + 1;
	} finally {
		await stage.close();
	}
}

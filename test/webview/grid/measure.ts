import { GridStage } from './gridPage';

/** As the goals of the results view name them. Milliseconds and megabytes. */
export interface GridMeasurement {
	readonly rows: number;
	readonly firstRowsMs: number;
	/** From frame to frame while each of them replaces every row, 200 in a row: rows come too late to be seen. */
	readonly medianFrameMs: number;
	readonly p95FrameMs: number;
	/** The same, but the next 2,000 rows are gone on to when the last ones are seen. */
	readonly p95FilledFrameMs: number;
	readonly longTasks: number;
	/** From the last frame until its rows were there. */
	readonly settleMs: number;
	readonly elements: number;
	/** Of the page's script, right after scrolling, and once garbage is collected. */
	readonly heapMb: number;
	readonly keptMb: number;
	/** Rows up to the last one that the scrollbar reaches with two device pixels per pixel. */
	readonly reachedRows: number;
}

export async function measureGrid(rows = 1_000_000, columns = 14): Promise<GridMeasurement> {
	const stage = await GridStage.open();
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
		const keptMb = await heap();
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
			keptMb,
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
	const stage = await GridStage.open(2);
	try {
		const grid = await stage.page({ rows });
		await grid.call('scrollTo', 1e9);
		await grid.settled();
		return ((await grid.positions()).at(-1) ?? -1) + 1;
	} finally {
		await stage.close();
	}
}

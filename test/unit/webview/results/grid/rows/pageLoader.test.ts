import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { GridPage, RowsRequest } from '../../../../../../src/webview/results/grid/model/types';
import { PageLoader } from '../../../../../../src/webview/results/grid/rows/pageLoader';

interface Asked {
	readonly request: RowsRequest;
	answer(count?: number): Promise<void>;
	refuse(): Promise<void>;
}

describe('grid page loader', () => {
	let asked: Asked[];
	let told: string[];
	let count: number;
	let loader: PageLoader;

	beforeEach(() => {
		asked = [];
		told = [];
		count = 1000;
		loader = new PageLoader(
			(request) =>
				new Promise<GridPage>((resolve, reject) => {
					asked.push({
						request,
						answer: (found = count) => {
							resolve(pageFor(request, found));
							return setImmediate();
						},
						refuse: () => {
							reject(new Error('gone'));
							return setImmediate();
						},
					});
				}),
			{
				changed: () => told.push('changed'),
				counted: (found) => told.push(`counted ${found}`),
				failed: (error) => told.push(`failed ${String(error)}`),
			},
		);
		loader.setColumns([4, 2]);
	});

	const starts = () => asked.filter(({ request }) => !request.signal.aborted).map(({ request }) => request.start);
	const shownAt = (position: number, column: number) => {
		const content = loader.content(position);
		return content.kind === 'row' ? content.row.cells[content.cellOf.get(column) ?? -1] : content.kind;
	};

	it('requests visible grid pages first, two at a time', async () => {
		loader.want(150, 230, 1000, -1);
		assert.deepEqual(starts(), [100, 200]);
		assert.deepEqual(asked[0]?.request.columns, [4, 2]);
		assert.equal(shownAt(150, 2), 'waiting');
		await asked[0]?.answer();
		assert.equal(shownAt(150, 2), '150/2');
		assert.deepEqual(starts(), [100, 200, 300]);
		await asked[1]?.answer();
		assert.deepEqual(starts(), [100, 200, 300, 0]);
		assert.deepEqual(told, ['counted 1000', 'changed', 'changed']);
	});

	it('requests each grid page only once', async () => {
		loader.want(0, 50, 1000, -1);
		loader.want(0, 50, 1000, -1);
		await asked[0]?.answer();
		loader.want(10, 60, 1000, -1);
		assert.deepEqual(starts(), [0, 100]);
	});

	it('requests the page of the active row even if the row is out of view', async () => {
		loader.want(0, 50, 1000, 777);
		assert.deepEqual(starts(), [0, 700]);
	});

	it('cancels requests for pages that were scrolled out of view', async () => {
		loader.want(100, 150, 1000, -1);
		loader.want(600, 650, 1000, -1);
		assert.equal(asked[0]?.request.signal.aborted, true);
		await asked[0]?.answer();
		assert.equal(shownAt(100, 2), 'waiting');
		assert.deepEqual(starts(), [600, 700]);
	});

	it('discards pages that were requested for an earlier view', async () => {
		loader.want(0, 50, 1000, -1);
		loader.reset();
		loader.want(0, 50, 1000, -1);
		assert.deepEqual(
			asked.map(({ request }) => request.epoch),
			[0, 0, 1, 1],
		);
		await asked[2]?.answer(7);
		await asked[0]?.answer(1000);
		assert.deepEqual(told, ['counted 7', 'changed']);
		assert.equal(shownAt(8, 2), 'waiting');
	});

	it('keeps pages when columns are hidden or moved, and reloads pages when a column is added', async () => {
		loader.want(0, 50, 1000, -1);
		await asked[0]?.answer();
		loader.setColumns([2]);
		assert.equal(shownAt(0, 2), '0/2');
		loader.setColumns([9, 2]);
		assert.equal(shownAt(0, 2), 'waiting');
		loader.want(0, 50, 1000, -1);
		assert.deepEqual(asked.at(-1)?.request.columns, [9, 2]);
	});

	it('reports pages that failed to load, and requests them again when they are needed', async () => {
		loader.want(0, 50, 1000, -1);
		await asked[0]?.refuse();
		assert.equal(shownAt(0, 2), 'failed');
		assert.equal(loader.answered, true);
		assert.deepEqual(told, ['failed Error: gone', 'changed']);
		loader.want(0, 50, 1000, -1);
		assert.equal(asked.filter(({ request }) => request.start === 0).length, 1, 'not by itself');
		loader.retry();
		await asked.findLast(({ request }) => request.start === 0)?.answer();
		assert.equal(shownAt(0, 2), '0/2');
	});

	it('completes a partial page when more rows become available', async () => {
		loader.setCount(130);
		loader.want(100, 130, 130, -1);
		await asked[0]?.answer(130);
		assert.equal(shownAt(140, 2), 'waiting');
		loader.setCount(400);
		loader.want(100, 150, 400, -1);
		await asked.findLast(({ request }) => request.start === 100)?.answer(400);
		assert.equal(shownAt(140, 2), '140/2');
	});

	it('cancels all page requests on disposal', async () => {
		loader.want(0, 50, 1000, -1);
		loader.dispose();
		await asked[0]?.answer();
		assert.deepEqual(starts(), []);
		assert.deepEqual(told, []);
	});

	it('evicts the least recently used pages beyond a maximum', async () => {
		count = 100_000;
		for (let page = 0; page < 150; page++) {
			loader.want(page * 100, page * 100 + 50, count, -1);
			loader.content(0);
			for (const one of asked) {
				await one.answer();
			}
			asked = [];
		}
		assert.equal(shownAt(0, 2), '0/2', 'used all the time');
		assert.equal(shownAt(1000, 2), 'waiting');
		assert.equal(shownAt(14_900, 2), '14900/2');
	});
});

function pageFor({ start, end, columns }: RowsRequest, count: number): GridPage {
	const length = Math.max(0, Math.min(end, count) - start);
	const rows = Array.from({ length }, (_, index) => ({
		number: start + index,
		cells: columns.map((column) => `${start + index}/${column}`),
		broken: false,
	}));
	return { count, start, rows };
}

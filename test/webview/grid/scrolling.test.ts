import assert from 'node:assert/strict';
import { longSuite } from '../../support/length';
import { type GridPage, useGridHarness } from './gridPage';

for (const scale of [1, 2]) {
	describe(`grid scrolling at a device pixel ratio of ${scale}`, () => {
		const stage = useGridHarness(scale);

		for (const [rows, define] of [
			[1_000_000, longSuite],
			[2_000_000, describe],
		] as const) {
			define(`grid with ${rows} rows`, () => {
				let grid: GridPage;
				before(async () => {
					grid = await stage.page({ rows });
				});
				after(() => grid?.close());
				beforeEach(() => grid.start());

				it('starts at the first row of the grid', async () => {
					const [first] = await grid.call('rowsOnScreen');
					assert.deepEqual(first, { position: 0, text: 'first 0/0', top: 0 });
				});

				it('reaches the last row with the scrollbar', async () => {
					await grid.call('scrollTo', 1e9);
					await grid.settled();
					const last = (await grid.call('rowsOnScreen')).at(-1);
					assert.equal(last?.position, rows - 1);
					assert.equal(last?.text, `first ${rows - 1}/0`);
					await grid.call('scrollTo', 0);
					await grid.settled();
					assert.equal((await grid.positions())[0], 0);
				});

				it('reaches the last row with the End key', async () => {
					await grid.cell(0, 1).click();
					await grid.press('Control+End');
					assert.equal(await grid.focus(), `${rows - 1}/14`);
					assert.equal((await grid.positions()).at(-1), rows - 1);
					await grid.press('Control+Home');
					assert.equal((await grid.positions())[0], 0);
				});

				it('scrolls exactly to any row of the grid', async () => {
					for (const position of [rows / 2, 1, 12_345, rows - 2, 999_999, 4_545, 4_546]) {
						await grid.call('goToRow', position, false);
						await grid.settled();
						const found = (await grid.call('rowsOnScreen')).find((row) => row.position === position);
						assert.equal(found?.text, `first ${position}/0`);
					}
				});

				it('scrolls the grid pixel by pixel with the wheel', async () => {
					for (const start of [0, rows / 2, rows - 3000]) {
						await grid.call('goToRow', start, false);
						await grid.settled();
						const before = await topOf(grid);
						await grid.page.mouse.move(400, 400);
						await grid.page.mouse.wheel(0, 24_000);
						await grid.until('rowsOnScreen', ([first]) => (first?.position ?? 0) * 22 >= before + 23_900);
						await grid.settled();
						assert.equal(Math.round((await topOf(grid)) - before), 24_000);
					}
				});

				it('reaches the first and last row exactly with the wheel', async () => {
					await grid.call('goToRow', rows - 50, false);
					await grid.settled();
					for (let turn = 0; turn < 10; turn++) {
						await grid.page.mouse.wheel(0, 200);
						await grid.settled();
					}
					assert.equal((await grid.positions()).at(-1), rows - 1);
					await grid.call('goToRow', 50, false);
					await grid.settled();
					for (let turn = 0; turn < 10; turn++) {
						await grid.page.mouse.wheel(0, -200);
						await grid.settled();
					}
					assert.deepEqual((await grid.call('rowsOnScreen'))[0], { position: 0, text: 'first 0/0', top: 0 });
				});
			});
		}
	});
}

async function topOf(grid: GridPage): Promise<number> {
	const [first] = await grid.call('rowsOnScreen');
	assert.ok(first);
	return first.position * 22 - first.top;
}

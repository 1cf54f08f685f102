import assert from 'node:assert/strict';
import { type GridPage, useGridHarness } from './gridPage';

describe('grid rows', () => {
	const stage = useGridHarness();
	let grid: GridPage;
	beforeEach(async () => {
		grid = await stage.page({ rows: 1_000_000 });
		await grid.start();
	});
	afterEach(() => grid.close());

	const ranges = async () =>
		(await grid.told()).flatMap((told) => (told.kind === 'selected' ? [told.ranges] : [])).at(-1);
	const firstText = async () => (await grid.call('rowsOnScreen'))[0]?.text;

	describe('row selection in the grid', () => {
		it('selects single rows, ranges and additional rows with the mouse', async () => {
			await grid.cell(2, 0).click();
			await grid.cell(5, 3).click({ modifiers: ['Shift'] });
			assert.deepEqual(await ranges(), [{ from: 2, to: 6 }]);
			await grid.cell(4, 0).click({ modifiers: ['Control'] });
			await grid.cell(9, 0).click({ modifiers: ['Control'] });
			assert.deepEqual(await ranges(), [
				{ from: 2, to: 4 },
				{ from: 5, to: 6 },
				{ from: 9, to: 10 },
			]);
			await grid.cell(7, 3).click();
			assert.deepEqual(await ranges(), []);
		});

		it('extends and shrinks the row selection with Shift and arrow keys', async () => {
			await grid.press('ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowUp');
			assert.deepEqual(await ranges(), [{ from: 1, to: 4 }]);
			await grid.press('Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowUp');
			assert.deepEqual(await ranges(), [{ from: 0, to: 2 }]);
			await grid.press('Shift+Control+End');
			assert.deepEqual(await ranges(), [{ from: 1, to: 1_000_000 }]);
		});

		it('selects rows with Space, Shift+Space and Ctrl+A, and clears the selection with Escape', async () => {
			await grid.press('Space', 'ArrowDown', 'ArrowDown', 'Space');
			assert.deepEqual(await ranges(), [
				{ from: 0, to: 1 },
				{ from: 2, to: 3 },
			]);
			await grid.press('Shift+Space');
			assert.deepEqual(await ranges(), [{ from: 2, to: 3 }]);
			await grid.press('Control+a');
			assert.deepEqual(await ranges(), [{ from: 0, to: 1_000_000 }]);
			assert.equal(await grid.page.locator('.grid-row:not([aria-selected=true])').count(), 0);
			await grid.press('Escape');
			assert.deepEqual(await ranges(), []);
		});

		it('selects a rectangle of cells from one corner to the opposite corner', async () => {
			const seen = () =>
				grid.page
					.locator('[role=gridcell][aria-selected=true]')
					.evaluateAll((cells) =>
						cells.map((cell) => `${cell.ariaColIndex}/${Number(cell.closest('[role=row]')?.ariaRowIndex) - 3}`).sort(),
					);
			const selected = async () =>
				(await grid.told()).flatMap((told) => (told.kind === 'selected' ? [[told.ranges, told.columns]] : [])).at(-1);
			await grid.cell(2, 2).click();
			await grid.cell(4, 4).click({ modifiers: ['Shift'] });
			assert.deepEqual(await selected(), [[{ from: 2, to: 5 }], [1, 2, 3]]);
			assert.deepEqual(await seen(), ['3/2', '3/3', '3/4', '4/2', '4/3', '4/4', '5/2', '5/3', '5/4']);
			assert.equal(await grid.page.locator('.grid-row[aria-selected=true]').count(), 0);
			await grid.press('Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+ArrowUp', 'Shift+Home');
			assert.deepEqual(await selected(), [[{ from: 1, to: 3 }], [0, 1]]);
			assert.deepEqual(await seen(), ['2/1', '2/2', '3/1', '3/2']);
			await grid.cell(3, 0).click({ modifiers: ['Shift'] });
			assert.deepEqual(await selected(), [[{ from: 2, to: 4 }], undefined]);
			assert.deepEqual(await seen(), []);
			await grid.cell(3, 2).click();
			await grid.press('Shift+ArrowRight');
			assert.deepEqual(await selected(), [[{ from: 3, to: 4 }], [1, 2]]);
			await grid.press('ArrowDown');
			assert.deepEqual(await selected(), [[], undefined]);
			assert.deepEqual(await seen(), []);
		});

		it('keeps the row selection when rows are scrolled out of view', async () => {
			await grid.press('Space', 'Shift+ArrowDown');
			await grid.call('scrollTo', 5_000_000);
			await grid.settled();
			assert.equal(
				await grid.page.locator('.grid-row[aria-selected=true]').count(),
				1,
				'only the active row is still rendered',
			);
			await grid.call('scrollTo', 0);
			await grid.settled();
			assert.equal(await grid.page.locator('.grid-row[aria-selected=true]').count(), 2);
		});

		it('clears the row selection when the view changes', async () => {
			await grid.press('Control+a');
			await grid.call('reload', {});
			assert.deepEqual(await ranges(), []);
		});
	});

	it('opens a record on a double-click on its row', async () => {
		await grid.cell(3, 2).dblclick();
		assert.deepEqual((await grid.told()).at(-1), { kind: 'opened', cell: { position: 3, column: 1, text: '23757' } });
	});

	it('copies the selected rows, or the focused cell if no row is selected', async () => {
		const copy = async () => {
			await grid.page.evaluate(() => document.execCommand('copy'));
			return (await grid.told()).filter(({ kind }) => kind.startsWith('copied'));
		};
		await grid.press('ArrowDown', 'ArrowRight');
		assert.deepEqual(await copy(), [{ kind: 'copiedCell', cell: { position: 1, column: 1, text: '7919' } }]);
		await grid.press('Shift+Space', 'Shift+ArrowDown');
		assert.deepEqual(await copy(), [{ kind: 'copiedRows', ranges: [{ from: 1, to: 3 }], columns: undefined }]);
		await grid.press('Escape', 'Shift+ArrowDown', 'Shift+ArrowRight');
		assert.deepEqual(await copy(), [{ kind: 'copiedRows', ranges: [{ from: 2, to: 4 }], columns: [1, 2] }]);
		await grid.press('Shift+ArrowUp', 'Shift+ArrowLeft');
		assert.deepEqual(await copy(), [{ kind: 'copiedCell', cell: { position: 2, column: 1, text: '15838' } }]);
	});

	it('opens the context menu of a cell', async () => {
		await grid.cell(3, 2).click({ button: 'right' });
		const items = await grid.page.getByRole('menu').locator('.menu-label').allTextContents();
		assert.deepEqual(items, ['Open Record', 'Copy Cell', 'Something more']);
	});

	describe('grid rows that arrive late', () => {
		it('marks rows as busy until their records arrive', async () => {
			await grid.call('hold');
			await grid.call('scrollTo', 4_000_000);
			const row = grid.page.locator('.grid-row[aria-busy=true]');
			await row.first().waitFor();
			assert.equal(await row.locator('[aria-colindex="2"]').first().textContent(), '');
			await grid.call('release');
			await grid.settled();
			assert.match((await firstText()) ?? '', /^first 5\d{5}\/0$/);
		});

		it('discards rows that arrive after the view has changed', async () => {
			await grid.call('hold');
			for (const [view, count] of [
				['first', 1_000_000],
				['second', 500],
				['third', 700],
			] as const) {
				const { made } = await grid.call('requests');
				await grid.call('setView', { view, count });
				await grid.call('reload', {});
				await grid.until('requests', (requests) => requests.made > made);
			}
			// Releases the last response first, followed by the stale ones.
			await grid.call('release');
			await grid.settled();
			assert.equal(await firstText(), 'third 0/0');
			assert.equal(await grid.page.getByRole('grid').getAttribute('aria-rowcount'), '702');
			assert.deepEqual(
				(await grid.call('told')).filter(({ kind }) => kind === 'counted'),
				[{ kind: 'counted', count: 700 }],
			);
		});

		it('shows the previous rows until new rows arrive, but does not open their records', async () => {
			await grid.call('hold');
			await grid.call('setView', { view: 'second' });
			await grid.call('reload', {});
			await grid.page.evaluate(
				() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
			);
			assert.equal(await firstText(), 'first 0/0');
			assert.equal(await grid.page.getByRole('grid').getAttribute('aria-busy'), 'true');
			await grid.page.keyboard.press('Enter');
			assert.deepEqual(await grid.told(), []);
			await grid.call('release');
			await grid.settled();
			assert.equal(await firstText(), 'second 0/0');
		});

		it('cancels requests for rows that were scrolled past', async () => {
			await grid.call('hold');
			for (const top of [1, 2, 3, 4, 5, 6, 7]) {
				await grid.call('scrollTo', top * 1_000_000);
				await grid.page.evaluate(() => new Promise(requestAnimationFrame));
			}
			const { made, aborted } = await grid.call('requests');
			assert.ok(aborted >= 6, `${aborted} of ${made}`);
			await grid.call('release');
			await grid.settled();
			assert.match((await firstText()) ?? '', /^first 8\d{5}\/0$/);
		});
	});

	it("reports rows that can't be read, and requests them again", async () => {
		await grid.call('fail', true);
		await grid.call('goToRow', 5000, true);
		await grid.settled();
		assert.match(await grid.cell(5000, 1).textContent().then(String), /Failed to load these rows/);
		assert.ok((await grid.told()).some((told) => told.kind === 'failed' && told.message === 'the file is gone'));
		await grid.call('fail', false);
		await grid.press('Enter');
		assert.equal(await grid.cell(5000, 1).textContent(), 'first 5000/0');
	});

	it('adds rows while the file is being read', async () => {
		const growing = await stage.page({ rows: 130 });
		await growing.call('scrollTo', 1e6);
		await growing.settled();
		assert.equal((await growing.positions()).at(-1), 129);
		await growing.call('setView', { count: 2_000_000 });
		await growing.call('setCount', 2_000_000);
		await growing.settled();
		assert.ok((await growing.positions()).includes(129), 'what is looked at stays');
		await growing.call('goToRow', 160, false);
		await growing.settled();
		assert.ok((await growing.call('rowsOnScreen')).some(({ text }) => text === 'first 160/0'));
		await growing.call('scrollTo', 1e9);
		await growing.settled();
		assert.equal((await growing.positions()).at(-1), 1_999_999);
		await growing.close();
	});

	it('keeps the top row in place when the row height changes', async () => {
		await grid.call('goToRow', 500_000, false);
		await grid.settled();
		const [before] = await grid.positions();
		await grid.call('setDensity', 'tall');
		await grid.settled();
		assert.equal((await grid.positions())[0], before);
		await grid.call('scrollTo', 1e9);
		await grid.settled();
		assert.equal((await grid.positions()).at(-1), 999_999);
	});

	it('starts at the saved scroll position of the grid', async () => {
		const left = await stage.page({ rows: 1_000_000, top: 654_321 });
		assert.deepEqual((await left.call('rowsOnScreen'))[0], { position: 654_321, text: 'first 654321/0', top: 0 });
		await left.close();
	});

	it('keeps row elements in the same order in the DOM as on screen', async () => {
		await grid.press('PageDown', 'ArrowUp', 'ArrowUp');
		await grid.call('scrollTo', 5_000);
		await grid.call('scrollTo', 4_900);
		await grid.settled();
		const indices = await grid.page
			.locator('.grid-row')
			.evaluateAll((rows) => rows.map((row) => Number(row.ariaRowIndex)));
		assert.deepEqual(
			indices,
			[...indices].sort((one, other) => one - other),
		);
	});

	it('removes all elements of the grid when the grid is disposed', async () => {
		await grid.call('dispose');
		await grid.page.mouse.wheel(0, 100);
		assert.equal(await grid.page.locator('main *').count(), 0);
	});
});

import assert from 'node:assert/strict';
import { type GridPage, useGridHarness } from './gridPage';

describe('grid columns', () => {
	const stage = useGridHarness();
	let grid: GridPage;
	beforeEach(async () => {
		grid = await stage.page({ rows: 1000, columns: 6 });
		await grid.start();
	});
	afterEach(() => grid.close());

	const titles = () => grid.page.locator('.grid-title').allTextContents();
	const widthOf = async (column: number) => (await grid.cell(0, column).boundingBox())?.width;
	const choose = async (item: string) => {
		await grid.page.getByRole('menu').getByText(item, { exact: true }).click();
		await grid.settled();
	};

	it('resizes a column by dragging its edge, and notifies the owner of the grid once', async () => {
		const box = await grid.cell(-2, 3).boundingBox();
		assert.ok(box);
		await grid.page.mouse.move(box.x + box.width - 3, box.y + 10);
		await grid.page.mouse.down();
		await grid.page.mouse.move(box.x + box.width + 27, box.y + 10, { steps: 5 });
		await grid.settled();
		assert.equal(await widthOf(3), 250);
		assert.deepEqual(await grid.told(), []);
		await grid.page.mouse.up();
		await grid.settled();
		assert.deepEqual(
			(await grid.told()).map((told) => told.kind === 'columns' && told.columns[2]),
			['2:250'],
		);
	});

	it('restores the original column width if dragging is canceled', async () => {
		const box = await grid.cell(-2, 3).boundingBox();
		assert.ok(box);
		await grid.page.mouse.move(box.x + box.width - 3, box.y + 10);
		await grid.page.mouse.down();
		await grid.page.mouse.move(box.x + box.width + 100, box.y + 10);
		await grid.press('Escape');
		assert.equal(await widthOf(3), 220);
		await grid.page.mouse.up();
	});

	it('fits a column to its content on a double-click on its edge', async () => {
		const box = await grid.cell(-2, 1).boundingBox();
		assert.ok(box);
		await grid.page.mouse.dblclick(box.x + box.width - 3, box.y + 10);
		await grid.settled();
		const width = (await widthOf(1)) ?? 0;
		assert.ok(width > 60 && width < 120, String(width));
		const cut = await grid.cell(12, 1).evaluate((cell) => cell.scrollWidth > cell.clientWidth);
		assert.equal(cut, false);
	});

	it('resizes a column with the keyboard, down to a minimum width', async () => {
		await grid.press('ArrowUp', 'ArrowUp', 'ArrowRight', 'Alt+ArrowRight', 'Alt+ArrowRight');
		assert.equal(await widthOf(2), 152);
		for (let press = 0; press < 20; press++) {
			await grid.page.keyboard.press('Alt+ArrowLeft');
		}
		await grid.settled();
		assert.equal(await widthOf(2), 48);
		assert.equal((await grid.announced()).at(-1), 'Column field_1 is 48 pixels wide');
	});

	it('moves a column by dragging its header', async () => {
		await drag(3, 5);
		assert.deepEqual(await titles(), [
			'#',
			'field_0',
			'field_1',
			'field_3',
			'error_message_with_a_long_name',
			'field_2',
			'field_5',
		]);
		assert.deepEqual(await grid.page.locator('[role=row][aria-rowindex="8"] > *').allTextContents(), [
			'6',
			'first 5/0',
			'39595',
			'first 5/3',
			'{{constructor.constructor("window.hacked = true")()}}',
			'first 5/2 java.lang.Error\n\tat Cart.total(Cart.kt:17)\n\tat Main.run(Main.kt:4)',
			'first 5/5',
		]);
		assert.deepEqual(
			(await grid.told()).map(({ kind }) => kind),
			['columns'],
			'dragging does not sort',
		);
	});

	it('prevents dragging an unpinned column between pinned columns', async () => {
		await drag(3, 0);
		assert.deepEqual((await titles()).slice(1, 4), ['field_0', 'field_2', 'field_1']);
	});

	it('moves a column with the keyboard, and keeps the focus on the column', async () => {
		await grid.press('ArrowUp', 'ArrowUp', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight');
		assert.deepEqual((await titles()).slice(1, 5), ['field_0', 'field_2', 'field_3', 'field_1']);
		assert.equal(await grid.focus(), 'header/4');
		assert.equal((await grid.announced()).at(-1), 'field_1 moved to position 4 of 6');
		await grid.press('Shift+ArrowLeft');
		assert.equal(await grid.focus(), 'header/3');
	});

	it('hides a column from its menu and shows it again from the column list', async () => {
		await grid.press('ArrowUp', 'ArrowUp', 'ArrowRight', 'Alt+ArrowDown');
		await choose('Hide');
		assert.deepEqual((await titles()).slice(1, 3), ['field_0', 'field_2']);
		assert.equal(await grid.focus(), 'header/2', 'the neighbour has the focus');
		assert.equal(await grid.page.getByRole('grid').getAttribute('aria-colcount'), '6');
		await grid.press('Alt+ArrowDown');
		await choose('Columns…');
		await grid.press('ArrowDown', 'Space', 'Escape');
		assert.deepEqual((await titles()).slice(1, 4), ['field_0', 'field_1', 'field_2']);
		assert.match(await grid.focus(), /^header/);
		await grid.page.keyboard.press('ArrowDown');
	});

	it('pins a column from its menu and keeps the column in view', async () => {
		await grid.page.setViewportSize({ width: 700, height: 600 });
		await grid.cell(-2, 3).click({ button: 'right' });
		await choose('Pinned');
		assert.deepEqual((await titles()).slice(1, 4), ['field_0', 'field_2', 'field_1']);
		await grid.call('goToColumn', 5, true);
		await grid.settled();
		const [first, second, last] = await Promise.all([1, 2, 6].map((column) => grid.cell(4, column).boundingBox()));
		assert.ok(first && second && last);
		assert.equal(second.x, first.x + first.width);
		assert.ok(last.x >= second.x + second.width - 1);
	});

	it('limits the width of pinned columns in a narrow grid', async () => {
		await grid.page.setViewportSize({ width: 320, height: 400 });
		for (const column of [2, 3]) {
			await grid.call('goToColumn', column, true);
			await grid.settled();
			await grid.press('ArrowUp', 'ArrowUp', 'Alt+ArrowDown');
			await choose('Pinned');
		}
		await grid.call('goToColumn', 5, true);
		await grid.settled();
		const box = await grid.cell(0, 6).boundingBox();
		assert.ok(box && box.x >= 100 && box.x + box.width <= 321, JSON.stringify(box));
	});

	it('offers all column commands in a menu that works with the keyboard alone', async () => {
		await grid.press('ArrowUp', 'ArrowUp', 'ArrowRight', 'Shift+F10');
		const items = await grid.page.getByRole('menu').locator('.menu-label').allTextContents();
		assert.deepEqual(items, [
			'Sort Ascending',
			'Sort Descending',
			'Filter…',
			'Group by This Column',
			'Show Top Values',
			'Pinned',
			'Hide',
			'Columns…',
			'Move Left',
			'Move Right',
			'Increase Width',
			'Decrease Width',
			'Fit to Content',
		]);
		await grid.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
		await grid.press('Shift+F10', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
		assert.deepEqual(await grid.told(), [
			{ kind: 'groupedBy', column: 1 },
			{ kind: 'topValues', column: 1 },
		]);
		await grid.press('Shift+F10', 'Escape');
		assert.equal(await grid.focus(), 'header/2');
	});

	it('goes to any column by name, even if it is hidden', async () => {
		await grid.cell(-2, 5).click({ button: 'right' });
		await choose('Hide');
		await grid.call('goToColumn', 4, true);
		await grid.settled();
		assert.deepEqual((await titles()).slice(5), ['error_message_with_a_long_name', 'field_5']);
		assert.match(await grid.focus(), /\/5$/);
	});

	it('does not allow hiding all columns', async () => {
		for (let column = 0; column < 5; column++) {
			await grid.cell(-2, 1).click({ button: 'right' });
			await choose('Hide');
		}
		assert.equal((await titles()).length, 2);
		await grid.cell(-2, 1).click({ button: 'right' });
		assert.ok(await grid.page.getByRole('menuitem', { name: 'Hide' }).isDisabled());
	});

	describe('sorting the grid', () => {
		const marks = async () => {
			await grid.settled();
			return grid.page
				.locator('[aria-sort$=scending]')
				.evaluateAll((headers) => headers.map(({ ariaLabel, ariaSort }) => `${ariaLabel}: ${ariaSort}`));
		};
		const sorts = async () => (await grid.told()).flatMap((told) => (told.kind === 'sorted' ? [told.sort] : []));

		it('cycles the sort order of a column with repeated clicks', async () => {
			await grid.cell(-2, 2).click();
			assert.deepEqual(await marks(), ['field_1: ascending']);
			await grid.cell(-2, 2).click();
			assert.deepEqual(await marks(), ['field_1: descending']);
			await grid.cell(-2, 2).click();
			assert.deepEqual(await marks(), []);
			assert.deepEqual(await sorts(), [[{ column: 1, descending: false }], [{ column: 1, descending: true }], []]);
		});

		it('sorts by several columns on Shift+click, and shows the sort position of each column', async () => {
			await grid.cell(-2, 2).click();
			await grid.cell(-2, 3).click({ modifiers: ['Shift'] });
			await grid.cell(-2, 2).click({ modifiers: ['Shift'] });
			assert.deepEqual(await marks(), ['field_1, sort key 1 of 2: descending', 'field_2, sort key 2 of 2: ascending']);
			assert.deepEqual((await sorts()).at(-1), [
				{ column: 1, descending: true },
				{ column: 2, descending: false },
			]);
			await grid.cell(-2, 4).click();
			assert.deepEqual(await marks(), ['field_3: ascending']);
		});

		it('sorts by the focused column with Enter and Shift+Enter', async () => {
			await grid.press('ArrowUp', 'ArrowUp', 'ArrowRight', 'Enter', 'ArrowRight', 'Shift+Enter');
			assert.deepEqual(await marks(), ['field_1, sort key 1 of 2: ascending', 'field_2, sort key 2 of 2: ascending']);
			assert.deepEqual(await grid.announced(), ['Sorted by field_1, ascending', 'Sorted by field_2, ascending']);
		});

		it('sorts by a column from its menu', async () => {
			await grid.cell(-2, 2).click({ button: 'right' });
			await choose('Sort Descending');
			await grid.cell(-2, 3).click({ button: 'right' });
			await choose('Then Sort Ascending');
			assert.deepEqual(await marks(), ['field_1, sort key 1 of 2: descending', 'field_2, sort key 2 of 2: ascending']);
			await grid.cell(-2, 2).click({ button: 'right' });
			await choose('Remove Sort');
			assert.deepEqual(await marks(), ['field_2: ascending']);
		});
	});

	async function drag(from: number, to: number): Promise<void> {
		const [start, end] = await Promise.all([from, to].map((column) => grid.cell(-2, column).boundingBox()));
		assert.ok(start && end);
		await grid.page.mouse.move(start.x + 30, start.y + 10);
		await grid.page.mouse.down();
		await grid.page.mouse.move(from < to ? end.x + end.width - 10 : end.x + 10, end.y + 10, { steps: 8 });
		await grid.page.mouse.up();
		await grid.settled();
	}
});

import assert from 'node:assert/strict';
import { type GridPage, useGridHarness } from './gridPage';

describe('filter row of the grid', () => {
	const stage = useGridHarness();
	let grid: GridPage;
	beforeEach(async () => {
		grid = await stage.page({ rows: 1000, columns: 6 });
		await grid.start();
	});
	afterEach(() => grid.close());

	const input = (column: number) => grid.cell(-1, column).locator('input');
	const options = () => grid.page.getByRole('option').allTextContents();

	it('applies a typed column filter after a pause in typing', async () => {
		await input(3).click();
		await grid.page.keyboard.type('Error');
		await grid.until('toldSoFar', (told) => told.some(({ kind }) => kind === 'filtered'));
		assert.deepEqual(await grid.told(), [{ kind: 'filtered', filter: { kind: 'typed', column: 2, text: 'Error' } }]);
		await grid.settled();
		assert.match((await grid.cell(-2, 3).getAttribute('aria-label')) ?? '', /filtered/);
	});

	it('applies a column filter immediately on Enter, and only once', async () => {
		await input(3).click();
		await grid.page.keyboard.type('14');
		await grid.press('Enter', 'Enter', 'Escape');
		assert.deepEqual(await grid.told(), [{ kind: 'filtered', filter: { kind: 'typed', column: 2, text: '14' } }]);
		assert.equal(await grid.focus(), 'filter/3');
	});

	it('suggests column values with their counts and shares', async () => {
		await input(2).click();
		await grid.page.getByRole('option').first().waitFor();
		assert.deepEqual((await options()).slice(0, 2), ['145,000 · 25%', '134,100 · 20%']);
		assert.equal(await input(2).getAttribute('aria-expanded'), 'true');
		await grid.page.keyboard.type('1');
		await grid.page.getByRole('option', { name: '(empty)' }).waitFor({ state: 'detached' });
		assert.equal((await options()).length, 4);
	});

	it('accepts a suggested filter value with arrow keys and Enter', async () => {
		await input(2).click();
		await grid.page.getByRole('option').first().waitFor();
		await grid.press('ArrowDown', 'ArrowDown', 'ArrowDown');
		const chosen = await input(2).getAttribute('aria-activedescendant');
		assert.equal(await grid.page.locator(`[id="${chosen}"]`).textContent(), '<b>12</b>3,200 · 16%');
		await grid.press('Enter');
		assert.deepEqual(await grid.told(), [
			{ kind: 'filtered', filter: { kind: 'value', column: 1, value: '<b>12</b>' } },
		]);
		assert.equal(await grid.focus(), 'filter/2');
		assert.equal(await grid.page.getByRole('listbox').count(), 0);
	});

	it('closes the suggestions when the filter input scrolls out of view', async () => {
		await grid.page.setViewportSize({ width: 500, height: 400 });
		await input(2).click();
		await grid.page.getByRole('option').first().waitFor();
		await grid.page.mouse.move(300, 200);
		await grid.page.mouse.wheel(200, 0);
		await grid.page.getByRole('listbox').waitFor({ state: 'hidden' });
	});

	it('filters by empty values with a click', async () => {
		await input(2).click();
		await grid.page.getByRole('option', { name: '(empty)' }).click();
		assert.deepEqual(await grid.told(), [{ kind: 'filtered', filter: { kind: 'value', column: 1, value: '' } }]);
	});

	it('enters, edits and leaves the filter row with the keyboard', async () => {
		await grid.press('ArrowUp', 'ArrowRight');
		assert.equal(await grid.focus(), 'filter/2');
		await grid.press('Enter');
		assert.equal(await grid.focus(), 'filter/2 inside');
		await grid.press('Escape', 'Escape');
		assert.equal(await grid.focus(), 'filter/2');
		await grid.press('x');
		assert.equal(await grid.focus(), 'filter/2 inside');
		assert.equal(await input(2).inputValue(), 'x');
		await grid.press('Enter', 'Escape', 'ArrowDown');
		assert.equal(await grid.focus(), '0/2');
	});

	it('clears a column filter with Delete', async () => {
		await grid.call('reload', { filterTexts: [[1, '=14']] });
		await grid.settled();
		assert.equal(await input(2).inputValue(), '=14');
		await grid.press('ArrowUp', 'ArrowRight', 'Delete', 'Enter');
		assert.deepEqual(await grid.told(), [{ kind: 'filtered', filter: { kind: 'typed', column: 1, text: '' } }]);
	});

	it('opens the filter input of a column from its menu', async () => {
		await grid.cell(-2, 4).click({ button: 'right' });
		await grid.page.getByRole('menuitem', { name: 'Filter…' }).click();
		assert.equal(await grid.focus(), 'filter/4 inside');
	});

	it('shows filters set from outside the grid, but does not overwrite text being typed', async () => {
		await input(3).click();
		await grid.page.keyboard.type('half');
		await grid.call('reload', {
			filterTexts: [
				[2, 'other'],
				[1, '=14'],
			],
		});
		await grid.settled();
		assert.equal(await input(3).inputValue(), 'half');
		assert.equal(await input(2).inputValue(), '=14');
	});

	it("shows a filter that can't be typed in the input as read-only, and lets the grid's owner edit it", async () => {
		await grid.call('reload', { summaries: [[1, 'is one of 14, 15']] });
		await grid.settled();
		assert.equal(await input(2).inputValue(), 'is one of 14, 15');
		assert.equal(await input(2).evaluate((box: HTMLInputElement) => box.readOnly), true);
		const wanted = { kind: 'filterEditWanted', column: 1 };
		await grid.press('ArrowUp', 'ArrowRight', 'Enter');
		assert.deepEqual(await grid.told(), [wanted]);
		await grid.press('x');
		assert.deepEqual(await grid.told(), [wanted]);
		await grid
			.cell(-1, 2)
			.getByRole('button', { name: /^Edit…/ })
			.click();
		assert.deepEqual(await grid.told(), [wanted]);
		assert.equal(await grid.page.getByRole('listbox').count(), 0);
		await grid.press('Delete');
		assert.deepEqual(await grid.told(), [{ kind: 'filtered', filter: { kind: 'typed', column: 1, text: '' } }]);
	});

	it('clears all column filters from the menu of the corner button', async () => {
		await grid.call('reload', {
			filterTexts: [
				[2, 'a'],
				[1, 'b'],
			],
		});
		await grid.cell(-2, 0).click();
		await grid.page.getByRole('menuitem', { name: 'Clear Filters' }).click();
		await grid.settled();
		assert.equal(await input(2).inputValue(), '');
		assert.deepEqual(await grid.told(), [{ kind: 'filtered', filter: { kind: 'cleared' } }]);
	});
});

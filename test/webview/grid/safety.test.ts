import assert from 'node:assert/strict';
import { type GridPage, useGridHarness } from './gridPage';

describe('grid with untrusted content', () => {
	const stage = useGridHarness();
	let grid: GridPage;
	before(async () => {
		grid = await stage.page({ rows: 1_000_000, columns: 30 });
	});
	beforeEach(() => grid.start());

	const text = (position: number) => grid.cell(position, 5).textContent();

	it('renders markup in a cell as plain text', async () => {
		assert.match((await text(0)) ?? '', /^<img src=x onerror=/);
		assert.equal(await grid.page.locator('.grid img, .grid script').count(), 0);
		assert.equal(await grid.page.evaluate(() => 'hacked' in window), false);
	});

	it('shows invisible characters in a cell by their names', async () => {
		assert.match((await text(1)) ?? '', /^evil\[U\+202E\]gnp\.exe \[U\+2066\]isolated\[U\+2069\] \[U\+200F\]mark$/);
		assert.match((await text(2)) ?? '', /^bell\[U\+0007\] escape\[U\+001B\]\[31m nul\[U\+0000\] delete\[U\+007F\]$/);
	});

	it('keeps long and multi-line text inside its cell', async () => {
		assert.ok(((await text(6)) ?? '').length <= 1001);
		const heights = await grid.page
			.locator('.grid-row')
			.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
		assert.deepEqual([...new Set(heights)], [22]);
	});

	it('renders only a limited number of elements, regardless of the record count and the scroll position', async () => {
		const before = await grid.call('elements');
		for (const top of [3_000_000, 3_000_010, 8_000_000, 0]) {
			await grid.call('scrollTo', top);
			await grid.settled();
		}
		await grid.call('goToColumn', 29, true);
		await grid.settled();
		await grid.call('goToColumn', 0, true);
		await grid.settled();
		const after = await grid.call('elements');
		assert.ok(before < 900, `${before} elements`);
		assert.ok(after < before * 1.2, `${before} elements, then ${after}`);
	});

	it('renders only columns near the viewport, but renders all columns for screen readers', async () => {
		const cells = () => grid.page.locator('.grid-row').first().locator('> *').count();
		assert.ok((await cells()) < 20);
		await grid.call('setScreenReader', true);
		await grid.settled();
		assert.equal(await cells(), 31);
		await grid.call('setScreenReader', false);
		await grid.settled();
		assert.ok((await cells()) < 20);
	});

	it('renders the grid under a strict content security policy', async () => {
		await grid.cell(-2, 3).click({ button: 'right' });
		await grid.page.keyboard.press('Escape');
		await grid.cell(-1, 3).locator('input').click();
		await grid.page.getByRole('option').first().waitFor();
		await grid.press('Escape', 'Escape');
		await grid.cell(-2, 0).click();
		await grid.page.getByRole('menuitem', { name: 'Columns…' }).click();
		await grid.page.keyboard.press('Escape');
		assert.deepEqual(await grid.call('violations'), []);
		assert.equal(await grid.page.evaluate(() => document.querySelectorAll('style').length), 0);
	});
});

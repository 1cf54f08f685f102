import assert from 'node:assert/strict';
import { type GridPage, useGridStage } from './gridPage';

describe('The grid among strangers', () => {
	const stage = useGridStage();
	let grid: GridPage;
	before(async () => {
		grid = await stage.page({ rows: 1_000_000, columns: 30 });
	});
	beforeEach(() => grid.start());

	const text = (position: number) => grid.cell(position, 5).textContent();

	it('shows markup as text', async () => {
		assert.match((await text(0)) ?? '', /^<img src=x onerror=/);
		assert.equal(await grid.page.locator('.grid img, .grid script').count(), 0);
		assert.equal(await grid.page.evaluate(() => 'hacked' in window), false);
	});

	it('names what cannot be seen', async () => {
		assert.match((await text(1)) ?? '', /^evil\[U\+202E\]gnp\.exe \[U\+2066\]isolated\[U\+2069\] \[U\+200F\]mark$/);
		assert.match((await text(2)) ?? '', /^bell\[U\+0007\] escape\[U\+001B\]\[31m nul\[U\+0000\] delete\[U\+007F\]$/);
	});

	it('keeps long and tall texts in their cell', async () => {
		assert.ok(((await text(6)) ?? '').length <= 1001);
		const heights = await grid.page
			.locator('.grid-row')
			.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
		assert.deepEqual([...new Set(heights)], [22]);
	});

	it('has few elements however many records there are, wherever one scrolls', async () => {
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

	it('draws only the columns that are near, and all of them for a screen reader', async () => {
		const cells = () => grid.page.locator('.grid-row').first().locator('> *').count();
		assert.ok((await cells()) < 20);
		await grid.call('setScreenReader', true);
		await grid.settled();
		assert.equal(await cells(), 31);
		await grid.call('setScreenReader', false);
		await grid.settled();
		assert.ok((await cells()) < 20);
	});

	it('needs no style or script that the policy forbids', async () => {
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

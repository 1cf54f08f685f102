import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import { colorRules } from '../../support/webview/stagedPage';
import { type GridPage, useGridHarness } from './gridPage';

describe('grid accessibility', () => {
	const stage = useGridHarness();
	let axe: string;
	before(async () => {
		axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
	});

	it('passes the accessibility checks of axe in every theme', async () => {
		// The small grid has a few cells of each kind, because axe checks every cell.
		const grid = await stage.page({ rows: 1_000_000, width: 760, height: 440 });
		await grid.page.evaluate(axe);
		await grid.cell(-2, 2).click();
		await grid.cell(-2, 4).click({ modifiers: ['Shift'] });
		await grid.cell(5, 0).click();
		await grid.cell(8, 0).click({ modifiers: ['Shift'] });
		await grid.press('ArrowDown', 'ArrowRight');
		await assertAccessible(grid);
		await grid.call('setScreenReader', true);
		await grid.call('setDensity', 'tall');
		await grid.settled();
		await assertAccessible(grid);
		await grid.cell(-1, 3).locator('input').click();
		await grid.page.getByRole('option').first().waitFor();
		await grid.press('ArrowDown');
		await assertAccessible(grid);
		await grid.close();
	});

	it('hides cells that are scrolled behind pinned columns in every theme', async () => {
		const grid = await stage.page({ rows: 100 });
		await grid.cell(4, 0).click();
		await grid.cell(6, 1).hover();
		await grid.inEachTheme(async () => {
			for (const row of [4, 6, 8]) {
				const colour = await grid.cell(row, 1).evaluate((cell) => getComputedStyle(cell).backgroundColor);
				assert.match(colour, /^rgb\(/, `row ${row}`);
			}
		});
		await grid.close();
	});

	it('exposes total row and column counts and the positions of rendered rows and cells to screen readers', async () => {
		const grid = await stage.page({ rows: 1_000_000, columns: 30 });
		await grid.press('Tab', 'Control+End');
		const { rows, columns, row, cells, headers } = await grid.page.evaluate(() => {
			const table = document.querySelector('[role=grid]');
			const last = [...document.querySelectorAll('[role=row]')].at(-1);
			return {
				rows: table?.ariaRowCount,
				columns: table?.ariaColCount,
				row: last?.ariaRowIndex,
				cells: [...(last?.children ?? [])].map(({ role, ariaColIndex }) => `${role} ${ariaColIndex}`),
				headers: [...document.querySelectorAll('[role=columnheader]')].map(({ ariaColIndex }) => ariaColIndex),
			};
		});
		assert.deepEqual([rows, columns, row], ['1000002', '31', '1000002']);
		assert.deepEqual([cells[0], cells.at(-1)], ['rowheader 1', 'gridcell 31']);
		assert.deepEqual(
			headers,
			cells.map((cell) => cell.split(' ')[1]),
		);
		await grid.close();
	});

	it('identifies malformed and empty cells for screen readers', async () => {
		const grid = await stage.page({ rows: 100 });
		assert.equal(await grid.cell(3, 0).getAttribute('aria-label'), '4, malformed');
		assert.equal(await grid.cell(0, 4).getAttribute('aria-label'), 'empty');
		assert.equal(await grid.cell(1, 4).getAttribute('aria-label'), null);
		await grid.close();
	});

	it('shows focus and selection in forced colors mode', async () => {
		const grid = await stage.page({ rows: 100, forcedColors: true });
		await grid.cell(4, 0).click();
		await grid.press('ArrowDown');
		const looks = await grid.page.evaluate(() => {
			const selected = document.querySelector('.grid-row[aria-selected=true]');
			const focused = document.activeElement;
			return {
				border: selected && getComputedStyle(selected, '::after').borderTopStyle,
				outline: focused && getComputedStyle(focused).outlineStyle,
			};
		});
		assert.deepEqual(looks, { border: 'solid', outline: 'solid' });
		await grid.close();
	});

	it('renders the grid without animations', async () => {
		const grid = await stage.page({ rows: 100 });
		await grid.cell(4, 3).click();
		const moving = await grid.page.evaluate(
			() =>
				[...document.querySelectorAll('.grid, .grid *')].filter((element) => {
					const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(element);
					return transitionDuration !== '0s' || animationName !== 'none' || scrollBehavior !== 'auto';
				}).length,
		);
		assert.equal(moving, 0);
		await grid.close();
	});

	/** Checks all rules in the first theme, but in other themes only the rules about colors. */
	async function assertAccessible(grid: GridPage): Promise<void> {
		await grid.inEachTheme(async (_theme, isFirst) => {
			const violations = await grid.page.evaluate(
				async (runOnly) => {
					const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
					// Other result types have an entry for every cell and are expensive to serialize.
					const { violations } = await axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) });
					return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
				},
				isFirst ? undefined : [...colorRules],
			);
			assert.deepEqual(violations, []);
		});
	}
});

import { GridHarness, useGridHarness } from './gridPage';

describe('grid screenshots', () => {
	const stage = useGridHarness();

	it('renders the grid in every theme', async () => {
		const grid = await stage.page({ rows: 1_000_000 });
		await grid.cell(-2, 2).click();
		await grid.cell(-2, 4).click({ modifiers: ['Shift'] });
		await grid.cell(5, 0).click();
		await grid.cell(8, 0).click({ modifiers: ['Shift'] });
		await grid.cell(12, 3).click({ modifiers: ['Control'] });
		await grid.press('ArrowDown', 'ArrowRight');
		await grid.inEachTheme((theme) => grid.screenshot(theme));
		await grid.cell(-2, 3).click({ button: 'right' });
		await grid.settled();
		await grid.inEachTheme((theme) => grid.screenshot(`${theme}-menu`));
		await grid.page.keyboard.press('Escape');
		await grid.cell(-1, 3).click();
		await grid.page.getByRole('option').first().waitFor();
		await grid.press('ArrowDown');
		await grid.inEachTheme((theme) => grid.screenshot(`${theme}-suggestions`));
		await grid.close();
	});

	it('renders the grid with tall rows, at a narrow width, in forced colors and at 200% zoom', async () => {
		const tall = await stage.page({ rows: 1_000_000, density: 'tall' });
		await tall.cell(1, 3).click();
		await tall.screenshot('tall');
		await tall.close();
		const narrow = await stage.page({ rows: 1000, width: 320, height: 400 });
		await narrow.call('goToColumn', 6, true);
		await narrow.settled();
		await narrow.screenshot('narrow');
		await narrow.close();
		const forced = await stage.page({ rows: 1000, forcedColors: true });
		await forced.cell(4, 0).click();
		await forced.screenshot('forced-colours');
		await forced.close();
		const large = await GridHarness.open(2);
		const zoomed = await large.page({ rows: 1_000_000, width: 640, height: 400 });
		await zoomed.call('focus');
		await zoomed.press('Control+End');
		await zoomed.screenshot('zoomed');
		await large.close();
		const rtl = await stage.page({ rows: 1000, dir: 'rtl' });
		await rtl.cell(4, 3).click();
		await rtl.call('goToColumn', 12, true);
		await rtl.settled();
		await rtl.screenshot('right-to-left');
		await rtl.close();
	});
});

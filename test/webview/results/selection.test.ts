import assert from 'node:assert/strict';
import type { CopyOrSave } from '../../../src/shared/results';
import { type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

describe('selection of records and cells', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;
	beforeEach(async () => {
		view = await browser.open({ width: 2_600 });
		await view.drawn();
	});

	it('shows the number of selected records, and the sum of the values in the active column', async () => {
		const { page } = view;
		const line = page.locator('.selection-line');
		const cell = (row: number, text: RegExp) =>
			page.locator('.grid-row').nth(row).getByRole('gridcell', { name: text });
		assert.equal(await line.isVisible(), false);
		await cell(0, /^4\d\d$/).click();
		assert.equal(await line.isVisible(), false, 'one is no selection');
		await page.keyboard.press('Shift+Space');
		await cell(2, /^4\d\d$/).click({ modifiers: ['Shift'] });
		const builds = await Promise.all([0, 1, 2].map((row) => cell(row, /^4\d\d$/).innerText()));
		const sum = builds.reduce((all, build) => all + Number(build), 0).toLocaleString('en');
		await line.getByText(`3 records selected · app_build_number: 3 non-empty, sum: ${sum}`).waitFor();
		await view.assertAccessible();
		await page.keyboard.press('ArrowLeft');
		await line.getByText(/· analytics_device_id: 3 non-empty, sum: 27,021,597,764,\d{3},\d{3}$/).waitFor();
		await page.keyboard.press('Home');
		await line.getByText(/^3 records selected$/).waitFor();
		await page.keyboard.press('Escape');
		assert.equal(await line.isVisible(), false);
	});

	it('shows the count and sums of cells in several columns, and copies the cells as displayed', async () => {
		const { page } = view;
		const line = page.locator('.selection-line');
		const cell = (row: number, text: RegExp) =>
			page.locator('.grid-row').nth(row).getByRole('gridcell', { name: text });
		await cell(0, /^4\d\d$/).click();
		await page.keyboard.press('Shift+ArrowLeft');
		await line
			.getByText(/^2 cells in 1 record selected · 2 non-empty · .*sum: 9,007,199,254,\d{3},\d{3}.* · .*sum: 4\d\d$/)
			.waitFor();
		await page.keyboard.press('Shift+ArrowDown');
		await page.keyboard.press('Shift+ArrowLeft');
		await line
			.getByText(
				/^6 cells in 2 records selected · \d non-empty · analytics_device_id: sum: [\d,]+ · app_build_number: sum: 8\d\d$/,
			)
			.waitFor();
		for (const theme of ['dark'] as const) {
			await view.screenshot(`cells-${theme}`);
		}
		await view.assertAccessible();
		await page.evaluate(() => document.execCommand('copy'));
		const { what } = (await view.calls('copyRecords')).at(-1) as { what: CopyOrSave };
		assert.deepEqual(
			[what.positions, what.columns.length, what.format, what.header],
			[[{ from: 0, to: 2 }], 3, 'tsv', false],
		);
		await page.keyboard.press('ArrowDown');
		assert.equal(await line.isVisible(), false);
	});

	it('shows no sum if the selected cells contain times', async () => {
		const { page } = view;
		await page
			.locator('.grid-row')
			.first()
			.getByRole('gridcell', { name: /^2026-/ })
			.click();
		await page.keyboard.press('Control+a');
		await page
			.locator('.selection-line')
			.getByText('2,400 records selected · error_datetime: 2,400 non-empty')
			.waitFor();
		assert.doesNotMatch(await page.locator('.selection-line').innerText(), /sum/);
	});
});

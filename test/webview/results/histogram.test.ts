import assert from 'node:assert/strict';
import type { View } from '../../../src/shared/results';
import { type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

describe('timeline of the results view', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;
	beforeEach(async () => {
		view = await browser.open();
		await view.drawn();
	});

	const range = () =>
		view.page.evaluate(() => {
			const asked = window.fakeHost.calls.findLast(({ method }) => method === 'page')?.params as { view: View };
			return asked.view.filters.find((filter) => filter.kind === 'range');
		});
	/** Number of seconds that one bar of the generated week covers. */
	const step = 7_200;

	it("shows an error instead of a legend if the timeline can't be created", async () => {
		view = await browser.open({ failing: 'histogram' });
		await view.page.locator('.histogram:not([aria-busy])').getByText('Failed to draw the timeline.').waitFor();
		assert.equal(await view.page.locator('.legend-item').count(), 0);
	});

	it('selects a time range in the timeline with the mouse', async () => {
		const { page } = view;
		const box = await page.locator('.brush').boundingBox();
		assert.ok(box);
		await page.mouse.move(box.x + box.width * 0.25, box.y + 20);
		await page.mouse.down();
		await page.mouse.move(box.x + box.width * 0.5, box.y + 20, { steps: 4 });
		await page.mouse.up();
		await view.count(/ of 2,400 records/);
		await page.locator('.chip', { hasText: 'error_timestamp' }).waitFor();
		await view.count(/^[567]\d\d of 2,400 records/);
		assert.equal((await range())?.column, 1);
	});

	it('keeps the buttons of the timeline together at the end of a row, regardless of the width', async () => {
		const { page } = view;
		const getPlace = async (name: string) => {
			const box = await page.locator('.histogram').getByRole('button', { name, exact: true }).boundingBox();
			assert.ok(box, name);
			return box;
		};
		for (let width = 260; width <= 520; width += 10) {
			await page.setViewportSize({ width, height: 800 });
			const [table, close] = [await getPlace('Show as Table'), await getPlace('Hide Timeline')];
			assert.equal(table.y, close.y, `${width} pixels`);
			assert.ok(close.x + close.width > width - 24, `${width} pixels: ends at ${close.x + close.width}`);
		}
	});

	it('selects a time range in the timeline with the keyboard and announces the selection', async () => {
		const { page } = view;
		const brush = page.getByRole('slider', { name: 'Time range' });
		await brush.focus();
		assert.match((await brush.getAttribute('aria-valuetext')) ?? '', /^No range selected/);
		await brush.press('ArrowRight');
		await brush.press('ArrowRight');
		await brush.press('Shift+ArrowRight');
		await brush.press('Shift+ArrowRight');
		const spoken = (await brush.getAttribute('aria-valuetext')) ?? '';
		const promised = /([\d,]+) records$/.exec(spoken)?.[1];
		assert.ok(promised, spoken);
		await brush.press('Enter');
		await view.count(`${promised} of 2,400 records`);
		const marked = await range();
		assert.equal(Number(marked?.to) + 1 - Number(marked?.from), 3 * step);
	});

	it('clears the selected time range on Escape', async () => {
		const { page } = view;
		const brush = page.getByRole('slider', { name: 'Time range' });
		await brush.focus();
		await brush.press('End');
		await brush.press('Escape');
		await brush.press('Enter');
		assert.match((await brush.getAttribute('aria-valuetext')) ?? '', /^No range selected/);
		assert.equal(await range(), undefined);
	});

	it('stacks the timeline by any column, and filters by a clicked legend entry', async () => {
		const { page } = view;
		await page.getByLabel('Break down timeline by').selectOption({ label: 'by os_name' });
		await page.getByRole('button', { name: 'ios', exact: true }).click();
		await view.count(/ of 2,400 records/);
		assert.deepEqual(await view.chips(), ['os_name = ios']);
		const last = (await view.calls('histogram')).at(-1) as { stackBy: number; timeZone: string };
		assert.equal(last.stackBy, 4);
		assert.equal(last.timeZone, 'UTC', 'the time zone of the axis');
	});

	it('orders versions in the legend, and keeps their colors when one version is selected', async () => {
		const { page } = view;
		const legend = () =>
			page
				.locator('.legend-button')
				.evaluateAll((buttons) =>
					buttons.map((button) => `${button.textContent} ${button.querySelector('.bars')?.getAttribute('class')}`),
				);
		const before = await legend();
		assert.deepEqual(
			before.map((words) => words.split(' ')[0]),
			['2.3.1', '2.4.0', '2.4.1', '2.5.0', '2.10.0'],
		);
		await page.locator('.legend-button', { hasText: '2.5.0' }).click();
		await view.count(/ of 2,400 records/);
		await page.locator('.legend-button').nth(1).waitFor({ state: 'detached' });
		assert.deepEqual(
			await legend(),
			before.filter((words) => words.startsWith('2.5.0')),
		);
		await page.locator('.histogram .pane-head').getByText('Nov 12 – 18 UTC', { exact: true }).waitFor();
	});

	it('describes the timeline in a sentence and a data table', async () => {
		const { page } = view;
		const sentence = (await page.locator('.plot-picture').getAttribute('aria-label')) ?? '';
		assert.match(sentence, /^2,400 records in .* Peak: \d+ in .*\.$/);
		await page.getByRole('button', { name: 'Show as Table' }).click();
		const table = page.getByRole('table', { name: 'Records over time' });
		const totals = await table.locator('tbody td:nth-child(2)').allInnerTexts();
		assert.equal(
			totals.reduce((sum, text) => sum + Number(text.replace(',', '')), 0),
			2_400,
		);
		await view.assertAccessible();
	});
});

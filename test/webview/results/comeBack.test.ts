import assert from 'node:assert/strict';
import type { ViewState } from '../../../src/shared/protocols/resultsProtocol';
import { type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

const library = (count: number) =>
	Array.from({ length: count }, (_, index) => `\tat com.example.lib.Way${index}.go(Way${index}.kt:${index + 10})`);

const text = ['java.lang.Error: x', ...library(60)].join('\n');

describe('restoring the results view', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;

	const current = () => view.page.locator('.grid-row[aria-current]');
	const focused = () => view.page.evaluate(() => document.activeElement?.textContent ?? '');
	const scrolled = (part: string) =>
		view.page.locator(part).evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft]);
	const comeBack = async () => {
		await view.page.reload();
		await view.drawn();
	};

	it('restores the scroll position and the row of the open record independently of the selected rows', async () => {
		view = await browser.open();
		const { page } = view;
		await view.drawn();
		await page.getByRole('rowheader', { name: '4', exact: true }).click();
		await page.getByRole('rowheader', { name: '6', exact: true }).click({ modifiers: ['Control'] });
		const cell = page.getByRole('gridcell', { name: 'ios' }).first();
		const shown = await cell.locator('xpath=..').getByRole('rowheader').innerText();
		await cell.click({ modifiers: ['Control'] });
		await current().getByRole('rowheader', { name: shown, exact: true }).waitFor();
		assert.equal(await current().count(), 1);
		await page.locator('.record .pane-count', { hasText: `${shown} of 2,400` }).waitFor();
		await page.locator('.grid-scroller').evaluate((scroller) => scroller.scrollTo(120, 22 * 30));
		await page.locator('.record .trace').waitFor();
		await view.settled();
		const before = await scrolled('.grid-scroller');
		await comeBack();
		await current().waitFor({ state: 'attached' });
		assert.deepEqual(await scrolled('.grid-scroller'), before);
		await page.locator('.grid-scroller').evaluate((scroller) => scroller.scrollTo(120, 0));
		assert.equal(await current().getByRole('rowheader').innerText(), shown);
		assert.equal(await page.locator('.grid-row.active [role=rowheader]').innerText(), shown);
	});

	it('restores the focus to the previously focused cell', async () => {
		view = await browser.open();
		const { page } = view;
		await view.drawn();
		await page.locator('.grid-row').nth(3).getByRole('gridcell').nth(4).click();
		const before = await focused();
		await comeBack();
		await current().waitFor();
		assert.equal(await focused(), before);
		await page.keyboard.press('ArrowDown');
		await current().getByRole('rowheader', { name: '5', exact: true }).waitFor();
	});

	it('restores the scroll position of the record and the focus on the last clicked link', async () => {
		view = await browser.open({ values: { error: text } });
		const { page } = view;
		await view.drawn();
		const link = page.getByRole('link', { name: 'Way40.kt:50' });
		await link.click();
		await view.calls('openFrame');
		const before = await scrolled('.record-body');
		assert.ok((before[0] ?? 0) > 100);
		await comeBack();
		await page.waitForFunction(() => document.activeElement?.textContent === 'Way40.kt:50');
		assert.deepEqual(await scrolled('.record-body'), before);
	});

	it('saves the view state even if the view loses focus right after a click', async () => {
		view = await browser.open();
		const { page } = view;
		await view.drawn();
		await page.getByRole('rowheader', { name: '4', exact: true }).click();
		await page.evaluate(() => window.dispatchEvent(new Event('blur')));
		const state = (await view.calls('saveState')).at(-1) as ViewState;
		assert.deepEqual([state.selected, state.focus?.pane], [3, 'grid']);
	});

	it('focuses the grid when the results view starts', async () => {
		view = await browser.open();
		await view.drawn();
		await view.page.keyboard.press('ArrowDown');
		await current().getByRole('rowheader', { name: '2', exact: true }).waitFor();
	});
});

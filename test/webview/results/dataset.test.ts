import assert from 'node:assert/strict';
import { type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

/** A time within the week of the records, in Unix seconds. */
const recentSince = Date.UTC(2026, 10, 15) / 1000;
const timeColumn = 1;

describe('dataset in the results view', () => {
	const browser = useResultsBrowser();
	const allTime = ({ page }: ResultsView) => page.getByRole('button', { name: /^Show All Time \(/ });

	it('shows the last days of a dataset first, with a button that shows all records', async () => {
		const view = await browser.open({ recentSince });
		const recent = { kind: 'range', column: timeColumn, from: String(recentSince) } as const;
		await view.filters([recent]);
		assert.equal((await view.chips()).length, 1);
		await view.count(/^[1-9][\d,]* of 2,400 records$/);
		assert.equal(await allTime(view).innerText(), 'Show All Time (2,400 records)');
		await view.assertAccessible();
		await view.screenshot('dataset');
		await allTime(view).press('Enter');
		await view.filters([]);
		await view.count('2,400 records');
		assert.equal(await allTime(view).isVisible(), false);
		await view.page.keyboard.press('Alt+ArrowLeft');
		await view.filters([recent]);
		assert.equal(await allTime(view).isVisible(), true);
	});

	it('assigns numbers to the records of a dataset based on their position in the view', async () => {
		const view = await browser.open({ recentSince });
		await view.drawn();
		const numbers = view.page.locator('[role=rowheader]');
		assert.deepEqual((await numbers.allInnerTexts()).slice(0, 3), ['1', '2', '3']);
		await view.page.evaluate(() => window.fakeHost.say('command', { id: 'goToRecord' }));
		await view.page.getByLabel('Record number (1 to').fill('7');
		await view.page.keyboard.press('Enter');
		await view.page.locator('[role=row].active [role=rowheader]', { hasText: /^7$/ }).waitFor();
	});

	it('describes a dataset without a file size or format', async () => {
		const view = await browser.open({ recentSince });
		await view.drawn();
		assert.doesNotMatch((await view.page.locator('.header-count').getAttribute('title')) ?? '', /file|CSV|JSON/);
	});

	it('hides the button that shows all records if all records are already shown', async () => {
		const view = await browser.open();
		await view.drawn();
		assert.equal(await allTime(view).isVisible(), false);
	});

	it("fits a dataset's view into a narrow window in every theme", async () => {
		const view = await browser.open({ recentSince, width: 420, height: 700 });
		await view.drawn();
		await view.inEachTheme(async (theme) => {
			const box = await allTime(view).boundingBox();
			assert.ok(box && box.x >= 0 && box.x + box.width <= 420, JSON.stringify(box));
			await view.assertAccessibleIn(theme);
			await view.screenshot(`dataset-narrow-${theme}`);
		});
	});
});

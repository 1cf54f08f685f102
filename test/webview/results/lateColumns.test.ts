import assert from 'node:assert/strict';
import { useResultsBrowser } from '../../support/webview/resultsPage';

describe('file whose later records have more columns', () => {
	const browser = useResultsBrowser();

	it('adds late columns after the existing columns without changing the layout of existing columns', async () => {
		const view = await browser.open({ reading: true, moreColumns: 3, lateColumns: 2, width: 4_200 });
		const { page } = view;
		const titles = async () =>
			(await page.getByRole('columnheader').allInnerTexts()).map((text) => text.split('\n')[0] ?? '').filter(Boolean);
		const widthOf = (name: RegExp) =>
			page.getByRole('columnheader', { name }).evaluate((header) => header.getBoundingClientRect().width);
		await page.getByRole('columnheader', { name: /^error_name/ }).click();
		await page.keyboard.press('Alt+ArrowRight');
		await page.keyboard.press('Shift+ArrowRight');
		await view.settled();
		const [before, width] = [await titles(), await widthOf(/^error_name/)];
		assert.equal(before.indexOf('error_name'), 3, before.join());
		assert.ok(!before.includes('more_1'), before.join());

		await page.evaluate(() => window.fakeHost.read(1));
		await view.count('2,400 records');
		await page.getByRole('columnheader', { name: /^more_2/ }).waitFor();
		await view.settled();
		assert.deepEqual(await titles(), [...before, 'more_1', 'more_2']);
		assert.equal(await widthOf(/^error_name/), width);
		await page
			.getByRole('gridcell', { name: /^\d+\/2$/ })
			.first()
			.waitFor();
		await view.assertAccessible('.grid-host');
	});
});

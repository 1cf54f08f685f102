import { allThemes, ResultsBrowser } from '../../support/webview/resultsPage';

describe('Pictures of the results view', () => {
	let browser: ResultsBrowser;
	before(async () => {
		browser = await ResultsBrowser.start();
	});
	after(() => browser?.close());

	for (const theme of allThemes) {
		it(`in ${theme}`, async () => {
			const view = await browser.open({ theme });
			await view.page.locator('.group').first().waitFor();
			await view.page.locator('.plot-picture path').first().waitFor();
			await view.page.locator('.grid-host [role=row]').nth(5).waitFor();
			await view.screenshot(theme);
			await view.assertAccessible();
			await view.close();
		});
	}
});

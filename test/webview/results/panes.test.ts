import assert from 'node:assert/strict';
import { useResultsBrowser } from '../../support/webview/resultsPage';

describe('panes of the results view', () => {
	const browser = useResultsBrowser();

	it('prevents panes from overlapping in windows of any size', async () => {
		const view = await browser.open();
		const { page } = view;
		await view.drawn();
		const overlaps = () =>
			page.evaluate(() => {
				const boxes = ['.groups', '.records', '.record'].map((pane) =>
					(document.querySelector(pane) as Element).getBoundingClientRect(),
				);
				return boxes.some((one, index) =>
					boxes
						.slice(index + 1)
						.some(
							(other) =>
								Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
								Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
						),
				);
			});
		for (const place of ['below', 'beside']) {
			for (const [width, height] of [
				[1200, 800],
				[1200, 500],
				[1200, 380],
				[1200, 260],
				[720, 700],
				[640, 380],
				[400, 600],
			] as const) {
				await page.setViewportSize({ width, height });
				assert.equal(await overlaps(), false, `${width} × ${height}, the record ${place}`);
			}
			await page.setViewportSize({ width: 1200, height: 800 });
			await page.getByRole('button', { name: /^Move (?:Beside|Below) Records$/ }).click();
		}
	});
});

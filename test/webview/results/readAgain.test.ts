import assert from 'node:assert/strict';
import type { Notice } from '../../../src/shared/protocols/notice';
import { type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

const notice = (text: string): Notice => ({
	kind: 'warning',
	text,
	actions: [{ id: 'again', label: 'Reload' }],
});

describe('file that changed after it was read', () => {
	const browser = useResultsBrowser();

	const tell = (view: ResultsView, text: string) =>
		view.page.evaluate((told) => window.fakeHost.say('notices', { notices: [told], asOf: undefined }), notice(text));

	for (const text of [
		'The file was changed since it was read.',
		'The file was shortened since it was read.',
		'The file was replaced since it was read.',
	]) {
		it(`shows and announces a file change only once, with a button: ${text}`, async () => {
			const view = await browser.open();
			const { page } = view;
			await view.drawn();
			await tell(view, text);
			await page.getByRole('banner').getByText(text).waitFor();
			await page.locator('[aria-live]', { hasText: text }).first().waitFor({ state: 'attached' });
			await tell(view, text);
			assert.equal(await page.getByRole('banner').getByText(text).count(), 1);
			await view.assertAccessible();
			await page.getByRole('button', { name: 'Reload' }).press('Enter');
			assert.deepEqual(await view.calls('act'), [{ id: 'again' }]);
		});
	}

	it('reloads a changed file with the same filters and columns, and removes the notice', async () => {
		const view = await browser.open({ again: { records: 2_600 } });
		const { page } = view;
		await view.drawn();
		await page.getByRole('button', { name: '2.4.1' }).click();
		await view.count(/ of 2,400/);
		await tell(view, 'The file was changed since it was read.');
		await page.waitForFunction(() => window.fakeHost.calls.some(({ method }) => method === 'saveState'));
		await page.getByRole('button', { name: 'Reload' }).click();
		await view.count(/ of 2,600 records/);
		assert.deepEqual(await view.chips(), ['app_version_name = 2.4.1']);
		assert.equal(await page.getByRole('button', { name: 'Reload' }).count(), 0);
		await view.drawn();
	});

	it('scrolls to the beginning of a changed file if the records in view no longer exist', async () => {
		const view = await browser.open({ again: { records: 30 } });
		const { page } = view;
		await view.drawn();
		await page.locator('.grid-scroller').evaluate((scroller) => scroller.scrollTo(0, 22 * 1_500));
		await view.settled();
		await page.getByRole('gridcell').nth(30).click();
		await page.waitForFunction(() => {
			const saved = window.fakeHost.calls.findLast(({ method }) => method === 'saveState')?.params;
			return ((saved as { selected?: number } | undefined)?.selected ?? 0) > 1000;
		});
		await tell(view, 'The file was shortened since it was read.');
		await page.getByRole('button', { name: 'Reload' }).click();
		await view.count('30 records');
		await view.drawn();
		await page.locator('.record .pane-count', { hasText: '1 of 30' }).waitFor();
		assert.ok((await page.getByRole('row').count()) > 10);
		await view.assertAccessible();
	});

	it('reports that a changed file is now empty', async () => {
		const view = await browser.open({ again: { records: 0 } });
		const { page } = view;
		await view.drawn();
		await tell(view, 'The file was replaced since it was read.');
		await page.getByRole('button', { name: 'Reload' }).click();
		await view.count('0 records');
		await page.locator('.records .empty, .empty-state').first().waitFor();
	});
});

describe("file that can't be opened", () => {
	const browser = useResultsBrowser();

	it("explains why a file can't be opened, and opens it on retry", async () => {
		const refused = '/home/me/a.csv does not exist. It may have been moved or deleted.';
		const view = await browser.open({ refused });
		const { page } = view;
		await page.getByRole('alert').getByText(refused).waitFor();
		await view.assertAccessible();
		await page.getByRole('button', { name: 'Retry' }).press('Enter');
		await view.drawn();
		assert.equal(await page.getByText(refused).count(), 0);
	});
});

import assert from 'node:assert/strict';
import { longestTask } from '../../support/webview/longestTask';
import { type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

describe('The record pane', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;
	beforeEach(async () => {
		view = await browser.open();
		await view.drawn();
	});

	const place = () => view.page.locator('.record .pane-count');
	const next = (times: number) => async () => {
		for (let step = 0; step < times; step++) {
			await view.page.getByRole('button', { name: 'Next record', exact: true }).click();
			await place()
				.filter({ hasText: new RegExp(`^${step + 2} of`) })
				.waitFor();
			await view.settled();
		}
	};

	it('shows the trace apart and every field', async () => {
		const { page } = view;
		assert.match(await page.locator('.trace').innerText(), /OutOfMemoryError[\s\S]*at com\.example\.shop/);
		assert.equal(await page.locator('.fields tr').count(), 12);
	});

	it('is not that of another place while it is read, nor when that failed', async () => {
		const opacity = () =>
			view.page
				.locator('.record-body > *')
				.first()
				.evaluate((part) => Number(getComputedStyle(part).opacity));
		assert.equal(await opacity(), 1);
		view = await browser.open({ held: 'record' });
		await view.page.locator('.record-body[aria-busy]').waitFor();
		await view.page.waitForFunction(() => {
			const part = document.querySelector('.record-body > *');
			return part && Number(getComputedStyle(part).opacity) < 1;
		});
		view = await browser.open({ failing: 'record' });
		await view.page.locator('.record-body:not([aria-busy])').getByText('The record could not be read.').waitFor();
		await view.screenshot('record-failed');
		const asked = (await view.calls('record')).length;
		await view.page.getByRole('button', { name: 'Retry' }).click();
		await view.page.waitForFunction(
			(before) => window.hostCalls.filter(({ method }) => method === 'record').length > before,
			asked,
		);
		await view.assertAccessible();
	});

	it('names the zone of a time that stands beside another clock', async () => {
		const aside = view.page.locator('.fields tr', { hasText: 'error_timestamp' }).locator('.field-aside');
		assert.match(await aside.innerText(), /^Nov 12, 2026, 00:02:24 UTC$/);
	});

	it('steps through the view and says where it is', async () => {
		await next(2)();
		await place().filter({ hasText: '3 of 2,400' }).waitFor();
		await view.page.getByRole('button', { name: 'Previous record', exact: true }).click();
		await place().filter({ hasText: '2 of 2,400' }).waitFor();
	});

	it('steps to the next record of the same group', async () => {
		const { page } = view;
		const name = page.locator('.fields tr', { hasText: 'error_name' }).locator('td');
		const before = await name.innerText();
		await page.getByRole('button', { name: 'Next record of the group' }).click();
		await place().filter({ hasNotText: /^1 of/ }).waitFor();
		await view.settled();
		assert.equal(await name.innerText(), before);
		assert.deepEqual(await view.chips(), []);
	});

	it('shows JSON as a tree with its digits, and marks where it breaks off', async () => {
		const { page } = view;
		await page.getByText('Not JSON: the text ends too early.').waitFor();
		assert.equal(await page.locator('.json-fault mark').count(), 1);
		await next(1)();
		await page.locator('.json-branch').first().waitFor();
		assert.match(await page.locator('.json').innerText(), /order: 9007199254740993\d/);
		assert.match(await page.locator('.json').innerText(), /price: 19\.90/);
	});

	it('shows a broken record with its text and the reason', async () => {
		const { page } = view;
		await page.evaluate(() => window.fakeHost.say('command', { id: 'showBroken' }));
		await view.count('1 of 2,400 records');
		await page.getByText('This record has 3 cells, the header 13. Its text:').waitFor();
		assert.match(await page.locator('.fault').innerText(), /"2026-11-12 00:09:41","oops",3/);
		await view.assertAccessible();
	});

	it('copies a value and filters by it', async () => {
		const { page } = view;
		await page.getByRole('button', { name: 'Copy device_model' }).click();
		assert.deepEqual(await view.calls('copyText'), [{ text: 'Xperia 10 V' }]);
		await page.getByRole('button', { name: 'Show only records with this device_model' }).click();
		await page.locator('.chip', { hasText: 'device_model = Xperia 10 V' }).waitFor();
	});

	it('says which values are only the beginnings, and copies all of them', async () => {
		const cut = [{ column: 5, length: 12_345_678 }];
		const start = await browser.open({ cut });
		await start.drawn();
		const field = start.page.locator('.fields tr', { hasText: 'of 12,345,678 characters are shown' });
		const name = await field.locator('th').innerText();
		await field.getByRole('button', { name: `Copy ${name}` }).click();
		assert.deepEqual(await start.calls('copyValue'), [{ number: 0, column: 5 }]);
	});

	it('finds text inside', async () => {
		const { page } = view;
		const box = page.getByRole('textbox', { name: 'Find in record' });
		await box.fill('ANDROID');
		await page
			.locator('.record-search')
			.getByRole('status')
			.filter({ hasText: /^1 of [3-9]$/ })
			.waitFor();
		await box.press('Enter');
		await page
			.locator('.record-search')
			.getByRole('status')
			.filter({ hasText: /^2 of [3-9]$/ })
			.waitFor();
	});

	it('compares two records beside each other with most of the room for their values', async () => {
		const { page } = view;
		await page.setViewportSize({ width: 420, height: 800 });
		await page.getByRole('button', { name: 'Compare with another record' }).click();
		await page.locator('.grid-host [role=row] >> nth=6').click();
		const names = page.locator('.compare tbody th').first();
		const table = page.locator('.compare');
		const width = async (part: typeof table) => (await part.boundingBox())?.width ?? Number.NaN;
		assert.ok((await width(names)) <= 0.4 * (await width(table)));
		await page.setViewportSize({ width: 1200, height: 800 });
		assert.ok((await width(names)) <= 0.25 * (await width(table)));
		await page.setViewportSize({ width: 420, height: 800 });
		const rows = await page
			.locator('.compare .field-aside')
			.evaluateAll((asides) => asides.map((aside) => aside.getClientRects().length));
		assert.ok(rows.length > 0 && rows.every((count) => count === 1), 'a time is not cut within its words');
	});

	it('compares two records, the differing fields alone if wanted', async () => {
		const { page } = view;
		await page.getByRole('button', { name: 'Compare with another record' }).click();
		await page.getByText('Choose the record to compare with.').waitFor();
		await next(1)();
		await page.getByRole('columnheader', { name: 'Record 2 of the file' }).waitFor();
		assert.equal(await page.locator('.compare tbody tr').count(), 13);
		await page.getByLabel('Only fields that differ').check();
		const left = page.locator('.compare tbody tr');
		assert.ok((await left.count()) < 13);
		assert.equal(await page.locator('.compare tbody tr:not(.differs)').count(), 0);
		await page.getByRole('button', { name: 'Stop comparing' }).click();
		await page.locator('.trace').waitFor();
	});

	it('shows hostile text as text', async () => {
		const { page } = view;
		await next(3)();
		const trace = await page.locator('.trace').innerText();
		assert.ok(trace.includes('<img src=x onerror="window.hacked = true">'), trace);
		assert.ok(trace.includes('[U+202E]gnp.exe[U+202C]') && trace.includes('[U+001B][31mred'), trace);
		assert.equal(await page.locator('.record img, .record script, .record a').count(), 0);
		assert.equal(await page.evaluate(() => 'hacked' in window), false);
	});

	it('stays responsive with a text of a megabyte, and finds its end', async () => {
		const { page } = view;
		await next(4)();
		const took = await longestTask(page, async () => {
			await page.getByRole('button', { name: 'Next record', exact: true }).click();
			await page.locator('.trace', { hasText: 'huge' }).waitFor();
			await view.settled();
			const box = page.getByRole('textbox', { name: 'Find in record' });
			await box.fill('end of it');
			await page.locator('.record-search').getByRole('status').filter({ hasText: '1 of 1' }).waitFor();
		});
		assert.ok(took < 1_000, `${took} ms`);
	});

	it('opens from the grid with Enter', async () => {
		const { page } = view;
		await page.getByRole('button', { name: 'Hide the record' }).click();
		await page.locator('.record').waitFor({ state: 'hidden' });
		await page.getByRole('gridcell', { name: 'java.lang.NullPointerException' }).first().dblclick();
		await page.locator('.record .trace', { hasText: 'NullPointerException' }).waitFor();
	});
});

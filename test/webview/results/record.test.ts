import assert from 'node:assert/strict';
import { measured } from '../../support/measured';
import { longestTask } from '../../support/webview/longestTask';
import { type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

describe('record pane', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;
	beforeEach(async () => {
		view = await browser.open();
		await view.drawn();
	});

	const place = () => view.page.locator('.record .pane-count');
	const next = (times: number) => async () => {
		for (let step = 0; step < times; step++) {
			await view.page.getByRole('button', { name: 'Next Record', exact: true }).click();
			await place()
				.filter({ hasText: new RegExp(`^Record ${step + 2} of`) })
				.waitFor();
			await view.settled();
		}
	};

	it('shows every field of a record, and the stack trace separately', async () => {
		const { page } = view;
		assert.match(await page.locator('.trace').innerText(), /OutOfMemoryError[\s\S]*at com\.example\.shop/);
		assert.equal(await page.locator('.fields tr').count(), 12);
	});

	it('hides the previous record while the next one is loading, even if loading fails', async () => {
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
		await view.page.locator('.record-body:not([aria-busy])').getByText('Failed to load the record.').waitFor();
		await view.screenshot('record-failed');
		const asked = (await view.calls('record')).length;
		await view.page.getByRole('button', { name: 'Retry' }).click();
		await view.page.waitForFunction(
			(before) => window.hostCalls.filter(({ method }) => method === 'record').length > before,
			asked,
		);
		await view.assertAccessible();
	});

	it("shows the time zone of a time if it differs from the view's time zone", async () => {
		const aside = view.page.locator('.fields tr', { hasText: 'error_timestamp' }).locator('.field-aside');
		assert.match(await aside.innerText(), /^Nov 12, 2026, 00:02:24 UTC$/);
	});

	it('steps through the records of the view and shows the current position', async () => {
		await next(2)();
		await place().filter({ hasText: '3 of 2,400' }).waitFor();
		await view.page.getByRole('button', { name: 'Previous Record', exact: true }).click();
		await place().filter({ hasText: '2 of 2,400' }).waitFor();
	});

	it('steps to the next record in the same group', async () => {
		const { page } = view;
		const name = page.locator('.fields tr', { hasText: 'error_name' }).locator('td');
		const before = await name.innerText();
		await page.getByRole('button', { name: 'Next Record in Group' }).click();
		await place()
			.filter({ hasNotText: /^Record 1 of/ })
			.waitFor();
		await view.settled();
		assert.equal(await name.innerText(), before);
		assert.deepEqual(await view.chips(), []);
	});

	it('shows a JSON value as a tree with unchanged digits, and marks where the JSON is invalid', async () => {
		const { page } = view;
		await page.getByText('Invalid JSON: unexpected end of text.').waitFor();
		assert.equal(await page.locator('.json-fault mark').count(), 1);
		await next(1)();
		await page.locator('.json-branch').first().waitFor();
		assert.match(await page.locator('.json').innerText(), /order: 9007199254740993\d/);
		assert.match(await page.locator('.json').innerText(), /price: 19\.90/);
	});

	it('shows the text of a malformed record and explains why the record is malformed', async () => {
		const { page } = view;
		await page.evaluate(() => window.fakeHost.say('command', { id: 'showBroken' }));
		await view.count('1 of 2,400 records');
		await page.getByText('This record has 3 cells, but the header has 13. Original text:').waitFor();
		assert.match(await page.locator('.fault').innerText(), /"2026-11-12 00:09:41","oops",3/);
		await view.assertAccessible();
	});

	it('copies a field value of a record, and filters by the value', async () => {
		const { page } = view;
		await page.getByRole('button', { name: 'Copy device_model' }).click();
		assert.deepEqual(await view.calls('copyText'), [{ text: 'Xperia 10 V' }]);
		await page.getByRole('button', { name: 'Show Only Records with This device_model' }).click();
		await page.locator('.chip', { hasText: 'device_model = Xperia 10 V' }).waitFor();
	});

	it('marks truncated field values of a record, and copies the full values', async () => {
		const cut = [{ column: 5, length: 12_345_678 }];
		const start = await browser.open({ cut });
		await start.drawn();
		const field = start.page.locator('.fields tr', { hasText: 'of 12,345,678 characters.' });
		const name = await field.locator('th').innerText();
		await field.getByRole('button', { name: `Copy ${name}` }).click();
		assert.deepEqual(await start.calls('copyValue'), [{ number: 0, column: 5 }]);
	});

	it('finds text within a record', async () => {
		const { page } = view;
		const box = page.getByRole('textbox', { name: 'Find in record' });
		const next = page.getByRole('button', { name: 'Next Match in Record' });
		const left = async () => (await box.boundingBox())?.x;
		const before = await left();
		assert.equal(await next.count(), 0, 'nothing to find');
		await box.fill('ANDROID');
		await next.waitFor();
		assert.equal(await left(), before);
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

	it('compares two records side by side, giving most of the width to their values', async () => {
		const { page } = view;
		await page.setViewportSize({ width: 420, height: 800 });
		await page.getByRole('button', { name: 'Compare with Another Record' }).click();
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

	it('shows only the fields in which two compared records differ, if the user requests it', async () => {
		const { page } = view;
		await page.getByRole('button', { name: 'Compare with Another Record' }).click();
		await page.getByText('Select a record to compare with.').waitFor();
		await next(1)();
		await page.getByRole('columnheader', { name: 'Record 2 of the file' }).waitFor();
		assert.equal(await page.locator('.compare tbody tr').count(), 13);
		await page.getByLabel('Show only fields that differ').check();
		const left = page.locator('.compare tbody tr');
		assert.ok((await left.count()) < 13);
		assert.equal(await page.locator('.compare tbody tr:not(.differs)').count(), 0);
		await page.getByRole('button', { name: 'Stop Comparing' }).click();
		await page.locator('.trace').waitFor();
	});

	it("renders a record's hostile text as plain text", async () => {
		const { page } = view;
		await next(3)();
		const trace = await page.locator('.trace').innerText();
		assert.ok(trace.includes('<img src=x onerror="window.hacked = true">'), trace);
		assert.ok(trace.includes('[U+202E]gnp.exe[U+202C]') && trace.includes('[U+001B][31mred'), trace);
		assert.equal(await page.locator('.record img, .record script, .record a').count(), 0);
		assert.equal(await page.evaluate(() => 'hacked' in window), false);
	});

	measured('stays responsive with a megabyte of text, and finds a match at the end of the text', async () => {
		const { page } = view;
		await next(4)();
		const took = await longestTask(page, async () => {
			await page.getByRole('button', { name: 'Next Record', exact: true }).click();
			await page.locator('.trace', { hasText: 'huge' }).waitFor();
			await view.settled();
			const box = page.getByRole('textbox', { name: 'Find in record' });
			await box.fill('end of it');
			await page.locator('.record-search').getByRole('status').filter({ hasText: '1 of 1' }).waitFor();
		});
		assert.ok(took < 1_000, `${took} ms`);
	});

	it('opens the hidden record pane with a double-click in the grid', async () => {
		const { page } = view;
		await page.getByRole('button', { name: 'Hide Record Details' }).click();
		await page.locator('.record').waitFor({ state: 'hidden' });
		await page.getByRole('gridcell', { name: 'java.lang.NullPointerException' }).first().dblclick();
		await page.locator('.record .trace', { hasText: 'NullPointerException' }).waitFor();
	});
});

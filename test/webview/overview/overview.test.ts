import assert from 'node:assert/strict';
import {
	eightApplications,
	listed,
	type OverviewPage,
	overviewRow,
	ratesByVersion,
	recentNumbers,
	syncStatus,
	useOverviewBrowser,
} from '../../support/webview/overviewPage';

describe('overview of all applications', () => {
	const browser = useOverviewBrowser();

	const focusedName = ({ page }: OverviewPage) =>
		page.evaluate(() => {
			const active = document.activeElement;
			return active?.getAttribute('aria-label') ?? active?.textContent ?? '';
		});
	const press = async (staged: OverviewPage, ...keys: readonly string[]) => {
		for (const key of keys) {
			await staged.page.keyboard.press(key);
		}
		return focusedName(staged);
	};

	it('shows the numbers and the sync status of each application in the order that the host provides', async () => {
		const staged = await browser.open(listed(eightApplications.slice(0, 7)), { width: 1440 });
		assert.deepEqual(await staged.rows(), [
			'Shop for Android | 3 new · 2 increased | 4.1× | 12,430 | 3,210 |  | synced at 09:02Sync Now',
			'Shop for iOS | 1 new |  | 4,310 | 1,204 |  | synced at 09:02Sync Now',
			'Notes | nothing new |  | 4,310 | not counted |  | token not accepted · synced at Nov 21, 18:40Sync Now',
			'Checkout on the web | nothing new |  | 4,310 | counting… |  | syncing…',
			'Warehouse for Windows\napp_version_name = 2.4.1 | not reviewed yet |  | 4,310 | 1,204 |  | synced at 09:02Sync Now',
			'Kiosk | nothing new |  | 12 | 4 |  | paused · synced at Nov 2, 10:00Resume Sync',
			'Courier |  |  |  |  |  | not syncedSync Records…',
		]);
		assert.equal(await staged.page.getByRole('status').first().innerText(), '7 applications · 2 with changes');
	});

	it('shows the unit after each count on a narrow page, where column headers are hidden', async () => {
		const staged = await browser.open(listed(eightApplications.slice(0, 1)), { width: 450 });
		const [row = ''] = await staged.rows();
		assert.match(row, /4\.1× spike today \| 12,430 records \| 3,210 devices/);
		assert.equal(await staged.page.locator('thead').isVisible(), false);
	});

	it('labels the table, its cells and its buttons for screen readers', async () => {
		const { page } = await browser.open(listed(eightApplications), { width: 1440 });
		const table = page.getByRole('table', { name: 'Applications' });
		assert.equal(await table.getByRole('row').count(), 9);
		for (const name of [
			"What's New in Shop for Android: 3 new · 2 increased",
			"What's New in Shop for Android: 4.1× spike today",
			"What's New in Notes: nothing new",
			'Sync Now: Notes',
			'Resume Sync: Kiosk',
			'Sync Records…: Courier',
		]) {
			assert.equal(await table.getByRole('button', { name, exact: true }).count(), 1, name);
		}
		assert.equal(
			await table.getByRole('img').first().getAttribute('aria-label'),
			'Records per day in the last 4 weeks: maximum 1,504, today 1,504',
		);
	});

	it('opens the records with a click anywhere in a row, and What’s New with a click on its changes or spike', async () => {
		const staged = await browser.open(listed(eightApplications), { width: 1440 });
		const { page } = staged;
		await page.locator('.overview-row').nth(1).locator('.number').first().click();
		await page.getByRole('button', { name: 'Shop for Android', exact: true }).click();
		assert.deepEqual(await staged.calls('open'), [{ id: '102' }, { id: '101' }]);
		await page.getByText('3 new · 2 increased').click();
		await page.getByText('4.1×').first().click();
		assert.deepEqual(await staged.calls('whatsNew'), [{ id: '101' }, { id: '101' }]);
		await page.getByText('Sync Records…').click();
		assert.deepEqual(await staged.calls('sync'), [{ id: '107' }]);
		assert.equal((await staged.calls('open')).length, 2, 'a button of the row does not open the records too');
	});

	it('moves between the buttons of the table with the arrow keys and activates buttons with Enter', async () => {
		const staged = await browser.open(listed(eightApplications), { width: 1440 });
		await staged.page.getByRole('button', { name: 'Shop for Android', exact: true }).focus();
		assert.equal(await press(staged, 'ArrowDown'), 'Shop for iOS');
		assert.equal(await press(staged, 'ArrowRight'), "What's New in Shop for iOS: 1 new");
		assert.equal(await press(staged, 'ArrowUp'), "What's New in Shop for Android: 3 new · 2 increased");
		await press(staged, 'Enter');
		assert.deepEqual(await staged.calls('whatsNew'), [{ id: '101' }]);
		assert.equal(await press(staged, 'ArrowRight', 'ArrowDown'), "What's New in Shop for iOS: 1 new");
		assert.match(await press(staged, 'End'), /^Loyalty programme/);
		assert.equal(await press(staged, 'Home'), 'Shop for Android');
		await press(staged, 'Enter');
		assert.deepEqual(await staged.calls('open'), [{ id: '101' }]);
		const stops = await staged.page
			.locator('table button')
			.evaluateAll((all) => all.filter((one) => one.tabIndex === 0));
		assert.equal(stops.length, 1, 'the table is a single tab stop');
	});

	it('keeps the focus on an application when its row changes and moves', async () => {
		const staged = await browser.open(listed(eightApplications.slice(0, 3)), { width: 1440 });
		await staged.page.getByRole('button', { name: 'Sync Now: Notes' }).focus();
		const notes = overviewRow('103', 'Notes', { recent: recentNumbers({ records: 9, spike: 3 }) });
		await staged.show(listed([notes, ...eightApplications.slice(0, 2)]));
		assert.deepEqual(await staged.names(), ['Notes', 'Shop for Android', 'Shop for iOS']);
		assert.equal(await focusedName(staged), 'Sync Now: Notes');
		assert.match((await staged.rows())[0] ?? '', /^Notes \| nothing new \| 3× \| 9 \|/);
	});

	it('adds a column with the share of active devices without errors in the two newest versions', async () => {
		const rated = overviewRow('101', 'Shop', { recent: recentNumbers({ rates: ratesByVersion }) });
		const tooLow = { version: '9 \u202e', affected: 12, active: 10 };
		const whole = { version: '8', affected: 1, active: 1_000_000 };
		const unknown = recentNumbers({ rates: { ...ratesByVersion, versions: [tooLow, whole] } });
		const without = overviewRow('103', 'Kiosk');
		const staged = await browser.open(listed([rated, overviewRow('102', 'Notes', { recent: unknown }), without]), {
			width: 1440,
		});
		const { page } = staged;
		const header = page.getByRole('columnheader', { name: 'Devices without errors per day' });
		assert.equal(await header.isVisible(), true);
		assert.deepEqual(await page.locator('.overview-rates').allInnerTexts(), [
			'Devices without errors per day',
			'3.2.0: 99.40%\n3.1.4: 97.90%',
			'9 [U+202E]: unknown\n8: 99.99%',
			'',
		]);
		assert.deepEqual(
			await page
				.locator('.overview-rate')
				.evaluateAll((all) => all.map((one) => (one as HTMLElement).title).slice(0, 3)),
			[
				'Version 3.2.0, Nov 13 – 19, 2025: 61 of 10,250 active devices had errors (sums of daily counts)',
				'Version 3.1.4, Nov 13 – 19, 2025: 1,470 of 70,250 active devices had errors (sums of daily counts)',
				'Version 9 [U+202E], Nov 13 – 19, 2025: 12 devices had errors, but only 10 were active (sums of daily counts)',
			],
		);
		await page.setViewportSize({ width: 450, height: 900 });
		await page.getByText('3.2.0: 99.40% of devices without errors per day').waitFor();
		await staged.show(listed([without]));
		assert.equal(await header.count(), 0);
		assert.equal(await page.locator('td.overview-rates').count(), 0);
	});

	it('shows the number of devices once the host has counted them', async () => {
		const counting = overviewRow('101', 'Shop', { recent: recentNumbers({ devices: 'counting' }) });
		const staged = await browser.open(listed([counting]), { width: 1440 });
		assert.match((await staged.rows())[0] ?? '', /counting…/);
		await staged.show(listed([{ ...counting, recent: recentNumbers({ devices: 77 }) }]));
		assert.match((await staged.rows())[0] ?? '', / \| 77 \| /);
	});

	it('offers to sign in or to explore sample data when signed out', async () => {
		const staged = await browser.open({ kind: 'signedOut' });
		await staged.page.getByRole('button', { name: 'Sign In' }).click();
		await staged.page.getByRole('button', { name: 'Explore Sample Data' }).click();
		assert.deepEqual(await staged.calls('run'), [{ command: 'signIn' }, { command: 'exploreSampleData' }]);
		await staged.show(listed(eightApplications));
		assert.equal((await staged.names()).length, 8);
	});

	it('offers to add an application if the list of applications is empty', async () => {
		const staged = await browser.open(listed([]));
		await staged.page.getByRole('button', { name: 'Add Application by ID…' }).click();
		assert.deepEqual(await staged.calls('run'), [{ command: 'addApplication' }]);
	});

	it('suggests a sync if no application is synced', async () => {
		const shop = overviewRow('101', 'Shop', {
			news: undefined,
			recent: undefined,
			status: syncStatus({ text: 'not synced', offers: 'start' }),
		});
		const staged = await browser.open(listed([shop]));
		const hint = staged.page.getByText('Sync the records of an application to see its numbers here.');
		assert.equal(await hint.count(), 1);
		await staged.show(listed([shop, overviewRow('102', 'Notes')]));
		assert.equal(await hint.count(), 0);
	});

	it('explains why the list of applications could not be loaded, and reloads it on request', async () => {
		const staged = await browser.open(listed(eightApplications.slice(0, 1), 'No connection.'));
		assert.equal(await staged.page.getByText('No connection.').count(), 1);
		await staged.page.getByRole('button', { name: 'Retry' }).click();
		assert.deepEqual(await staged.calls('run'), [{ command: 'refreshApplications' }]);
	});
});

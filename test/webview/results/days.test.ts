import assert from 'node:assert/strict';
import { type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';
import { fakeSyncedDays } from '../../support/webview/syncedDays';

const lacking = `${'s'.repeat(20)}dsgssmmrs${'s'.repeat(8)}oo`;

describe('days of synced records in the results view', () => {
	const browser = useResultsBrowser();

	const control = ({ page }: ResultsView) => page.getByRole('banner').getByRole('button', { name: /^Days shown: / });
	const strip = ({ page }: ResultsView) => page.getByRole('slider', { name: 'Day', exact: true });
	const spoken = async (view: ResultsView) => (await strip(view).getAttribute('aria-valuetext')) ?? '';
	const items = ({ page }: ResultsView) => page.getByRole('menu').locator('[role^=menuitem]').allInnerTexts();

	it('shows the day strip of the triage layout only in the Timeline tab', async () => {
		const { page } = await browser.open({ arrangement: 'triage', syncedDays: fakeSyncedDays(lacking) });
		await page.locator('.group:not(.loading)').first().click();
		await page.locator('.summary .value').first().waitFor();
		assert.equal(await page.locator('.day-strip').isVisible(), false);
		await page.getByRole('tab', { name: 'Timeline' }).click();
		await page.locator('.day-strip').waitFor();
	});

	it('shows the days and the toolbar of the triage layout next to the title, even in a narrow window', async () => {
		const view = await browser.open({ arrangement: 'triage', syncedDays: fakeSyncedDays(lacking) });
		await view.page.locator('.group:not(.loading)').first().click();
		for (const width of [1084, 720, 545, 450, 400]) {
			await view.page.setViewportSize({ width, height: 700 });
			await view.assertOnOneLine('.header-title', '.days-control', '.toolbar');
		}
	});

	it('does not show day controls for files other than synced records', async () => {
		const view = await browser.open();
		await view.drawn();
		assert.equal(await control(view).count(), 0);
		assert.equal(await strip(view).count(), 0);
	});

	it('shows the selected days in the header and changes them with the keyboard', async () => {
		const view = await browser.open({ syncedDays: fakeSyncedDays(lacking) });
		await view.drawn();
		assert.equal(await control(view).innerText(), 'All days since Oct 1');
		await control(view).press('Enter');
		const menu = view.page.getByRole('menu', { name: 'Days shown' });
		await menu.waitFor();
		await view.assertAccessible();
		const named = (name: string) => menu.getByRole('menuitemcheckbox', { name });
		assert.equal(await named('All days').getAttribute('aria-checked'), 'true');
		assert.match(await named('Last 7 days').innerText(), /800 records/);
		await view.page.keyboard.press('ArrowDown');
		await view.page.keyboard.press('Enter');
		assert.deepEqual(await view.calls('showDays'), [{ choice: { kind: 'last', days: 7 } }]);
	});

	it('accepts a typed first and last day, and reports invalid input', async () => {
		const view = await browser.open({ syncedDays: fakeSyncedDays(lacking) });
		const { page } = view;
		await view.drawn();
		await control(view).click();
		await page.getByRole('menuitem', { name: 'Custom range…' }).click();
		const form = page.getByRole('dialog', { name: 'Custom day range' });
		const [first, last] = [form.getByLabel('First day'), form.getByLabel('Last day')];
		for (const [from, to, fault] of [
			['2026-10-32', '2026-11-01', 'Enter a date in the format YYYY-MM-DD.'],
			['2026-11-02', '2026-11-01', 'The last day must not be before the first day.'],
			['2026-01-01', '2026-02-01', 'Enter a day between 2026-10-01 and 2026-11-08.'],
		] as const) {
			await first.fill(from);
			await last.fill(to);
			await form.getByRole('alert').getByText(fault).waitFor();
			assert.ok(await form.getByRole('button', { name: 'Show' }).isDisabled());
		}
		await view.assertAccessible();
		await first.fill('2026-11-3');
		await last.fill('2026-11-05');
		await form.getByText('Nov 3 – 5 · 300 records').waitFor();
		await last.press('Enter');
		const choice = { kind: 'between', first: '2026-11-03', last: '2026-11-05' };
		assert.deepEqual(await view.calls('showDays'), [{ choice }]);
	});

	it('keeps filters, sort order, grouping and search when the selection of days changes', async () => {
		const syncedDays = fakeSyncedDays(lacking);
		const chosen = {
			...syncedDays,
			choice: { kind: 'last', days: 7 },
			span: { first: '2026-11-01', last: '2026-11-08' },
		} as const;
		const view = await browser.open({ syncedDays, again: { records: 1_000, syncedDays: chosen } });
		const { page } = view;
		await view.drawn();
		await page.getByRole('button', { name: '2.4.1' }).click();
		await page.getByLabel('Group by').selectOption({ label: 'by device_model' });
		await page.getByRole('columnheader', { name: /^error_name/ }).click();
		await page.getByRole('textbox', { name: 'Search all fields' }).fill('exception');
		await page
			.locator('.search')
			.getByText(/\d of \d/)
			.waitFor();
		await control(view).click();
		await page.getByRole('menuitemcheckbox', { name: 'Last 7 days' }).click();
		await view.count(/ of 1,000 records/);
		assert.equal(await control(view).innerText(), 'Last 7 days');
		assert.deepEqual(await view.chips(), ['app_version_name = 2.4.1']);
		assert.equal(await page.getByRole('columnheader', { name: /^error_name/ }).getAttribute('aria-sort'), 'ascending');
		assert.equal(await page.getByRole('textbox', { name: 'Search all fields' }).inputValue(), 'exception');
		const group = page.locator('.groups select');
		assert.equal(
			await group.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
			'by device_model',
		);
	});

	it('keeps filters and columns even if the selected days have no records', async () => {
		const syncedDays = fakeSyncedDays(lacking);
		const empty = { ...syncedDays, choice: { kind: 'between', first: '2026-10-26', last: '2026-10-27' } } as const;
		const reason = {
			kind: 'info' as const,
			text: 'There are no records for Oct 26 – 27: 2 days missing.',
			actions: [{ id: '1', label: 'Fetch These Days' }],
		};
		const view = await browser.open({
			syncedDays,
			again: { columnless: true, syncedDays: empty, emptyReasons: [reason] },
		});
		const { page } = view;
		await view.drawn();
		await page.getByRole('button', { name: '2.4.1' }).click();
		await view.count(/ of /);
		await control(view).click();
		await page.getByRole('menuitemcheckbox', { name: 'Previous month' }).click();
		await page.getByText(reason.text).waitFor();
		await view.assertAccessible();
		await view.screenshot('days-empty');
		await control(view).click();
		await page.getByRole('menuitemcheckbox', { name: 'All days' }).click();
		const state = await page.waitForFunction(() => {
			const calls = window.fakeHost.calls.filter(({ method }) => method === 'saveState');
			return calls.length > 0 ? calls.at(-1)?.params : undefined;
		});
		const {
			view: left,
			columns,
			days,
		} = (await state.jsonValue()) as {
			view: { filters: readonly unknown[] };
			columns: readonly unknown[];
			days?: unknown;
		};
		assert.equal(left.filters.length, 1);
		assert.ok(columns.length > 3);
		assert.equal(days, undefined);
	});

	it('makes the day strip a single tab stop, and announces each day during arrow key navigation', async () => {
		const view = await browser.open({ syncedDays: fakeSyncedDays(lacking) });
		await view.drawn();
		await strip(view).focus();
		assert.match(await spoken(view), /^Nov 8\. still receiving data · 100 records\. requested Nov 10, 2026/);
		await view.page.keyboard.press('Home');
		assert.match(await spoken(view), /^Oct 1\. final · 100 records/);
		for (let steps = 0; steps < 20; steps++) {
			await view.page.keyboard.press('ArrowRight');
		}
		assert.match(
			await spoken(view),
			/^Oct 21\. unverified · 100 records\. requested .* The earlier copies are kept\.$/,
		);
		await view.page.locator('.day-tip', { hasText: 'The earlier copies are kept.' }).waitFor();
		await view.page.keyboard.press('PageUp');
		assert.match(await spoken(view), /^Oct 28\. request rejected · 0 records\. The service rejected the day/);
		await view.assertAccessible();
	});

	it('updates an incomplete day from the day strip', async () => {
		const view = await browser.open({ syncedDays: fakeSyncedDays(lacking) });
		const { page } = view;
		await view.drawn();
		await strip(view).focus();
		await page.keyboard.press('Home');
		await page.keyboard.press('Enter');
		assert.deepEqual(await items(view), ['Fetch These Days\n6', 'Show Only Oct 1']);
		await page.keyboard.press('Escape');
		for (let weeks = 0; weeks < 4; weeks++) {
			await page.keyboard.press('PageUp');
		}
		await page.keyboard.press('ArrowLeft');
		assert.match(await spoken(view), /^Oct 28\./);
		await page.keyboard.press('Enter');
		await page.getByRole('menuitem', { name: 'Fetch Oct 28' }).press('Enter');
		assert.deepEqual(await view.calls('fetchDays'), [{ days: ['2026-10-28'] }]);
		await page.keyboard.press('Enter');
		await page.getByRole('menuitem', { name: 'Show Only Oct 28' }).click();
		const choice = { kind: 'between', first: '2026-10-28', last: '2026-10-28' };
		assert.deepEqual(await view.calls('showDays'), [{ choice }]);
	});

	it('updates all incomplete days at once, unless an update is already running', async () => {
		const syncedDays = fakeSyncedDays(lacking);
		const view = await browser.open({ syncedDays });
		const { page } = view;
		await view.drawn();
		await control(view).click();
		await page.getByRole('menuitem', { name: 'Fetch These Days' }).click();
		assert.equal(((await view.calls('fetchDays'))[0] as { days: string[] }).days.length, 6);
		await page.evaluate((days) => window.fakeHost.say('syncedSetChanged', days), {
			...syncedDays,
			asking: '2026-10-26',
		});
		await control(view).click();
		assert.ok(await page.getByRole('menuitem', { name: 'Fetch These Days' }).isDisabled());
	});

	it('shows a thin day strip if all days are complete, and a taller day strip otherwise', async () => {
		const view = await browser.open({ syncedDays: fakeSyncedDays(`${'s'.repeat(30)}oo`) });
		await view.drawn();
		const height = async () => (await strip(view).boundingBox())?.height ?? 0;
		assert.ok((await height()) <= 8, `${await height()}`);
		await view.page.evaluate((days) => window.fakeHost.say('syncedSetChanged', days), fakeSyncedDays(lacking));
		await view.page.waitForFunction(() => (document.querySelector('.day-strip')?.clientHeight ?? 0) > 12);
	});

	it("merges days that don't fit in the day strip, but navigates them one by one", async () => {
		const view = await browser.open({
			syncedDays: fakeSyncedDays(`${'s'.repeat(500)}m${'s'.repeat(499)}`),
			width: 640,
		});
		await view.drawn();
		assert.ok((await view.page.locator('.day').count()) < 110);
		assert.equal(await view.page.locator('.day.missing').count(), 1);
		await strip(view).focus();
		const before = await spoken(view);
		await view.page.keyboard.press('ArrowLeft');
		assert.notEqual(await spoken(view), before);
		await view.page.locator('.day.missing').hover({ force: true });
		await view.page.locator('.day-tip', { hasText: /missing \(not requested yet\): 1/ }).waitFor();
	});

	it('renders the day strip and its menu in every theme', async () => {
		const asOf = 'synced at Nov 8, 2026, 09:02 · some days incomplete';
		const view = await browser.open({ syncedDays: fakeSyncedDays(lacking), asOf });
		await view.drawn();
		await strip(view).focus();
		await view.page.keyboard.press('Home');
		for (let steps = 0; steps < 20; steps++) {
			await view.page.keyboard.press('ArrowRight');
		}
		await view.inEachTheme(async (theme) => {
			await view.screenshot(`days-${theme}`);
			await view.assertAccessibleIn(theme);
		});
		await control(view).click();
		await view.inEachTheme(async (theme) => {
			await view.page.getByRole('menu').waitFor();
			await view.screenshot(`days-menu-${theme}`);
			await view.assertAccessibleIn(theme);
		});
	});

	it('renders the day strip in a narrow window', async () => {
		const asOf = 'Not shown: current to Nov 8, 2026, 09:02 · some days incomplete · 12,345 records from other days';
		const view = await browser.open({ syncedDays: fakeSyncedDays(lacking), asOf, width: 420, height: 800 });
		await view.drawn();
		await view.screenshot('days-narrow');
		assert.ok(await view.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
		await view.assertAccessible();
	});
});

import assert from 'node:assert/strict';
import { keptDays } from '../../support/webview/keptDays';
import { allThemes, type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

const lacking = `${'s'.repeat(20)}dsgssmmrs${'s'.repeat(8)}oo`;

describe('The days of kept records', () => {
	const browser = useResultsBrowser();

	const control = ({ page }: ResultsView) => page.getByRole('banner').getByRole('button', { name: /^Days in view: / });
	const strip = ({ page }: ResultsView) => page.getByRole('slider', { name: 'Day', exact: true });
	const spoken = async (view: ResultsView) => (await strip(view).getAttribute('aria-valuetext')) ?? '';
	const items = ({ page }: ResultsView) => page.getByRole('menu').locator('[role^=menuitem]').allInnerTexts();

	it('are nowhere in a view of anything else', async () => {
		const view = await browser.open();
		await view.drawn();
		assert.equal(await control(view).count(), 0);
		assert.equal(await strip(view).count(), 0);
	});

	it('are told in the header, and chosen there with the keyboard', async () => {
		const view = await browser.open({ kept: keptDays(lacking) });
		await view.drawn();
		assert.equal(await control(view).innerText(), 'All days · since Oct 1');
		await control(view).press('Enter');
		const menu = view.page.getByRole('menu', { name: 'Days in view' });
		await menu.waitFor();
		await view.assertAccessible();
		const named = (name: string) => menu.getByRole('menuitemcheckbox', { name });
		assert.equal(await named('All days').getAttribute('aria-checked'), 'true');
		assert.match(await named('Last 7 days').innerText(), /800 records/);
		await view.page.keyboard.press('ArrowDown');
		await view.page.keyboard.press('Enter');
		assert.deepEqual(await view.calls('showDays'), [{ choice: { kind: 'last', days: 7 } }]);
	});

	it('are typed from the first to the last, and what is wrong is said', async () => {
		const view = await browser.open({ kept: keptDays(lacking) });
		const { page } = view;
		await view.drawn();
		await control(view).click();
		await page.getByRole('menuitem', { name: 'From – to…' }).click();
		const form = page.getByRole('dialog', { name: 'Days from – to' });
		const [first, last] = [form.getByLabel('First day'), form.getByLabel('Last day')];
		for (const [from, to, fault] of [
			['2026-10-32', '2026-11-01', 'A day is typed as yyyy-mm-dd.'],
			['2026-11-02', '2026-11-01', 'The last day is before the first.'],
			['2026-01-01', '2026-02-01', 'There are days from 2026-10-01 to 2026-11-08.'],
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

	it('that were chosen come with the filters, sort, groups and search there were', async () => {
		const kept = keptDays(lacking);
		const chosen = {
			...kept,
			choice: { kind: 'last', days: 7 },
			span: { first: '2026-11-01', last: '2026-11-08' },
		} as const;
		const view = await browser.open({ kept, again: { records: 1_000, kept: chosen } });
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

	it('keep what was chosen of others over days without a record', async () => {
		const kept = keptDays(lacking);
		const empty = { ...kept, choice: { kind: 'between', first: '2026-10-26', last: '2026-10-27' } } as const;
		const reason = {
			kind: 'info' as const,
			text: 'There are no records of Oct 26 – 27 here: 2 days missing.',
			actions: [{ id: '1', label: 'Fetch These Days' }],
		};
		const view = await browser.open({ kept, again: { columnless: true, kept: empty, emptyReasons: [reason] } });
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
			const calls = window.fakeHost.calls.filter(({ method }) => method === 'keepState');
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

	it('are a strip that is one stop, walked day by day and spoken', async () => {
		const view = await browser.open({ kept: keptDays(lacking) });
		await view.drawn();
		await strip(view).focus();
		assert.match(await spoken(view), /^Nov 8\. open, more may come · 100 records\. asked Nov 10, 2026/);
		await view.page.keyboard.press('Home');
		assert.match(await spoken(view), /^Oct 1\. settled · 100 records/);
		for (let steps = 0; steps < 20; steps++) {
			await view.page.keyboard.press('ArrowRight');
		}
		assert.match(await spoken(view), /^Oct 21\. in doubt · 100 records\. asked .* They are kept\.$/);
		await view.page.locator('.day-tip', { hasText: 'They are kept.' }).waitFor();
		await view.page.keyboard.press('PageUp');
		assert.match(await spoken(view), /^Oct 28\. refused by the service · 0 records\. The service refuses the day/);
		await view.assertAccessible();
	});

	it('that lack something are fetched from the strip', async () => {
		const view = await browser.open({ kept: keptDays(lacking) });
		const { page } = view;
		await view.drawn();
		await strip(view).focus();
		await page.keyboard.press('Home');
		await page.keyboard.press('Enter');
		assert.deepEqual(await items(view), ['Fetch these days\n6', 'Show only Oct 1']);
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
		await page.getByRole('menuitem', { name: 'Show only Oct 28' }).click();
		const choice = { kind: 'between', first: '2026-10-28', last: '2026-10-28' };
		assert.deepEqual(await view.calls('showDays'), [{ choice }]);
	});

	it('are fetched all at once, and not while they are asked about', async () => {
		const kept = keptDays(lacking);
		const view = await browser.open({ kept });
		const { page } = view;
		await view.drawn();
		await control(view).click();
		await page.getByRole('menuitem', { name: 'Fetch these days' }).click();
		assert.equal(((await view.calls('fetchDays'))[0] as { days: string[] }).days.length, 6);
		await page.evaluate((days) => window.fakeHost.say('keptChanged', days), { ...kept, asking: '2026-10-26' });
		await control(view).click();
		assert.ok(await page.getByRole('menuitem', { name: 'Fetch these days' }).isDisabled());
	});

	it('take hardly any room where nothing is to be done, and a row where something is', async () => {
		const view = await browser.open({ kept: keptDays(`${'s'.repeat(30)}oo`) });
		await view.drawn();
		const height = async () => (await strip(view).boundingBox())?.height ?? 0;
		assert.ok((await height()) <= 8, `${await height()}`);
		await view.page.evaluate((days) => window.fakeHost.say('keptChanged', days), keptDays(lacking));
		await view.page.waitForFunction(() => (document.querySelector('.day-strip')?.clientHeight ?? 0) > 12);
	});

	it('are drawn as one where there are more than fit, and still walked one by one', async () => {
		const view = await browser.open({ kept: keptDays(`${'s'.repeat(500)}m${'s'.repeat(499)}`), width: 640 });
		await view.drawn();
		assert.ok((await view.page.locator('.day').count()) < 110);
		assert.equal(await view.page.locator('.day.missing').count(), 1);
		await strip(view).focus();
		const before = await spoken(view);
		await view.page.keyboard.press('ArrowLeft');
		assert.notEqual(await spoken(view), before);
		await view.page.locator('.day.missing').hover({ force: true });
		await view.page.locator('.day-tip', { hasText: /missing, nobody has asked yet: 1/ }).waitFor();
	});

	for (const theme of allThemes) {
		it(`in ${theme}`, async () => {
			const asOf = 'current to Nov 8, 2026, 09:02 · not of all days';
			const view = await browser.open({ theme, kept: keptDays(lacking), asOf });
			await view.drawn();
			await strip(view).focus();
			await view.page.keyboard.press('Home');
			for (let steps = 0; steps < 20; steps++) {
				await view.page.keyboard.press('ArrowRight');
			}
			await view.screenshot(`days-${theme}`);
			await view.assertAccessible();
			await control(view).click();
			await view.screenshot(`days-menu-${theme}`);
			await view.assertAccessible();
		});
	}

	it('in little room', async () => {
		const asOf = 'current to Nov 8, 2026, 09:02 · not of all days · 12,345 records of other days are not in view';
		const view = await browser.open({ kept: keptDays(lacking), asOf, width: 420, height: 800 });
		await view.drawn();
		await view.screenshot('days-narrow');
		assert.ok(await view.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
		await view.assertAccessible();
	});
});

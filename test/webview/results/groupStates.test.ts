import assert from 'node:assert/strict';
import type { ActiveRates, ShownTriage } from '../../../src/shared/triage';
import { type PageOptions, useResultsBrowser } from '../../support/webview/resultsPage';

const regressed: ShownTriage = {
	state: 'regressed',
	label: 'Regressed',
	status: 'Regressed in 2.10.0 (4 records)',
	owner: '@ana',
	issue: 'https://tracker.example/1234',
	notes: [
		{ at: '2025-11-21', by: 'Ana', text: 'Rounding of totals <b>' },
		{ at: '2025-11-22', by: '', text: 'See \u202eissue' },
	],
};
const ignored: ShownTriage = {
	state: 'ignored',
	label: 'Ignored',
	status: 'Ignored until 2026-12-27',
	owner: '',
	issue: '',
	notes: [],
};
const fixed: ShownTriage = { ...regressed, state: 'fixed', label: 'Fixed', status: 'Fixed in 2.10.0' };
const releases = ['2.8.0', '2.9.0', '2.10.0'].map((version, at) => ({
	version,
	records: 9,
	devices: [12, 30, 0][at] ?? 0,
	exposure: [400, 1204, 350][at] ?? 0,
	low: [0.016, 0.017, 0][at] ?? 0,
	high: [0.052, 0.035, 0.0105][at] ?? 0,
}));
const text = 'Too early: about 40 more devices with errors (80% power, 5% significance level)';
const fix = { kind: 'tooEarly' as const, label: 'Too early', text, countsActiveDevices: false, releases };
const rates: ActiveRates = {
	span: { first: '2025-11-03', last: '2025-11-30' },
	total: { affected: 60, active: 45_000 },
	versions: [
		{ version: '2.10.0', affected: 3, active: 10_000 },
		{ version: '2.9.0 \u202e', affected: 32, active: 20 },
		{ version: '2.8.0', affected: 25, active: 10_000 },
	],
};
const states = { 'CartTotals.sum': regressed, 'ProductGallery.layout': ignored };
const verdicts = [
	{ group: 'CartTotals.sum', fix: { ...fix, kind: 'fixed', label: 'Fixed', text: 'Fixed' } },
	{ group: 'PriceClient.fetch', fix },
	{
		group: 'Orders.insert',
		fix: { ...fix, kind: 'inconclusive', label: 'Inconclusive', text: 'Inconclusive: records are missing' },
	},
	{
		group: 'Thumbnails.decode',
		fix: { ...fix, kind: 'stillHappening', label: 'Still happening', text: 'Still happening in 2.10.0 (4 records)' },
	},
] as const;
const judged = {
	states: { ...Object.fromEntries(verdicts.map(({ group }) => [group, fixed])), 'ProductGallery.layout': ignored },
	fixes: Object.fromEntries(verdicts.map((verdict) => [verdict.group, verdict.fix])),
} satisfies PageOptions;

describe('triage states of groups in the results view', () => {
	const browser = useResultsBrowser();
	const open = async (options: PageOptions = {}) => {
		const view = await browser.open({ arrangement: 'triage', states, ...options });
		await view.page.locator('.group .badge', { hasText: 'Ignored' }).waitFor();
		await view.settled();
		return view;
	};

	for (const arrangement of ['triage', 'grid'] as const) {
		it(`shows the states of groups in the ${arrangement} layout, and exposes them to screen readers`, async () => {
			const { page } = await open({ arrangement });
			const badges = await page.locator('.group .badge:not(:text("New in"))').allInnerTexts();
			assert.deepEqual(badges, ['Regressed', 'Ignored']);
			await page.getByRole('option', { name: /CartTotals\.sum.*, Regressed$/ }).waitFor();
			const tooltip = await page.locator('.group', { hasText: 'Regressed' }).getAttribute('title');
			assert.equal(tooltip?.split('\n').at(-1), regressed.status);
		});
	}

	it('shows the state, owner, issue and notes of the selected group as plain text', async () => {
		const view = await open();
		const { page } = view;
		await page.locator('.group', { hasText: 'Regressed' }).click();
		const detail = page.locator('.detail-state');
		await detail.locator('.badge', { hasText: regressed.status }).waitFor();
		await detail.getByText('Owner: @ana').waitFor();
		await detail.getByText('2 notes').focus();
		await page.keyboard.press('Enter');
		assert.deepEqual(await detail.getByRole('listitem').allInnerTexts(), [
			'Nov 21, 2025 · Ana Rounding of totals <b>',
			'Nov 22, 2025 See [U+202E]issue',
		]);
		await detail.getByRole('button', { name: 'https://tracker.example/1234' }).click();
		assert.equal((await view.calls('openIssue')).length, 1);
		await page.locator('.group', { hasText: 'PriceClient.fetch' }).click();
		await detail.waitFor({ state: 'hidden' });
	});

	it('shows whether a fix works, with the error frequency in the newest versions', async () => {
		const { page } = await open({ states: { ...states, 'CartTotals.sum': fixed }, fix });
		await page.locator('.group', { hasText: 'CartTotals.sum' }).click();
		await page.locator('.detail-state').getByText(fix.text).click();
		assert.deepEqual(await page.locator('.fix-releases tbody tr').allInnerTexts(), [
			'2.10.0\t0 (95% interval: 0 to 11)\t0 of 350',
			'2.9.0\t25 (95% interval: 17 to 35)\t30 of 1,204',
			'2.8.0\t30 (95% interval: 16 to 52)\t12 of 400',
		]);
		await page.locator('.group', { hasText: 'PriceClient.fetch' }).click();
		await page.locator('.group', { hasText: 'CartTotals.sum' }).click();
		await page.getByText('30 of 1,204').waitFor();
	});

	it('shows the verdict about each fix on its badge, and marks only confirmed fixes with a check mark', async () => {
		const view = await open({ ...judged, width: 800, height: 600 });
		const { page } = view;
		for (const { group, fix: verdict } of verdicts) {
			const item = page.locator('.group', { hasText: group });
			await item.locator('.badge', { hasText: verdict.label }).waitFor();
			assert.equal(await item.locator('.badge .icon').count(), verdict.kind === 'fixed' ? 1 : 0);
			const lines = (await item.getAttribute('title'))?.split('\n').slice(-2);
			assert.deepEqual(lines, ['Fixed in 2.10.0', verdict.text]);
			const name = await item.locator('.screen-reader').innerText();
			assert.ok(name.endsWith(`, ${verdict.text}`), name);
		}
		await view.screenshot('verdicts-narrow');
		const calls = (await view.calls('fixVerdicts')) as { values: readonly unknown[] }[];
		assert.deepEqual(
			calls.map(({ values }) => values.length),
			[verdicts.length],
		);
	});

	it('shows the version of a fix on the badge of its group until the verdict is known', async () => {
		const { page } = await open({ states: judged.states, held: 'fixVerdicts' });
		const badge = page.locator('.group', { hasText: 'CartTotals.sum' }).locator('.badge', { hasText: 'Fixed' });
		assert.equal(await badge.innerText(), 'Fixed in 2.10.0');
		assert.equal(await badge.locator('.icon').count(), 0);
	});

	it('shows the rate of the selected error for all versions and for each of the newest versions', async () => {
		const view = await open({ rates });
		const { page } = view;
		await page.locator('.group', { hasText: 'CartTotals.sum' }).click();
		const line = page.locator('.detail-rates');
		await line.waitFor();
		assert.equal(
			await line.innerText(),
			'Per 1,000 active devices per day, Nov 3 – 30, 2025: 1.3 in all versions · 2.10.0: 0.3 · 2.9.0 [U+202E]: unknown · 2.8.0: 2.5',
		);
		assert.deepEqual(await line.locator('[title]').evaluateAll((all) => all.map((one) => (one as HTMLElement).title)), [
			'60 of 45,000 active devices (sums of daily counts)',
			'3 of 10,000 active devices (sums of daily counts)',
			'32 devices with this error, but only 20 active devices (sums of daily counts)',
			'25 of 10,000 active devices (sums of daily counts)',
		]);
		await page.getByRole('button', { name: 'Show All Groups' }).click();
		await line.waitFor({ state: 'hidden' });
	});

	it('shows all rates of the selected error in a page of 800 by 600 pixels', async () => {
		const view = await open({ rates, width: 800, height: 600 });
		await view.page.locator('.group', { hasText: 'PriceClient.fetch' }).click();
		const line = view.page.locator('.detail-rates');
		await line.waitFor();
		await view.settled();
		await view.screenshot('rates-800');
		const last = (await line.locator('[title]').last().boundingBox()) ?? { x: 0, y: 0, width: 800, height: 600 };
		assert.ok(last.x + last.width <= 800 && last.y + last.height < 200, JSON.stringify(last));
	});

	it('shows no rate if the number of active devices is unknown', async () => {
		const view = await open();
		await view.page.locator('.group', { hasText: 'CartTotals.sum' }).click();
		await view.page.waitForFunction(() => window.hostCalls.some(({ method }) => method === 'groupRates'));
		await view.settled();
		assert.equal(await view.page.locator('.detail-rates').isVisible(), false);
	});

	it('offers to open or create the issue of a group, and to copy a link to the group', async () => {
		const view = await open();
		const { page } = view;
		for (const [name, label] of [
			['CartTotals.sum', 'Open Issue'],
			['Orders.insert', 'Create Issue…'],
		] as const) {
			await page.locator('.group', { hasText: name }).click({ button: 'right' });
			await page.getByRole('menuitem', { name: label }).click();
			await page.getByText('Opened tracker.example').first().waitFor();
		}
		await page.locator('.group', { hasText: 'CartTotals.sum' }).click();
		await page.locator('.detail-state .badge', { hasText: regressed.status }).waitFor();
		await page
			.getByRole('region', { name: 'Group', exact: true })
			.getByRole('button', { name: 'Group Actions' })
			.click();
		await page.getByRole('menuitem', { name: 'Open Issue' }).click();
		assert.equal((await view.calls('createIssue')).length, 3);
		await page
			.getByRole('region', { name: 'Group', exact: true })
			.getByRole('button', { name: 'Group Actions' })
			.click();
		await page.getByRole('menuitem', { name: 'Copy Link' }).click();
		await page.getByText('Copied the link').first().waitFor();
	});

	it('edits the triage of all selected groups from a context menu, and of the active group with a command', async () => {
		const view = await open();
		const { page } = view;
		const group = (name: string) => page.locator('.group', { hasText: name });
		await group('CartTotals.sum').click();
		await group('PriceClient.fetch').click({ modifiers: ['ControlOrMeta'] });
		await group('CartTotals.sum').click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Edit Triage…' }).click();
		await page.getByText('Saved the triage').waitFor();
		await group('Orders.insert').click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Edit Triage…' }).click();
		await page.evaluate(() => window.fakeHost.say('command', { id: 'editTriage' }));
		await page.waitForFunction(() => window.hostCalls.filter(({ method }) => method === 'editTriage').length === 3);
		const counts = (await view.calls('editTriage')) as { values: readonly unknown[] }[];
		assert.deepEqual(
			counts.map(({ values }) => values.length),
			[2, 1, 2],
		);
		await page.getByLabel('Group by').selectOption({ label: 'by os_name' });
		await group('android').click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Copy Name' }).waitFor();
		assert.equal(await page.getByRole('menuitem', { name: 'Edit Triage…' }).count(), 0);
	});

	it('lists only groups in the selected states, and shows how many groups are hidden', async () => {
		const { page } = await open();
		const button = page.getByRole('button', { name: 'Filter by State' });
		const names = () => page.locator('.group .group-value').allInnerTexts();
		const all = await names();
		for (const state of ['Regressed', 'Ignored']) {
			await button.focus();
			await page.keyboard.press('Enter');
			await page.getByRole('menuitemcheckbox', { name: state, exact: true }).focus();
			await page.keyboard.press('Enter');
		}
		await page.getByText(`2 of ${all.length} · Ignored, Regressed`).waitFor();
		assert.deepEqual(await names(), ['CartTotals.sum', 'ProductGallery.layout']);
		assert.equal(await button.getAttribute('aria-pressed'), 'true');
		await page.getByLabel('Group by').selectOption({ label: 'by os_name' });
		await button.waitFor({ state: 'hidden' });
		await page.getByRole('option', { name: /^android/ }).waitFor();
		await page.getByLabel('Group by').selectOption({ label: 'by frames' });
		await page.getByRole('button', { name: 'Show All States' }).click();
		await page.locator('.group', { hasText: 'PriceClient.fetch' }).waitFor();
		assert.deepEqual(await names(), all);
	});

	it('updates the states when triage files change', async () => {
		const { page } = await open();
		const asked = () => page.evaluate(() => window.hostCalls.filter(({ method }) => method === 'groupStates').length);
		const before = await asked();
		await page.evaluate(() => window.fakeHost.say('statesChanged', undefined));
		await page.waitForFunction((count) => {
			return window.hostCalls.filter(({ method }) => method === 'groupStates').length > count;
		}, before);
	});

	it('results view is accessible in every theme while it shows the triage, rates and verdict of a group', async () => {
		const view = await open({ states: { ...states, 'CartTotals.sum': fixed }, fix, rates });
		await view.page.locator('.group', { hasText: 'CartTotals.sum' }).click();
		await view.page.locator('.detail-state').getByText('2 notes').click();
		await view.page.locator('.detail-state').getByText(fix.text).click();
		await view.page.locator('.detail-rates').waitFor();
		await view.inEachTheme(async (theme) => {
			await view.assertAccessibleIn(theme);
			await view.screenshot(`states-${theme}`);
		});
		assert.deepEqual(view.troubles, []);
	});

	it('results view is accessible in every theme while badges show the verdicts on fixes', async () => {
		const view = await open(judged);
		await view.page.locator('.badge.confirmed').waitFor();
		await view.inEachTheme(async (theme) => {
			await view.assertAccessibleIn(theme);
			await view.screenshot(`verdicts-${theme}`);
		});
		assert.deepEqual(view.troubles, []);
	});
});

import assert from 'node:assert/strict';
import { isWhole } from '../../support/length';
import { allThemes, type PageOptions, type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

const warning = (text: string) => ({ kind: 'warning' as const, text, actions: [{ id: text, label: 'Repeat Export' }] });
const notices = [
	warning('The limit of 10,000 was reached. These records are an arbitrary subset in no particular order.'),
	warning('3 records are malformed.'),
];

const groupsInSight = ({ page }: ResultsView) =>
	page.locator('.virtual-list').evaluate((list) => {
		const sight = list.getBoundingClientRect();
		return [...list.querySelectorAll('.group:not(.loading)')].filter((group) => {
			const { top, bottom } = group.getBoundingClientRect();
			return top >= sight.top - 0.5 && bottom <= Math.min(sight.bottom, innerHeight) + 0.5;
		}).length;
	});

const group = ({ page }: ResultsView, name: string) => page.locator('.group', { hasText: name });
const tab = ({ page }: ResultsView, name: string | RegExp) => page.getByRole('tab', { name });

function useTriage() {
	const browser = useResultsBrowser();
	return async (options: PageOptions = {}) => {
		const view = await browser.open({ arrangement: 'triage', ...options });
		await view.page.locator('.group:not(.loading)').first().waitFor();
		await view.page.locator('.fields tr').first().waitFor({ state: 'attached' });
		await view.settled();
		return view;
	};
}

describe('list of groups in the triage layout', () => {
	const open = useTriage();

	for (const [width, height, least] of [
		[1440, 900, 12],
		[800, 600, 6],
		[720, 800, 4],
		[450, 486, 6],
	] as const) {
		it(`shows at least ${least} groups at ${width} × ${height}, with notices and the offer to count devices`, async () => {
			const view = await open({ width, height, notices, offersDevices: true });
			await view.page.getByLabel('Group by').selectOption({ label: 'by analytics_device_id' });
			await group(view, '90071992547').first().waitFor();
			await view.settled();
			const shown = await groupsInSight(view);
			assert.ok(shown >= least, `${shown} groups`);
		});
	}

	it("labels a group with its first frame in the user's code above the exception type, and shows full counts", async () => {
		const view = await open({ width: 800, height: 600 });
		const first = view.page.locator('.group').first();
		assert.deepEqual(await first.locator('.group-line').allInnerTexts(), [
			'CartTotals.sum\n894 records',
			'IllegalStateException\nsince 2.3.0\n787 devices',
		]);
		const cut = await view.page
			.locator('.group .number')
			.evaluateAll((numbers) => numbers.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
		assert.equal(cut, 0);
	});

	it('shows the first version of a group, or its first day if all records have the same version', async () => {
		const error = 'java.lang.ArithmeticException: x\n\tat com.example.shop.cart.Tax.add(Tax.kt:3)';
		const view = await open({ records: 1, values: { error, app_version_name: '2.4.1' } });
		assert.match(await group(view, 'Tax.add').locator('.group-since').innerText(), /^since Nov \d+$/);
		const several = await open();
		await several.page.locator('.group-since', { hasText: 'since 2.3.0' }).first().waitFor();
	});

	it('shows the distinguishing frame first if groups have the same name', async () => {
		const trace = ['java.lang.IllegalStateException: x', '\tat com.example.shop.cart.CartTotals.sum(C.kt:17)'];
		const other = '\tat com.example.shop.search.SearchModel.query(S.kt:4)';
		const view = await open({ values: { error: [...trace, other].join('\n') } });
		assert.deepEqual(await group(view, 'CartTotals.sum').locator('.group-detail').allInnerTexts(), [
			'← CheckoutActivity.onCreate · IllegalStateException',
			'← SearchModel.query · IllegalStateException',
		]);
	});

	it('shows the exception that wraps the root cause in the list, the details and the grid', async () => {
		const error = [
			'java.lang.RuntimeException: Unable to start activity',
			'\tat android.app.ActivityThread.handle(ActivityThread.java:1)',
			'Caused by: java.lang.ArithmeticException: overflow',
			'\tat com.example.shop.cart.Tax.add(Tax.kt:3)',
		].join('\n');
		const view = await open({ values: { error } });
		const outer = 'ArithmeticException (outer: RuntimeException)';
		await group(view, 'Tax.add').locator('.group-detail', { hasText: outer }).waitFor();
		await group(view, 'Tax.add').click();
		await view.page.locator('.detail-facts', { hasText: `${outer} · 1 record` }).waitFor();
		await tab(view, /Records/).click();
		await view.page.getByRole('gridcell', { name: 'java.lang.ArithmeticException: overflow', exact: true }).waitFor();
	});

	it('marks groups that first occurred in the newest version', async () => {
		const error = 'java.lang.ArithmeticException: x\n\tat com.example.shop.cart.Tax.add(Tax.kt:3)';
		const view = await open({ values: { error, app_version_name: '2.11.0' } });
		await group(view, 'Tax.add').locator('.badge', { hasText: 'New in 2.11.0' }).waitFor();
		assert.equal(await view.page.locator('.groups .badge').count(), 1);
		await group(view, 'Tax.add').click();
		await view.page.locator('.detail .badge', { hasText: 'New in 2.11.0' }).waitFor();
		await view.page.getByText('only in 2.11.0').waitFor();
	});

	it('searches for a group when the user types in the list', async () => {
		const view = await open();
		await view.page.getByLabel('Group by').selectOption({ label: 'by analytics_device_id' });
		await view.page.getByRole('textbox', { name: 'Find group' }).waitFor();
		await view.page.getByRole('listbox', { name: 'Groups' }).focus();
		await view.page.keyboard.type('900719925474000');
		await view.page
			.locator('.group-search')
			.getByText(/^\d+ of 1,\d+$/)
			.waitFor();
	});
});

describe('details in the triage layout', () => {
	const open = useTriage();

	for (const [width, height] of [
		[800, 600],
		[450, 900],
	] as const) {
		it(`shows all columns of values without scrolling at ${width} × ${height}`, async () => {
			const view = await open({ width, height });
			await group(view, 'ProductGallery.layout').click();
			await view.page.locator('.summary-box.traits').waitFor();
			await view.settled();
			const beyond = await view.page
				.locator('.summary')
				.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
					scrollWidth - clientWidth,
					scrollHeight - clientHeight,
				]);
			assert.deepEqual(beyond, [0, 0]);
		});
	}

	it('explains in full that a group has no distinguishing traits', async () => {
		const view = await open({ width: 1090, height: 780, noTraits: true });
		await view.page.locator('.group').first().click();
		const note = view.page.getByRole('list', { name: 'Common Traits' }).getByText(/15 percentage points or more\.$/);
		await note.waitFor({ timeout: 20_000 });
		assert.equal(await note.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > Math.max(1, clientWidth)), false);
	});

	it('shortens the link to the code of a group if it does not fit', async () => {
		const view = await open({ width: 447, height: 475 });
		await group(view, 'ProductGallery.layout').click();
		const link = view.page.locator('.detail').getByRole('button', { name: 'ProductGallery.kt:88' });
		await link.waitFor();
		const [right, end, overflow] = await link.evaluate((button) => [
			button.getBoundingClientRect().right,
			button.parentElement?.getBoundingClientRect().right ?? 0,
			getComputedStyle(button).textOverflow,
		]);
		assert.ok(Number(right) <= Number(end), `${right} > ${end}`);
		assert.equal(overflow, 'ellipsis');
	});

	it('updates the numbers of the selected group when its records are deobfuscated', async () => {
		const view = await open();
		await group(view, 'ProductGallery.layout').click();
		await view.page.getByText('first in 2.3.0, last in 2.10.0').waitFor();
		const asked = (await view.calls('group')).length;
		await view.page.evaluate(() => window.fakeHost.say('groupsChanged', undefined));
		await view.page.waitForFunction(
			(before) => window.fakeHost.calls.filter(({ method }) => method === 'group').length > before,
			asked,
		);
		await view.page.getByText('NullPointerException · 413 records').waitFor();
	});

	it('lists the commits that touched the code of the selected group as plain text', async () => {
		const commit = {
			hash: 'a1b2c3d4'.repeat(5),
			subject: 'Sum <b>\u202etotals',
			facts: 'Ana · Nov 12, 2025 · Cart.kt',
		};
		const commits = {
			'CartTotals.sum': { heading: 'Touched since 2.9.0: 1 commit', commits: [commit] },
			'ProductGallery.layout': { heading: 'Commits: Inconclusive: the repository has no tags.', commits: [] },
		};
		const view = await open({ commits });
		const { page } = view;
		const touched = page.locator('.detail-commits');
		await group(view, 'CartTotals.sum').click();
		await touched.getByText('Touched since 2.9.0: 1 commit').focus();
		await page.keyboard.press('Enter');
		assert.deepEqual(await touched.getByRole('listitem').allInnerTexts(), [
			'a1b2c3d4 Sum <b>[U+202E]totals Ana · Nov 12, 2025 · Cart.kt',
		]);
		await touched.getByRole('button', { name: 'a1b2c3d4' }).click();
		assert.deepEqual(await view.calls('showCommit'), [{ hash: commit.hash }]);
		await group(view, 'ProductGallery.layout').click();
		await touched.getByText('Commits: Inconclusive: the repository has no tags.').waitFor();
		await group(view, 'PriceClient.fetch').click();
		await touched.waitFor({ state: 'hidden' });
	});

	it('shows the counts, history, values and newest record of the selected group', async () => {
		const view = await open();
		const { page } = view;
		await group(view, 'ProductGallery.layout').click();
		const detail = page.getByRole('region', { name: 'Group', exact: true });
		await detail.getByRole('heading', { name: 'ProductGallery.layout' }).waitFor();
		await detail.getByText('NullPointerException · 413 records · 393 devices · 17%').waitFor();
		await detail.getByText('Nov 12 – 18 · first in 2.3.0, last in 2.10.0').waitFor();
		await detail.locator('.sparkline').waitFor();
		await tab(view, 'Records 413').waitFor();
		await page.getByRole('list', { name: 'Versions' }).getByRole('button', { name: '2.10.0' }).waitFor();
		await page
			.getByRole('list', { name: 'Common Traits' })
			.getByText(/elsewhere/)
			.first()
			.waitFor();
		await page.getByText(/^1 of 413 · Record [\d,]+ of the file$/).waitFor();
		await page.locator('.trace-header', { hasText: 'java.lang.NullPointerException' }).waitFor();
		await page.getByRole('button', { name: 'Next Record', exact: true }).click();
		await page.getByText(/^2 of 413 · Record [\d,]+ of the file$/).waitFor();
		assert.deepEqual(await view.chips(), [], 'the list and the details show the selected group');
	});

	it("opens the code of the group's first frame in the user's code from the headline", async () => {
		const view = await open();
		await group(view, 'ProductGallery.layout').click();
		await view.page.locator('.detail').getByRole('button', { name: 'ProductGallery.kt:88' }).click();
		const [opened] = (await view.calls('openFrame')) as { text: string }[];
		assert.match(opened?.text ?? '', /ProductGallery\.layout/);
	});

	it('shows the change from the previous period only if the records cover that period', async () => {
		// The sample records begin on 12 November 2026 at 00:00 UTC and cover a week.
		const view = await open({
			recentPeriod: { days: 3, until: 1_794_441_600 + 7 * 86_400 - 1, column: 'error_timestamp' },
		});
		await group(view, 'ProductGallery.layout').click();
		await view.page.locator('.detail-facts', { hasText: /17% · \d(?:\.\d)?× \(previous 3 days\)/ }).waitFor();
		const other = await open();
		const asked = await other.page.evaluate(() => window.fakeHost.calls.map(({ method }) => method));
		assert.equal(asked.includes('recentPeriod'), false, 'the groups must not wait for the period');
		await group(other, 'ProductGallery.layout').click();
		await other.page.getByText('first in 2.3.0').waitFor();
		assert.doesNotMatch(await other.page.locator('.detail').innerText(), /previous/);
	});

	it('reports that the newest period has no records of the group', async () => {
		// The sample records end 3 days before this period.
		const view = await open({
			recentPeriod: { days: 3, until: 1_794_441_600 + 10 * 86_400 - 1, column: 'error_timestamp' },
		});
		await group(view, 'ProductGallery.layout').click();
		await view.page.locator('.detail-facts', { hasText: /17% · none in the last 3 days/ }).waitFor();
	});

	it('filters the records of a group by a value with a click, and removes the filter with another click', async () => {
		const view = await open();
		await group(view, 'ProductGallery.layout').click();
		const value = view.page.getByRole('list', { name: 'Models' }).getByRole('button').first();
		await value.click();
		await view.count(/^101 of 2,400 records$/);
		assert.deepEqual(await view.chips(), ['device_model = Redmi, "Note" 13']);
		await value.click();
		await view.count(/^413 of 2,400 records$/);
	});

	it('shows the newest records first, and opens and closes a record with the keyboard', async () => {
		const view = await open();
		const { page } = view;
		await tab(view, /Records/).click();
		const rows = page.locator('.grid-row');
		await rows.first().getByText('2026-11-18 23:57:36').waitFor();
		const number = await rows.nth(2).getByRole('rowheader').innerText();
		await rows.nth(2).getByRole('gridcell').nth(1).click();
		await page.keyboard.press('Enter');
		await page.getByText(`3 of 2,400 · Record ${number} of the file`, { exact: true }).waitFor();
		assert.equal(await tab(view, 'Details').getAttribute('aria-selected'), 'true');
		await page.keyboard.press('Escape');
		assert.equal(await tab(view, /Records/).getAttribute('aria-selected'), 'true');
		const row = await page.evaluate(() => document.activeElement?.closest('[role=row]')?.getAttribute('aria-rowindex'));
		assert.equal(row, await rows.nth(2).getAttribute('aria-rowindex'));
	});

	it('keeps the scroll position of the grid while another tab is selected', async () => {
		const view = await open();
		const { page } = view;
		await tab(view, /Records/).click();
		const scroller = page.locator('.grid-scroller');
		await scroller.evaluate((element) => element.scrollTo(120, 2_000));
		await view.settled();
		await tab(view, 'Timeline').click();
		await page.locator('.plot-picture .bars').first().waitFor();
		await tab(view, /Records/).click();
		await view.settled();
		assert.deepEqual(await scroller.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]), [120, 2_000]);
	});

	it('moves through the tabs with the arrow keys, and through the panes with F6', async () => {
		const view = await open();
		const { page } = view;
		const focused = () =>
			page.evaluate(
				() => document.activeElement?.closest('.header, .groups, .detail, .record, .records, .chart')?.className,
			);
		await page.getByRole('listbox', { name: 'Groups' }).focus();
		await page.keyboard.press('F6');
		assert.equal(await focused(), 'detail');
		await page.keyboard.press('ArrowRight');
		assert.equal(await tab(view, /Records/).getAttribute('aria-selected'), 'true');
		await page.keyboard.press('F6');
		assert.equal(await focused(), 'records');
		await page.keyboard.press('F6');
		assert.equal(await focused(), 'header');
		await page.keyboard.press('Shift+F6');
		await page.keyboard.press('Shift+F6');
		await page.keyboard.press('End');
		await page.keyboard.press('F6');
		assert.equal(await focused(), 'chart');
		await page.keyboard.press('Escape');
		assert.equal(await focused(), 'groups');
	});

	it('offers to clear filters that match no record', async () => {
		const view = await open();
		await tab(view, /Records/).click();
		await view.page.getByLabel('Filter error_name').fill('nowhere');
		await view.page.getByRole('button', { name: 'Clear Filters' }).click();
		await view.count('2,400 records');
	});

	it('shows all groups with Escape or the button, and keeps the active group', async () => {
		const view = await open();
		const { page } = view;
		await page.getByRole('listbox', { name: 'Groups' }).focus();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'ProductGallery.layout' }).waitFor();
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'ProductGallery.layout' }).waitFor();
		await page.keyboard.press('Escape');
		await page.getByRole('heading', { name: 'All Groups' }).waitFor();
		assert.match((await page.locator('.group.active').innerText()) ?? '', /ProductGallery/);
		await page.keyboard.press('Enter');
		await page.locator('.detail').getByRole('button', { name: 'Show All Groups' }).click();
		await view.count('2,400 records');
	});
});

describe('narrow triage layout', () => {
	const open = useTriage();
	const focused = ({ page }: ResultsView) =>
		page.evaluate(() => document.activeElement?.closest('[role=listbox], .detail, .record')?.className);
	const frame = ({ page }: ResultsView) => page.locator('.detail-frame');
	/** Returns the indexes of selected groups that are completely visible. */
	const selectedInSight = ({ page }: ResultsView) =>
		page.locator('.group[aria-selected=true]').evaluateAll((items) =>
			items.flatMap((item) => {
				const sight = item.closest('.virtual-list')?.getBoundingClientRect();
				const { top, bottom } = item.getBoundingClientRect();
				const isInSight = sight !== undefined && top >= sight.top - 0.5 && bottom <= sight.bottom + 0.5;
				return isInSight ? [Number(item.getAttribute('data-index'))] : [];
			}),
		);

	for (const [width, height, least] of [
		[541, 776, 4],
		[461, 676, 4],
		[333, 644, 4],
		[371, 476, 2],
		[221, 476, 2],
	] as const) {
		it(`shows at least ${least} groups and the code of the selected group at ${width} × ${height}`, async () => {
			const view = await open({ width, height });
			await group(view, 'ProductGallery.layout').click();
			await frame(view).waitFor();
			await view.settled();
			await view.screenshot(`triage-narrow-${width}`);
			const shown = await groupsInSight(view);
			assert.ok(shown >= least, `${shown} groups`);
			const { y = 0, height: frameHeight = 0 } = (await frame(view).boundingBox()) ?? {};
			assert.ok(y > 0 && y + frameHeight <= height, `the link is at ${y}`);
		});
	}

	for (const [width, height] of [
		[541, 776],
		[461, 676],
		[333, 644],
	] as const) {
		it(`shows the trace of a selected group, above its values, at ${width} × ${height}`, async () => {
			const view = await open({ width, height });
			await group(view, 'ProductGallery.layout').click();
			const first = view.page.locator('.trace-line.first', { hasText: 'ProductGallery' });
			await first.waitFor();
			await view.settled();
			const [top = 0, bottom = 0] = await first.evaluate((line) => {
				const { top, bottom } = line.getBoundingClientRect();
				return [top, bottom];
			});
			const { y = 0 } = (await view.page.locator('.summary').boundingBox()) ?? {};
			assert.ok(top > 0 && bottom <= Math.min(y, height), `${top}, ${bottom}, ${y}`);
		});
	}

	it('goes through ten groups and their code without losing the position in the list or the focus', async () => {
		const view = await open({ width: 541, height: 776 });
		const { page } = view;
		await page.getByLabel('Group by').selectOption({ label: 'by analytics_device_id' });
		await group(view, '90071992547').first().waitFor();
		await view.settled();
		const list = page.getByRole('listbox', { name: 'Groups' });
		for (let index = 0; index < 10; index++) {
			const item = list.locator(`[data-index="${index}"]`);
			const name = (await item.locator('.group-value').innerText()).trim();
			const { x = 0, y = 0 } = (await item.boundingBox()) ?? {};
			await page.mouse.click(x + 40, y + 8);
			await page.getByRole('heading', { name }).waitFor();
			await frame(view).waitFor();
			await view.settled();
			assert.match((await focused(view)) ?? '', /virtual-list/);
			assert.deepEqual(await selectedInSight(view), [index]);
			const top = await list.evaluate((element) => element.scrollTop);
			await frame(view).click();
			await page.waitForFunction(
				(opened) => window.fakeHost.calls.filter(({ method }) => method === 'openFrame').length === opened,
				index + 1,
			);
			assert.equal(await focused(view), 'detail');
			assert.equal(await list.evaluate((element) => element.scrollTop), top);
			await page.mouse.move(x + 40, y);
			await page.mouse.wheel(0, index < 2 ? 0 : 44);
			await view.settled();
		}
	});

	it('goes through groups with the keyboard, and returns from the details with Escape', async () => {
		const view = await open({ width: 560, height: 480 });
		const { page } = view;
		await page.getByRole('listbox', { name: 'Groups' }).focus();
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'CartTotals.sum' }).waitFor();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'ProductGallery.layout' }).waitFor();
		await page.keyboard.press('F6');
		assert.equal(await page.evaluate(() => document.activeElement?.id), 'tab-details');
		await page.keyboard.press('F6');
		assert.equal(await focused(view), 'record');
		await page.keyboard.press('Escape');
		assert.match((await focused(view)) ?? '', /virtual-list/);
		assert.equal(await page.locator('.group[aria-selected=true]').count(), 1);
	});

	it('keeps the active group visible when the list shrinks, and keeps the height chosen by the user', async () => {
		const view = await open({ width: 541, height: 776 });
		const { page } = view;
		await page.getByLabel('Group by').selectOption({ label: 'by analytics_device_id' });
		await group(view, '90071992547').first().waitFor();
		await view.settled();
		const list = page.getByRole('listbox', { name: 'Groups' });
		const height = async () => (await page.locator('.groups').boundingBox())?.height ?? 0;
		const before = await height();
		await list.locator('[data-index="7"]').click();
		await page.locator('.group[data-index="7"][aria-selected=true]').waitFor();
		await view.settled();
		assert.ok((await height()) < before);
		assert.ok(await list.evaluate((element) => element.scrollTop > 0));
		const border = page.getByRole('separator', { name: 'Resize groups' });
		assert.equal(await border.getAttribute('aria-orientation'), 'horizontal');
		await border.focus();
		await page.keyboard.press('Shift+ArrowDown');
		const chosen = await height();
		assert.ok(chosen > before * 0.7);
		await list.focus();
		await page.keyboard.press('Escape');
		await view.count('2,400 records');
		assert.equal(await height(), chosen);
	});

	it('keeps at least two groups visible in a small window when the Records or Timeline tab is selected', async () => {
		const view = await open({ width: 442, height: 476 });
		const { page } = view;
		const inSight = (selector: string) =>
			page
				.locator(selector)
				.evaluateAll((found) => found.filter((one) => one.getBoundingClientRect().bottom <= innerHeight).length);
		for (const name of ['Records 2,400', 'Records 413']) {
			await tab(view, name).click();
			await page.locator('.grid-row').first().waitFor();
			await view.settled();
			assert.ok((await inSight('.grid-row')) >= 3, name);
			assert.ok((await groupsInSight(view)) >= 2, name);
			await group(view, 'ProductGallery.layout').click();
		}
		await tab(view, 'Timeline').click();
		await page.locator('.plot-picture .bars').first().waitFor();
		await view.settled();
		await view.screenshot('triage-narrow-timeline');
		assert.ok((await groupsInSight(view)) >= 2);
		const height = async () => (await page.locator('.groups').boundingBox())?.height ?? 0;
		const before = await height();
		await page.getByRole('separator', { name: 'Resize groups' }).press('Shift+ArrowDown');
		assert.equal(await height(), before + 80);
	});
});

describe('switching between layouts', () => {
	const open = useTriage();

	it('remembers the layout, the selected group and record, and the sort order of each layout', async () => {
		const view = await open();
		const { page } = view;
		await group(view, 'ProductGallery.layout').click();
		await page.getByText(/^1 of 413 · Record [\d,]+ of the file$/).waitFor();
		const toggle = page.getByRole('button', { name: 'Triage Layout' });
		assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
		await toggle.click();
		await page.getByText(/^413 of 413 · Record [\d,]+ of the file$/).waitFor();
		await page.getByRole('region', { name: 'Records over time' }).waitFor();
		assert.equal(await toggle.evaluate((button) => button === document.activeElement), true);
		await page.waitForFunction(() => window.fakeHost.calls.some(({ method }) => method === 'saveLayout'));
		const { layout } = (await view.calls('saveLayout')).at(-1) as { layout?: { layout?: string; sort: [] } };
		assert.deepEqual([layout?.layout, layout?.sort], ['grid', []]);
		await toggle.click();
		await page.getByText(/^1 of 413 · Record [\d,]+ of the file$/).waitFor();
	});

	it('continues at the selected group with the arrow keys after the view is restored', async () => {
		const view = await open();
		const { page } = view;
		await group(view, 'ProductGallery.layout').click();
		await page.getByText(/^1 of 413/).waitFor();
		const next = await page.locator('.group').nth(2).innerText();
		await page.waitForFunction(() => window.fakeHost.calls.some(({ method }) => method === 'saveState'));
		await page.reload();
		await page.locator('.group.active[aria-selected=true]', { hasText: 'ProductGallery.layout' }).waitFor();
		await page.getByRole('listbox', { name: 'Groups' }).focus();
		await page.keyboard.press('ArrowDown');
		assert.equal(await page.locator('.group.active').innerText(), next);
	});
});

describe('triage layout in every state', () => {
	const browser = useResultsBrowser();
	const open = useTriage();
	const sizes = [
		[1440, 900],
		[800, 600],
		[450, 486],
	] as const;

	for (const [index, [width, height]] of sizes.entries()) {
		const themes = isWhole ? allThemes : allThemes.filter((_theme, place) => place % sizes.length === index);
		it(`makes every tab of the triage layout accessible at ${width} × ${height} in ${themes.join(', ')}`, async () => {
			const view = await open({ width, height, notices, offersDevices: true });
			const check = (part: string) =>
				view.inEachTheme(async (theme) => {
					await view.screenshot(`triage-${theme}-${width}-${part}`);
					await view.assertAccessibleIn(theme, themes[0]);
				}, themes);
			await check('list');
			await group(view, 'ProductGallery.layout').click();
			await view.page.locator('.summary .value').first().waitFor();
			await view.page.getByText('first in 2.3.0').waitFor();
			for (const name of ['Details', /Records/, 'Timeline']) {
				await tab(view, name).click();
				await view.settled();
				await check(String(name).replace(/\W/g, ''));
			}
		});
	}

	it('shows the whole range, age and completeness of the records next to the search box', async () => {
		const asOf = 'exported 16:54 Europe/Berlin · Completeness not checked';
		const view = await browser.open({ arrangement: 'triage', width: 1085, height: 780, asOf });
		await view.page.locator('.group').first().click();
		await view.count(/ of 2,400 records/);
		for (const part of ['.header-title', '.header-facts']) {
			const room = await view.page.locator(part).evaluate(({ scrollWidth, clientWidth }) => clientWidth - scrollWidth);
			assert.ok(room >= 0, `${part} is cut off by ${-room} px`);
		}
		const search = await view.page.locator('.search').boundingBox();
		assert.ok((search?.width ?? 0) >= 110, `${search?.width} px`);
	});

	it('keeps the search box and the toolbar next to the title in windows of any width', async () => {
		const asOf = 'exported 16:54 Europe/Berlin · Completeness not checked';
		const view = await open({ width: 1400, height: 700, asOf });
		await group(view, 'CartTotals.sum').first().click();
		for (const width of [1400, 1084, 961, 960, 720, 450]) {
			await view.page.setViewportSize({ width, height: 700 });
			await view.settled();
			const parts = ['.header-title', '.search', '.toolbar'] as const;
			await view.assertOnOneLine(...parts);
			const [title, search, toolbar] = await Promise.all(
				parts.map((part) => view.page.locator(part).first().boundingBox()),
			);
			assert.ok(title && search && toolbar);
			assert.ok(title.width >= 100 && search.width >= 150, `${width}: ${title.width}, ${search.width}`);
			assert.ok(width - toolbar.x - toolbar.width < 20, `${width}: the toolbar is not at the right edge`);
		}
	});

	it('distinguishes a button border from the focus border in every theme', async () => {
		const view = await browser.open({ arrangement: 'triage' });
		await view.page.locator('.group').first().click();
		const button = view.page.getByRole('button', { name: 'Compare', exact: true });
		await view.inEachTheme(async () => {
			const [border, contrast, focus] = await button.evaluate((found) => {
				const style = getComputedStyle(found);
				const named = (name: string) => {
					const probe = document.createElement('i');
					probe.style.color = `var(${name}, transparent)`;
					found.after(probe);
					const { color } = getComputedStyle(probe);
					probe.remove();
					return color;
				};
				return [style.borderColor, named('--vscode-contrastBorder'), named('--vscode-focusBorder')];
			});
			assert.ok(border !== focus || border === contrast, `${border}`);
		});
	});

	it('folds notices into one line until the user expands them', async () => {
		const view = await open({ width: 800, height: 600, notices });
		const { page } = view;
		const list = page.getByRole('list', { name: 'Notices' });
		assert.equal(await list.getByRole('listitem').count(), 1);
		assert.ok(((await list.boundingBox())?.height ?? 0) < 30);
		await page.getByRole('button', { name: 'Show All Notices' }).click();
		assert.equal(await list.getByRole('listitem').count(), 2);
		await page.getByRole('button', { name: 'Show Fewer Notices' }).click();
		assert.equal(await list.getByRole('listitem').count(), 1);
	});

	it('shows records and details while the groups are loading', async () => {
		const view = await browser.open({ arrangement: 'triage', held: 'groups' });
		const { page } = view;
		await page.getByRole('progressbar', { name: 'Grouping' }).waitFor();
		await page.locator('.fields tr').first().waitFor();
		await view.screenshot('triage-grouping');
		await view.assertAccessible();
		await page.evaluate(() => window.fakeHost.release());
		await page.locator('.group').first().waitFor();
		await page.waitForFunction(() => window.fakeHost.calls.some(({ method }) => method === 'topValues'));
		const asked = await page.evaluate(() => window.fakeHost.calls.map(({ method }) => method));
		assert.ok(asked.indexOf('groups') < asked.indexOf('topValues'), 'other queries must not delay the groups');
	});

	it('shows the newest record when the file has been loaded', async () => {
		const view = await browser.open({ arrangement: 'triage', reading: true });
		const { page } = view;
		await page.getByText('Groups appear after the file is loaded.').waitFor();
		await view.screenshot('triage-reading');
		await view.assertAccessible();
		await page.evaluate(() => window.fakeHost.read(1));
		await page.getByText(/^1 of 2,400 · Record [\d,]+ of the file$/).waitFor();
		await page.locator('.fields').getByText('2026-11-18 23:57:36').waitFor();
	});

	it('keeps the layout usable with a single group and with long text', async () => {
		const name = 'x'.repeat(300);
		const error = `java.lang.${name}: ${'message '.repeat(60)}\n\tat com.example.shop.${name}.run(${name}.kt:3)`;
		const view = await open({ records: 1, values: { error, device_model: name, app_version_name: name }, width: 800 });
		await view.page.locator('.group').first().click();
		await view.page.getByText('1 record').first().waitFor();
		await view.settled();
		await view.screenshot('triage-long');
		await view.assertAccessible();
		assert.equal(await view.page.evaluate(() => document.querySelector('.view')?.scrollWidth), 800);
	});

	it('reports errors in grouping and in loading a group', async () => {
		const view = await browser.open({ arrangement: 'triage', failing: 'groups' });
		await view.page.locator('.status-line', { hasText: 'The engine stopped' }).waitFor();
		await view.page.locator('.fields tr').first().waitFor();
		await view.assertAccessible();
	});

	it('shows the grid with an explanation for a file without records', async () => {
		const view = await browser.open({ arrangement: 'triage', records: 0 });
		await view.page.getByRole('heading', { name: 'No records' }).waitFor();
		assert.equal(await view.page.getByRole('tab').count(), 0);
	});
});

describe('comparison of the selected group in the triage layout', () => {
	const open = useTriage();

	it("opens a comparison at the selected group with the group's Compare button", async () => {
		const view = await open();
		const button = view.page.locator('.detail').getByRole('button', { name: 'Compare', exact: true });
		assert.equal(await button.isVisible(), false, 'no group is selected');
		await group(view, 'CartTotals.sum').first().click();
		await view.settled();
		await button.focus();
		await view.page.keyboard.press('Enter');
		await view.settled();
		const [asked] = (await view.calls('compareGroup')) as {
			key: object;
			value: { place: string };
			filters: object[];
		}[];
		assert.deepEqual([asked?.key, asked?.filters, asked?.value.place], [{ kind: 'frames' }, [], 'CartTotals.sum']);
	});
});

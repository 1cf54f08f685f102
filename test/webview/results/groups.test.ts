import assert from 'node:assert/strict';
import type { ErrorValue } from '../../../src/shared/groupValue';
import type { GroupKey } from '../../../src/shared/results';
import { type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

describe('suggestion to count devices', () => {
	const browser = useResultsBrowser();

	for (const accepted of [true, false]) {
		it(`hides the suggestion to count devices once it is ${accepted ? 'accepted' : 'declined'} with a button`, async () => {
			const view = await browser.open({ offersDevices: true, theme: 'light' });
			await view.drawn();
			await view.screenshot('device-offer');
			await view.assertAccessible();
			const offer = view.page.locator('.device-offer');
			await offer.getByRole('button', { name: accepted ? 'Export with Hashed IDs' : "Don't Ask Again" }).click();
			assert.deepEqual(await view.calls('answerDeviceOffer'), [{ accepted }]);
			assert.equal(await offer.count(), 0);
		});
	}

	it('does not suggest counting devices if devices are already counted', async () => {
		const view = await browser.open({ offersDevices: true, countsDevices: true });
		await view.drawn();
		assert.equal(await view.page.locator('.device-offer').isVisible(), false);
	});

	it('does not suggest counting devices if there is no device column', async () => {
		const view = await browser.open();
		await view.drawn();
		assert.equal(await view.page.locator('.device-offer').isVisible(), false);
	});
});

describe('groups in the results view', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;
	beforeEach(async () => {
		view = await browser.open();
		await view.drawn();
	});

	it('shows groups whose record counts add up to the total number of records', async () => {
		const counts = await view.page.locator('.group-records').allInnerTexts();
		assert.equal(
			counts.reduce((sum, text) => sum + Number(text.replace(',', '')), 0),
			2_400,
		);
		await view.page.getByText('2,400 records in 8 groups').waitFor();
	});

	it('reports how many records have no top frame or were grouped by their first line', async () => {
		const { page } = await browser.open({ cutShort: 3 });
		const foot = page.locator('.groups .pane-foot');
		await foot.getByText('3 records grouped by the first line only (text too long to parse)').waitFor();
		await page.getByLabel('Group by').selectOption({ label: 'by top frame' });
		await foot.getByText('3 records without a top frame (text too long to parse)').waitFor();
	});

	it('reports how many records were deobfuscated by each mapping file, and how many were not', async () => {
		const file = (path: string, records: number) => ({ path, records });
		const one = { records: 91, minified: 0, files: [file('app/release/mapping.txt', 91)], moreFiles: 0 };
		const noteIn = ({ page }: ResultsView) => page.getByRole('region', { name: 'Groups' }).locator('.pane-note');
		const first = noteIn(await browser.open({ deobfuscated: one }));
		await first.getByText('91 records deobfuscated (app/release/mapping.txt)', { exact: true }).waitFor();
		assert.equal(await first.getAttribute('title'), 'app/release/mapping.txt: 91 records');
		const files = [file('a/mapping.txt', 90), file('b/mapping.txt', 1)];
		const several = noteIn(await browser.open({ deobfuscated: { records: 91, minified: 3, files, moreFiles: 1 } }));
		const words = '91 records deobfuscated (3 mapping files) · 3 records still obfuscated: no mapping file matches';
		await several.getByText(words, { exact: true }).waitFor();
		assert.equal(await several.getAttribute('title'), 'a/mapping.txt: 90 records\nb/mapping.txt: 1 record\n1 more');
		const none = { records: 0, minified: 1, unsearched: 12, files: [], moreFiles: 0 };
		const last = noteIn(await browser.open({ deobfuscated: none }));
		const noFile =
			'1 record still obfuscated: no mapping file matches · 12 records from versions with few records were not deobfuscated';
		await last.getByText(noFile, { exact: true }).waitFor();
		assert.equal(await noteIn(view).isVisible(), false);
	});

	it('adds and removes a group filter with Enter', async () => {
		const { page } = view;
		await page.getByRole('listbox', { name: 'Groups' }).focus();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Enter');
		await view.count(/ of 2,400 records/);
		assert.equal(await page.locator('.group[aria-selected=true]').count(), 1);
		assert.equal(await page.locator('.group').count(), 8, 'the other groups stay');
		await page.keyboard.press('Enter');
		await view.count('2,400 records');
	});

	it('labels a group with its error and throwing function, never with its internal key', async () => {
		const { page } = view;
		const group = page.locator('.group').first();
		assert.equal(await group.locator('.group-value').innerText(), 'IllegalStateException');
		assert.equal(await group.locator('.group-detail').innerText(), 'CartTotals.sum');
		const tip = (await group.getAttribute('title'))?.split('\n') ?? [];
		assert.deepEqual(tip.slice(0, 3), [
			'java.lang.IllegalStateException',
			'com.example.shop.cart.CartTotals.sum',
			'com.example.shop.cart.CheckoutActivity.onCreate',
		]);
		assert.match(tip[3] ?? '', /^java\.lang\.IllegalStateException: cart total/);
		await group.click();
		assert.deepEqual(await view.chips(), ['frames = IllegalStateException in CartTotals.sum']);
		await page
			.locator('[aria-live]', { hasText: 'Showing only the group IllegalStateException in CartTotals.sum' })
			.waitFor();
		await group.click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Copy Name' }).click();
		assert.deepEqual(await view.calls('copyText'), [{ text: 'IllegalStateException in CartTotals.sum' }]);
		assert.doesNotMatch(await page.locator('body').innerText(), /ownFrames/);
	});

	it("opens the commits between two versions from a group's menu", async () => {
		const { page } = view;
		await page.setViewportSize({ width: 360, height: 640 });
		await page.getByRole('listbox', { name: 'Groups' }).focus();
		await page.keyboard.press('Shift+F10');
		const item = page.getByRole('menuitem', { name: 'Find Introducing Commits…' });
		const box = await item.boundingBox();
		assert.ok(box && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
		await view.screenshot('group-menu-narrow');
		await item.click();
		const [asked] = (await view.calls('introducedBetween')) as { view: unknown; key: GroupKey; value: ErrorValue }[];
		assert.deepEqual([asked?.key.kind, asked?.value.title], ['frames', 'IllegalStateException']);
	});

	it('groups by frames by default, and by a different key if the user selects one', async () => {
		const { page } = view;
		const select = page.getByLabel('Group by');
		assert.deepEqual((await select.locator('option').allInnerTexts()).slice(0, 4), [
			'by frames',
			'by name',
			'by message',
			'by top frame',
		]);
		assert.equal(await select.locator('option:checked').innerText(), 'by frames');
		await select.selectOption({ label: 'by name' });
		await page.locator('.group-value', { hasText: 'java.lang.IllegalStateException' }).waitFor();
	});

	it('uses the singular if there is only one group', async () => {
		const { page } = view;
		const box = page.getByLabel('Filter error_name');
		await box.fill('memory');
		await box.press('Enter');
		await page.getByText(/^[\d,]+ records in 1 group$/).waitFor();
		assert.match(
			(await page.locator('.groups .pane-count').getAttribute('title')) ?? '',
			/^1 group from [\d,]+ records$/,
		);
	});

	it('shows the progress of grouping if it takes longer than a second', async () => {
		await view.close();
		view = await browser.open({ held: 'groups', heldAt: { share: 0.42 } });
		const { page } = view;
		const work = page.getByRole('progressbar', { name: 'Grouping' });
		await work.waitFor();
		await page.getByText('Grouping… 42%').waitFor();
		assert.equal(await work.getAttribute('aria-valuenow'), '42');
		await view.assertAccessible('.groups');
		await view.screenshot('grouping');
		await page.evaluate(() => window.fakeHost.release());
		await page.locator('.group').first().waitFor();
		assert.equal(await page.getByText('Grouping…').count(), 0);
	});

	it('shows records and record details while grouping is in progress', async () => {
		await view.close();
		view = await browser.open({ held: 'groups' });
		const { page } = view;
		const work = page.getByRole('progressbar', { name: 'Grouping' });
		await work.waitFor();
		await page.getByText('Grouping…').waitFor();
		await page.locator('.grid-host [role=row] >> nth=4').click();
		await page.locator('.fields tr').first().waitFor();
		await page.evaluate(() => window.fakeHost.release());
		await page.locator('.group').first().waitFor();
		assert.equal(await work.count(), 0);
		assert.equal(await page.getByText('Grouping…').count(), 0);
	});

	it('hides the progress when grouping fails', async () => {
		await view.close();
		view = await browser.open({ failing: 'groups' });
		const { page } = view;
		await page.locator('.status-line', { hasText: 'The engine stopped' }).waitFor();
		assert.equal(await page.getByRole('progressbar', { name: 'Grouping' }).count(), 0);
		assert.equal(await page.getByText('Grouping…').isVisible(), false);
	});

	it('groups by any column, even if this results in tens of thousands of groups', async () => {
		await view.close();
		view = await browser.open({ records: 20_000 });
		const { page } = view;
		await view.drawn();
		await page.getByLabel('Group by').selectOption({ label: 'by error_timestamp' });
		await page.locator('.groups .pane-count', { hasText: /1\d,\d{3}/ }).waitFor();
		assert.ok((await page.locator('.group').count()) < 40);
		await page.getByRole('listbox', { name: 'Groups' }).focus();
		await page.keyboard.press('End');
		const last = page.locator('.group.active');
		await last.locator('.group-value').waitFor();
		assert.equal(await last.getAttribute('aria-posinset'), await last.getAttribute('aria-setsize'));
	});

	it('sorts the groups by name', async () => {
		const { page } = view;
		await page.getByRole('button', { name: 'Sort groups' }).click();
		await page.getByRole('menuitemcheckbox', { name: 'Name' }).click();
		await page.locator('.group').nth(1).filter({ hasText: 'IllegalStateException' }).waitFor();
	});

	it('sorts the groups by trend', async () => {
		const { page } = view;
		await page.getByRole('button', { name: 'Sort groups' }).click();
		await page.getByRole('menuitemcheckbox', { name: 'Fastest growing' }).click();
		await view.settled();
		const asked = (await view.calls('groups')).at(-1);
		assert.partialDeepStrictEqual(asked, { order: 'trend', descending: true });
		await page
			.getByRole('option', { name: /rising$/ })
			.first()
			.waitFor();
		assert.match((await page.locator('.group').first().locator('.screen-reader').textContent()) ?? '', /rising$/);
	});

	it('offers to search for groups by name if there are many groups', async () => {
		const { page } = view;
		const search = page.getByRole('textbox', { name: 'Find group' });
		assert.equal(await search.isVisible(), false, 'there are eight');
		await page.getByLabel('Group by').selectOption({ label: 'by analytics_device_id' });
		await search.fill('90071992547400');
		const status = page.locator('.group-search').getByRole('status');
		await status.filter({ hasText: /^\d+ of 1,\d+$/ }).waitFor();
		const [found] = (await status.innerText()).split(' ');
		assert.equal(await page.locator('.group').first().getAttribute('aria-setsize'), found);
		assert.match(await page.locator('.group-value').first().innerText(), /^90071992547400/);
		await view.assertAccessible();
		await search.fill('nobody');
		await page.getByText('No matching groups').waitFor();
		await search.press('Escape');
		await page.locator('.group').nth(5).waitFor();
		await page.getByLabel('Group by').selectOption({ label: 'by name' });
		await page.locator('.group-value', { hasText: 'java.lang.IllegalStateException' }).waitFor();
	});

	it('shows two lines per group, or three lines if rows are tall', async () => {
		const { page } = view;
		const height = async () => (await page.locator('.group').first().boundingBox())?.height;
		assert.equal(await height(), 44);
		await page.getByRole('button', { name: 'Tall Rows' }).click();
		assert.equal(await height(), 62);
		assert.equal(await page.locator('.group').first().locator('.group-line').count(), 3);
	});

	it('uses an additional frame to distinguish groups with the same label', async () => {
		await view.close();
		const trace = ['java.lang.IllegalStateException: x', '\tat com.example.shop.cart.CartTotals.sum(C.kt:17)'];
		view = await browser.open({
			values: { error: [...trace, '\tat com.example.shop.search.SearchModel.query(S.kt:4)'].join('\n') },
		});
		await view.drawn();
		const twins = view.page.locator('.group-detail', { hasText: 'CartTotals.sum' });
		assert.deepEqual(await twins.allInnerTexts(), [
			'CartTotals.sum ← CheckoutActivity.onCreate',
			'CartTotals.sum ← SearchModel.query',
		]);
	});

	it('reloads the groups when the package names of the workspace become known', async () => {
		const { page } = view;
		const asked = (await view.calls('groups')).length;
		await page.evaluate(() => window.fakeHost.say('groupsChanged', undefined));
		await page.waitForFunction(
			(before) => window.fakeHost.calls.filter(({ method }) => method === 'groups').length > before,
			asked,
		);
		await page.locator('.group').first().waitFor();
	});

	it('keeps the active group when the groups are rebuilt', async () => {
		const { page } = view;
		const active = () =>
			page.evaluate(() => {
				const id = document.activeElement?.getAttribute('aria-activedescendant');
				return document.getElementById(id ?? '')?.textContent;
			});
		await page.getByRole('listbox').focus();
		for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) {
			await page.keyboard.press(key);
		}
		const before = await active();
		const asked = (await view.calls('groups')).length;
		await page.evaluate(() => window.fakeHost.say('groupsChanged', undefined));
		await page.waitForFunction(
			(before) => window.fakeHost.calls.filter(({ method }) => method === 'groups').length > before,
			asked,
		);
		await page.locator('.virtual-list:not([aria-busy])').waitFor();
		await view.settled();
		assert.ok(before);
		assert.equal(await active(), before);
		assert.notEqual(before, await page.locator('.group').first().textContent());
	});

	it('selects the clicked group even if the groups are rendered again during the click', async () => {
		const { page } = view;
		const box = await page.locator('.group').nth(2).boundingBox();
		assert.ok(box);
		await page.mouse.move(box.x + 40, box.y + 10);
		await page.mouse.down();
		const asked = (await view.calls('groups')).length;
		await page
			.locator('.group')
			.nth(2)
			.evaluate((group) => group.setAttribute('data-old', ''));
		await page.evaluate(() => window.fakeHost.say('groupsChanged', undefined));
		await page.waitForFunction(
			(before) =>
				window.fakeHost.calls.filter(({ method }) => method === 'groups').length > before &&
				!document.querySelector('[data-old]'),
			asked,
		);
		await page.mouse.up();
		await view.count(/ of 2,400 records/);
		assert.equal(await page.locator('.group[aria-selected=true]').count(), 1);
	});

	it('reloads the records of the selected group after new mapping files were found', async () => {
		const { page } = view;
		await page.locator('.group').first().click();
		await view.count(/ of 2,400 records/);
		const pagesAsked = () =>
			page.evaluate(() => window.fakeHost.calls.filter(({ method }) => method === 'page').length);
		const asked = await pagesAsked();
		await page.evaluate(() => window.fakeHost.say('groupsChanged', undefined));
		await page.waitForFunction(
			(before) => window.fakeHost.calls.filter(({ method }) => method === 'page').length > before,
			asked,
		);
		assert.equal(await page.locator('.group[aria-selected=true]').count(), 1);
	});

	it('selects single groups with Ctrl+click and ranges of groups with Shift+click', async () => {
		const { page } = view;
		const groups = page.locator('.group');
		const records = async (...indices: number[]) => {
			const counts = await page.locator('.group-records').allInnerTexts();
			return indices.reduce((sum, index) => sum + Number(counts[index]?.replace(',', '')), 0).toLocaleString('en');
		};
		await groups.nth(1).click();
		await groups.nth(3).click({ modifiers: ['Control'] });
		await view.count(`${await records(1, 3)} of 2,400 records`);
		assert.equal(await page.locator('.group[aria-selected=true]').count(), 2);
		assert.match((await view.chips())[0] ?? '', /^frames is one of NullPointerException in .+, OutOfMemoryError in /);
		await page.locator('[aria-live]', { hasText: 'Showing only 2 groups' }).waitFor();
		await groups.nth(0).click({ modifiers: ['Shift'] });
		await view.count(`${await records(0, 1, 2, 3)} of 2,400 records`);
		await groups.nth(2).click({ modifiers: ['Control'] });
		await view.count(`${await records(0, 1, 3)} of 2,400 records`);
		assert.equal(await groups.count(), 8, 'the others stay');
		await view.assertAccessible();
		await groups.nth(0).click();
		await view.count(`${await records(0)} of 2,400 records`);
	});

	it('excludes a group with Alt+click or from its menu, and includes it again', async () => {
		const { page } = view;
		const first = page.locator('.group').first();
		const count = Number(await first.locator('.group-records').innerText());
		await first.click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Exclude This Group' }).click();
		await view.count(`${(2_400 - count).toLocaleString('en')} of 2,400 records`);
		assert.deepEqual(await view.chips(), ['frames ≠ IllegalStateException in CartTotals.sum']);
		await page.getByRole('option', { name: /^IllegalStateException in CartTotals.sum, excluded, / }).waitFor();
		await view.assertAccessible();
		await first.click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Stop Excluding This Group' }).click();
		await view.count('2,400 records');
		await page.getByRole('listbox', { name: 'Groups' }).focus();
		await page.keyboard.press('Alt+Enter');
		await view.count(`${(2_400 - count).toLocaleString('en')} of 2,400 records`);
	});

	it('provides a full description of a group to screen readers', async () => {
		const { page } = view;
		const name =
			/^IllegalStateException in CartTotals\.sum, \d+ records, \d+% of all records, \d+ devices, versions 2\.3\.0 to 2\.10\.0, last seen Nov 18, (?:rising|falling)$/;
		await page.getByRole('option', { name }).waitFor();
	});

	it('breaks a group down by any column, and filters by the clicked value', async () => {
		const { page } = view;
		await page.locator('.group').nth(1).click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Break Down by Column…' }).click();
		const panel = page.getByRole('dialog', { name: 'Breakdown of NullPointerException in ProductGallery.layout' });
		await panel.getByText(/^\d+ records · 6 values$/).waitFor();
		await panel.getByLabel('Column').selectOption({ label: 'by os_name' });
		await panel.getByText(/^\d+ records · 2 values$/).waitFor();
		const heights = await panel.locator('ul').evaluate((list) => [list.clientHeight, list.scrollHeight]);
		assert.ok(heights[0] === heights[1] && Number(heights[0]) < 80, `the list is as tall as two values: ${heights}`);
		await view.assertAccessible();
		const counts = await panel.locator('.number:not(.value-percent)').allInnerTexts();
		assert.equal(
			counts.reduce((sum, count) => sum + Number(count), 0),
			Number(await page.locator('.group-records').nth(1).innerText()),
			'they add up to the group',
		);
		await panel.getByRole('button', { name: /^ios/ }).click();
		await view.count(new RegExp(`^${counts[1]} of 2,400 records$`));
		assert.deepEqual(await view.chips(), ['frames = NullPointerException in ProductGallery.layout', 'os_name = ios']);
	});

	it('shows the common traits of a group, and filters by the clicked value', async () => {
		const { page } = view;
		await page.locator('.group').nth(1).click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Show Common Traits…' }).click();
		const panel = page.getByRole('dialog', { name: /^Common traits of NullPointerException in .+$/ });
		await panel.getByText('Among devices that reported errors.').waitFor();
		const line = panel.getByRole('button').first();
		const [, column, value] = /^(\S+) (\S+): \d+% here, \d+% elsewhere$/.exec(await line.innerText()) ?? [];
		const [asked] = await view.calls('commonTraits');
		assert.partialDeepStrictEqual(asked, { key: { kind: 'frames' }, view: { filters: [] }, timeZone: 'UTC' });
		await view.assertAccessible();
		await page.keyboard.press('Enter');
		await panel.waitFor({ state: 'detached' });
		assert.deepEqual(await view.chips(), [
			'frames = NullPointerException in ProductGallery.layout',
			`${column} = ${value}`,
		]);
	});

	it('shows common traits without overlaps in a narrow view', async () => {
		view = await browser.open({ width: 360, height: 800 });
		await view.drawn();
		await view.page.locator('.group').nth(1).click({ button: 'right' });
		await view.page.getByRole('menuitem', { name: 'Show Common Traits…' }).click();
		const lines = view.page.locator('.apart-values li');
		await lines.first().waitFor();
		const texts = await lines
			.locator('bdi')
			.evaluateAll((words) => words.map((word) => word.getBoundingClientRect().toJSON()));
		assert.ok(
			texts.some(({ height }) => height > 26),
			'one of several lines',
		);
		for (const [index, { bottom }] of texts.entries()) {
			assert.ok(bottom <= (texts[index + 1]?.top ?? Number.POSITIVE_INFINITY), `line ${index + 1}`);
		}
	});

	it('passes a group to an agent', async () => {
		const { page } = view;
		await page.locator('.group').first().click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Ask an Agent…' }).click();
		const [asked] = await view.calls('askAgent');
		assert.partialDeepStrictEqual(asked, {
			view: { filters: [] },
			about: { kind: 'group', key: { kind: 'frames' }, value: { title: 'IllegalStateException' } },
		});
	});

	it("copies a group's issue text and its records", async () => {
		const { page } = view;
		await page.locator('.group').first().click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Copy as Issue Text' }).click();
		await page.locator('.status-line', { hasText: 'Copied the issue text' }).waitFor();
		const [issue] = await view.calls('copyIssue');
		const { key, value } = (issue as { about: { key: GroupKey; value: ErrorValue } }).about;
		assert.deepEqual(key, { kind: 'frames' });
		assert.partialDeepStrictEqual(value, { title: 'IllegalStateException', place: 'CartTotals.sum' });
		await page.locator('.group').first().click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Copy Records…' }).click();
		await page.getByRole('button', { name: 'Copy', exact: true }).click();
		await page.locator('.status-line', { hasText: 'Copied as' }).waitFor();
		const [copied] = await view.calls('copyRecords');
		assert.partialDeepStrictEqual(copied, {
			what: { view: { filters: [{ kind: 'group', key, values: [value] }] } },
		});
	});
});

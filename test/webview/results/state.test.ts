import assert from 'node:assert/strict';
import type { PageCommand, ViewState } from '../../../src/shared/resultsProtocol';
import { useResultsBrowser } from '../../support/webview/resultsPage';

describe('The results view as a whole', () => {
	const browser = useResultsBrowser();

	it('comes back after a reload as it was left', async () => {
		const view = await browser.open();
		const { page } = view;
		await view.drawn();
		await page.getByRole('button', { name: '2.4.1' }).click();
		await page.getByLabel('Group by').selectOption({ label: 'by device_model' });
		await page.getByRole('columnheader', { name: /^error_name/ }).click();
		await page.getByRole('button', { name: 'Hide the chart' }).click();
		await page.getByRole('button', { name: 'Move beside the records' }).first().click();
		await page.getByRole('button', { name: 'Tall rows' }).click();
		await view.count(/ of /);
		await page.getByRole('button', { name: 'Next record', exact: true }).click();
		await view.settled();
		const placeBefore = await page.locator('.record .pane-count', { hasText: / of \d/ }).innerText();
		await page.waitForFunction(() => {
			const kept = window.fakeHost.calls.findLast(({ method }) => method === 'keepState')?.params as ViewState;
			return kept?.density === 'tall' && kept.selected !== 0;
		});
		await page.reload();
		await view.count(/ of /);
		assert.deepEqual(await view.chips(), ['app_version_name = 2.4.1']);
		assert.equal(await page.locator('.histogram').isVisible(), false);
		await page.locator('.workbench.beside').waitFor();
		await page.locator('.record .pane-count', { hasText: placeBefore }).waitFor();
		assert.equal(await page.getByRole('button', { name: 'Tall rows' }).getAttribute('aria-pressed'), 'true');
		assert.equal(await page.getByRole('columnheader', { name: /^error_name/ }).getAttribute('aria-sort'), 'ascending');
		const shown = page.locator('.groups select');
		assert.equal(
			await shown.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
			'by device_model',
		);
	});

	it('hears its host only, not what pages of other origins post', async () => {
		const view = await browser.open();
		await view.drawn();
		await view.page.evaluate(async () => {
			await window.fakeHost.say('failed', { message: 'From the host' });
			const data = { type: 'request', id: 999_999, method: 'failed', params: { message: 'From elsewhere' } };
			window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://elsewhere.example' }));
			// Answered after what was posted before.
			await window.fakeHost.say('tracesChanged', undefined);
		});
		await view.page.getByRole('banner').getByText('From the host').waitFor();
		assert.equal(await view.page.getByText('From elsewhere').count(), 0);
	});

	it('comes back to where it was scrolled, once the file is read so far', async () => {
		let view = await browser.open();
		const { page } = view;
		await view.drawn();
		await page.getByRole('rowheader', { name: '4', exact: true }).click();
		await page.locator('.grid-scroller').evaluate((scroller) => scroller.scrollTo(0, 22 * 1_500));
		await page.waitForFunction(() => {
			const kept = window.fakeHost.calls.findLast(({ method }) => method === 'keepState')?.params as ViewState;
			return kept?.top > 1_400 && kept.selected === 3;
		});
		const state = (await view.calls('keepState')).at(-1) as ViewState;
		await view.close();
		view = await browser.open({ state, reading: true });
		await view.page.evaluate(() => window.fakeHost.read(0.25));
		await view.page.evaluate(() => window.fakeHost.read(1));
		await view.page.getByRole('rowheader', { name: '1,505', exact: true }).waitFor();
		await view.page.locator('.record .pane-count', { hasText: '4 of 2,400' }).waitFor();
		assert.match(await view.page.locator('.trace').innerText(), /<img/);
	});

	it('keeps its state with the host, and starts from it', async () => {
		let view = await browser.open();
		await view.page.getByRole('button', { name: '2.4.1' }).click();
		await view.page.waitForFunction(() => {
			// It may be kept before, too, with the record that is selected first.
			const kept = window.fakeHost.calls.findLast(({ method }) => method === 'keepState')?.params as ViewState;
			return kept?.view.filters.length === 1;
		});
		const state = (await view.calls('keepState')).at(-1) as ViewState;
		await view.close();
		view = await browser.open({ state });
		await view.count(/ of /);
		assert.deepEqual(await view.chips(), ['app_version_name = 2.4.1']);
	});

	it('says that a group is gone which an older version told apart otherwise', async () => {
		let view = await browser.open();
		await view.page.locator('.group').first().click();
		await view.page.waitForFunction(() => {
			const kept = window.fakeHost.calls.findLast(({ method }) => method === 'keepState')?.params as ViewState;
			return kept?.view.filters.length === 1;
		});
		const state = (await view.calls('keepState')).at(-1) as ViewState;
		await view.close();
		const filters = state.view.filters.map((filter) =>
			filter.kind === 'group' ? { ...filter, value: 'IllegalStateException\nCartTotals.sum\n3\nownFrames' } : filter,
		);
		view = await browser.open({ state: { ...state, view: { ...state.view, filters } } });
		await view.page.getByRole('status').filter({ hasText: 'The filter by a group is gone' }).waitFor();
		await view.count('2,400 records');
		assert.deepEqual(await view.chips(), []);
	});

	it('resizes panes by keyboard and mouse', async () => {
		const view = await browser.open();
		const { page } = view;
		const border = page.getByRole('separator', { name: 'Size of the groups' });
		const width = async () => (await page.locator('.groups').boundingBox())?.width ?? 0;
		const before = await width();
		await border.press('ArrowRight');
		assert.equal(await width(), before + 16);
		assert.equal(await border.getAttribute('aria-valuenow'), String(before + 16));
		const box = await border.boundingBox();
		assert.ok(box);
		await page.mouse.move(box.x, box.y + 50);
		await page.mouse.down();
		await page.mouse.move(box.x - 60, box.y + 50, { steps: 3 });
		await page.mouse.up();
		assert.ok(Math.abs((await width()) - (before - 44)) <= 1);
	});

	it('shows the first rows while the rest is read, and the rest when it is', async () => {
		const view = await browser.open({ reading: true });
		const { page } = view;
		await page.locator('.grid-host [role=row]').nth(4).waitFor();
		await view.count('300 records');
		const bar = page.getByRole('progressbar', { name: 'Reading the file' });
		assert.equal(await bar.getAttribute('aria-valuenow'), '12');
		await page.evaluate(() => window.fakeHost.read(0.5));
		await view.count('1,200 records');
		assert.equal(await page.locator('.group').count(), 0);
		await page.evaluate(() => window.fakeHost.read(1));
		await view.count('2,400 records');
		await page.locator('.group').first().waitFor();
		await page.locator('.plot-picture .bars').first().waitFor();
		await bar.waitFor({ state: 'hidden' });
	});

	it('says why reading ended early', async () => {
		const view = await browser.open({ reading: true });
		await view.page.evaluate(() => window.fakeHost.say('failed', { message: 'The disk is gone.' }));
		await view.page.locator('.notice.failure', { hasText: 'The disk is gone.' }).waitFor();
	});

	it('says why an action failed, once', async () => {
		const view = await browser.open({ failing: 'openAsText' });
		await view.page.getByRole('button', { name: 'Open as text' }).click();
		await view.page.getByRole('alert').filter({ hasText: 'The engine stopped. Open the file again.' }).waitFor();
	});

	it('gives notices their buttons, and takes new notices in their place', async () => {
		const view = await browser.open({
			notices: [{ kind: 'warning', text: 'Cut at the limit.', actions: [{ id: '7', label: 'Export without Limit' }] }],
		});
		const { page } = view;
		await page.getByRole('button', { name: 'Export without Limit' }).click();
		assert.deepEqual(await view.calls('act'), [{ id: '7' }]);
		await page.evaluate(() =>
			window.fakeHost.say('notices', {
				notices: [{ kind: 'info', text: 'Other words.', actions: [] }],
				asOf: 'exported 09:02 · complete',
			}),
		);
		await page.getByText('Other words.').first().waitFor();
		await page.getByText('exported 09:02 · complete').waitFor();
		assert.equal(await page.getByText('Cut at the limit.').count(), 0);
	});

	it('says what a file without records holds, where the host knows no reasons', async () => {
		const view = await browser.open({ records: 0 });
		await view.page.getByText('The file has columns, but no whole record.').waitFor();
	});

	it("explains an empty file with the host's reasons", async () => {
		const view = await browser.open({
			records: 0,
			emptyReasons: [
				{ kind: 'info', text: 'The range lies in the future.', actions: [{ id: '3', label: 'Use Today' }] },
			],
		});
		const { page } = view;
		await page.getByText('The range lies in the future.').waitFor();
		await page.getByRole('button', { name: 'Use Today' }).click();
		assert.deepEqual(await view.calls('act'), [{ id: '3' }]);
	});

	it('keeps the reasons of an empty file in reach where there is no room for them', async () => {
		const long = `Without error_name = ${'x'.repeat(300)}`;
		const reason = {
			kind: 'info',
			text: 'The filters may fit no record.',
			actions: [{ id: '1', label: long }],
		} as const;
		const view = await browser.open({ records: 0, emptyReasons: Array.from({ length: 12 }, () => reason) });
		const { page } = view;
		await page.getByText(reason.text).first().waitFor();
		const place = await page.locator('.empty-state').evaluate((all) => {
			all.scrollTop = 0;
			const [heading, button] = ['h2', 'button'].map((name) => all.querySelector(name)?.getBoundingClientRect());
			const { top, left, right } = all.getBoundingClientRect();
			return {
				heading: Number(heading?.top) - top,
				left: Number(button?.left) - left,
				right: right - Number(button?.right),
				title: all.querySelector('button')?.title,
			};
		});
		assert.ok(place.heading >= 0, `the heading begins at ${place.heading}`);
		assert.ok(place.left >= 0 && place.right >= 0, `the button stands out: ${place.left} and ${place.right}`);
		assert.equal(place.title, long);
	});

	it('speaks the language it is given', async () => {
		const view = await browser.open({ language: 'de', strings: { Groups: 'Gruppen', '{0} records': '{0} Einträge' } });
		await view.page.getByRole('heading', { name: 'Gruppen' }).waitFor();
		await view.count('2.400 Einträge');
		assert.equal(await view.page.evaluate(() => document.documentElement.lang), 'de');
	});

	it('does what commands of the editor ask for', async () => {
		const view = await browser.open();
		const { page } = view;
		await view.drawn();
		const command = (id: PageCommand) => page.evaluate((asked) => window.fakeHost.say('command', { id: asked }), id);
		await command('find');
		assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Search all fields');
		await command('toggleGroups');
		await page.locator('.groups').waitFor({ state: 'hidden' });
		await command('goToRecord');
		await page.getByLabel('Record # from 1 to 2,400').fill('2,000');
		await page.keyboard.press('Enter');
		await page.locator('.record .pane-count', { hasText: '2,000 of 2,400' }).waitFor();
		await command('goToColumn');
		await page.getByRole('menuitem', { name: 'error_json' }).click();
		await page.getByRole('columnheader', { name: /^error_json/ }).waitFor();
		await command('save');
		await page.getByRole('dialog', { name: 'Save records' }).waitFor();
	});

	it('goes to the record of the number on screen, wherever filters and sorting have it', async () => {
		const view = await browser.open();
		const { page } = view;
		await view.drawn();
		await page.getByRole('columnheader', { name: /^error_datetime/ }).click();
		await page.getByRole('columnheader', { name: /^error_datetime/ }).click();
		const goTo = async (number: string) => {
			await page.evaluate(() => window.fakeHost.say('command', { id: 'goToRecord' }));
			await page.getByLabel('Record # from 1 to 2,400').fill(number);
			await page.keyboard.press('Enter');
		};
		await goTo('17');
		await page.locator('.record .pane-count', { hasText: '2,384 of 2,400' }).waitFor();
		assert.equal(await page.locator('.grid-row.active [role=rowheader]').innerText(), '17');
		const box = page.getByLabel('Filter error_name');
		await box.fill('nowhere');
		await box.press('Enter');
		await view.count('0 of 2,400 records');
		await goTo('17');
		await page.getByText('The filters leave out record 17.').waitFor();
	});

	it('stacks its panes when narrow', async () => {
		const view = await browser.open({ width: 640 });
		const groups = await view.page.locator('.groups').boundingBox();
		const records = await view.page.locator('.records').boundingBox();
		assert.ok(groups && records && groups.y + groups.height <= records.y && groups.width === 640);
	});
});

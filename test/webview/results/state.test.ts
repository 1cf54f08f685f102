import assert from 'node:assert/strict';
import type { PageCommand, ViewState } from '../../../src/shared/protocols/resultsProtocol';
import { useResultsBrowser } from '../../support/webview/resultsPage';

describe('state of the results view', () => {
	const browser = useResultsBrowser();

	it('restores filters, layout and the open record after a reload', async () => {
		const view = await browser.open();
		const { page } = view;
		await view.drawn();
		await page.getByRole('button', { name: '2.4.1' }).click();
		await page.getByLabel('Group by').selectOption({ label: 'by device_model' });
		await page.getByRole('columnheader', { name: /^error_name/ }).click();
		await page.getByRole('button', { name: 'Hide Timeline' }).click();
		await page.getByRole('button', { name: 'Move Beside Records' }).first().click();
		await page.getByRole('button', { name: 'Tall Rows' }).click();
		await view.count(/ of /);
		await page.getByRole('button', { name: 'Next Record', exact: true }).click();
		await view.settled();
		const placeBefore = await page.locator('.record .pane-count', { hasText: / of \d/ }).innerText();
		await page.waitForFunction(() => {
			const saved = window.fakeHost.calls.findLast(({ method }) => method === 'saveState')?.params as ViewState;
			return saved?.density === 'tall' && saved.selected !== 0;
		});
		await page.reload();
		await view.count(/ of /);
		assert.deepEqual(await view.chips(), ['app_version_name = 2.4.1']);
		assert.equal(await page.locator('.histogram').isVisible(), false);
		await page.locator('.workbench.beside').waitFor();
		await page.locator('.record .pane-count', { hasText: placeBefore }).waitFor();
		assert.equal(await page.getByRole('button', { name: 'Tall Rows' }).getAttribute('aria-pressed'), 'true');
		assert.equal(await page.getByRole('columnheader', { name: /^error_name/ }).getAttribute('aria-sort'), 'ascending');
		const shown = page.locator('.groups select');
		assert.equal(
			await shown.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
			'by device_model',
		);
	});

	it('ignores messages from pages of other origins', async () => {
		const view = await browser.open();
		await view.drawn();
		await view.page.evaluate(async () => {
			await window.fakeHost.say('failed', { message: 'From the host' });
			const data = { type: 'request', id: 999_999, method: 'failed', params: { message: 'From elsewhere' } };
			window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://elsewhere.example' }));
			// The response arrives after all previously posted messages.
			await window.fakeHost.say('tracesChanged', undefined);
		});
		await view.page.getByRole('banner').getByText('From the host').waitFor();
		assert.equal(await view.page.getByText('From elsewhere').count(), 0);
	});

	it('restores the scroll position once enough of the file has been read', async () => {
		let view = await browser.open();
		const { page } = view;
		await view.drawn();
		await page.getByRole('rowheader', { name: '4', exact: true }).click();
		await page.locator('.grid-scroller').evaluate((scroller) => scroller.scrollTo(0, 22 * 1_500));
		await page.waitForFunction(() => {
			const saved = window.fakeHost.calls.findLast(({ method }) => method === 'saveState')?.params as ViewState;
			return saved?.top > 1_400 && saved.selected === 3;
		});
		const state = (await view.calls('saveState')).at(-1) as ViewState;
		await view.close();
		view = await browser.open({ state, reading: true });
		await view.page.evaluate(() => window.fakeHost.read(0.25));
		await view.page.evaluate(() => window.fakeHost.read(1));
		await view.page.getByRole('rowheader', { name: '1,505', exact: true }).waitFor();
		await view.page.locator('.record .pane-count', { hasText: '4 of 2,400' }).waitFor();
		assert.match(await view.page.locator('.trace').innerText(), /<img/);
	});

	it('saves the view state through the host and starts from the saved state', async () => {
		let view = await browser.open();
		await view.page.getByRole('button', { name: '2.4.1' }).click();
		await view.page.waitForFunction(() => {
			// The state may also have been saved earlier, with the initially selected record.
			const saved = window.fakeHost.calls.findLast(({ method }) => method === 'saveState')?.params as ViewState;
			return saved?.view.filters.length === 1;
		});
		const state = (await view.calls('saveState')).at(-1) as ViewState;
		await view.close();
		view = await browser.open({ state });
		await view.count(/ of /);
		assert.deepEqual(await view.chips(), ['app_version_name = 2.4.1']);
	});

	it('reports that a group filter saved by an older version was removed', async () => {
		let view = await browser.open();
		await view.page.locator('.group').first().click();
		await view.page.waitForFunction(() => {
			const saved = window.fakeHost.calls.findLast(({ method }) => method === 'saveState')?.params as ViewState;
			return saved?.view.filters.length === 1;
		});
		const state = (await view.calls('saveState')).at(-1) as ViewState;
		await view.close();
		const filters = state.view.filters.map((filter) =>
			filter.kind === 'group' ? { ...filter, value: 'IllegalStateException\nCartTotals.sum\n3\nownFrames' } : filter,
		);
		view = await browser.open({ state: { ...state, view: { ...state.view, filters } } });
		await view.page
			.getByRole('status')
			.filter({ hasText: 'The group filter was removed because the grouping changed.' })
			.waitFor();
		await view.count('2,400 records');
		assert.deepEqual(await view.chips(), []);
	});

	it('resizes panes with the keyboard and the mouse', async () => {
		const view = await browser.open();
		const { page } = view;
		const border = page.getByRole('separator', { name: 'Resize groups' });
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

	it('shows the first rows while the file is being read, and the remaining rows afterwards', async () => {
		const view = await browser.open({ reading: true });
		const { page } = view;
		await page.locator('.grid-host [role=row]').nth(4).waitFor();
		await view.count('300 records');
		const bar = page.getByRole('progressbar', { name: 'Loading file' });
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

	it('explains why reading the file ended early', async () => {
		const view = await browser.open({ reading: true });
		await view.page.evaluate(() => window.fakeHost.say('failed', { message: 'The disk is gone.' }));
		await view.page.locator('.notice.failure', { hasText: 'The disk is gone.' }).waitFor();
	});

	it('reports only once why an action in the results view failed', async () => {
		const view = await browser.open({ failing: 'openAsText' });
		await view.page.getByRole('button', { name: 'Open as Text' }).click();
		await view.page.getByRole('alert').filter({ hasText: 'The engine stopped. Open the file again.' }).waitFor();
	});

	it('shows notices with their buttons, and replaces them when new notices arrive', async () => {
		const view = await browser.open({
			notices: [{ kind: 'warning', text: 'Cut at the limit.', actions: [{ id: '7', label: 'Export Without Limit' }] }],
		});
		const { page } = view;
		await page.getByRole('button', { name: 'Export Without Limit' }).click();
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

	it('shows a general explanation for a file without records if the host gives no reason', async () => {
		const view = await browser.open({ records: 0 });
		await view.page.getByText('The file has a header but no complete records.').waitFor();
	});

	it('explains an empty file with the reasons that the host provides', async () => {
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

	it('keeps all reasons for an empty file reachable when space is limited', async () => {
		const long = `Remove error_name = ${'x'.repeat(300)}`;
		const reason = {
			kind: 'info',
			text: 'The filters may not match any records. Try removing a filter.',
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

	it('shows the results view in the specified display language', async () => {
		const view = await browser.open({ language: 'de', strings: { Groups: 'Gruppen', '{0} records': '{0} Einträge' } });
		await view.page.getByRole('heading', { name: 'Gruppen' }).waitFor();
		await view.count('2.400 Einträge');
		assert.equal(await view.page.evaluate(() => document.documentElement.lang), 'de');
	});

	it('runs commands that the editor forwards to the results view', async () => {
		const view = await browser.open();
		const { page } = view;
		await view.drawn();
		const command = (id: PageCommand) => page.evaluate((asked) => window.fakeHost.say('command', { id: asked }), id);
		await command('find');
		assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Search all fields');
		await command('toggleGroups');
		await page.locator('.groups').waitFor({ state: 'hidden' });
		await command('goToRecord');
		await page.getByLabel('Record number (1 to 2,400)').fill('2,000');
		await page.keyboard.press('Enter');
		await page.locator('.record .pane-count', { hasText: '2,000 of 2,400' }).waitFor();
		await command('goToColumn');
		await page.getByRole('menuitem', { name: 'error_json' }).click();
		await page.getByRole('columnheader', { name: /^error_json/ }).waitFor();
		await command('save');
		await page.getByRole('dialog', { name: 'Save Records' }).waitFor();
	});

	it('goes to a record by its number on screen, even with filters and sorting', async () => {
		const view = await browser.open();
		const { page } = view;
		await view.drawn();
		await page.getByRole('columnheader', { name: /^error_datetime/ }).click();
		await page.getByRole('columnheader', { name: /^error_datetime/ }).click();
		const goTo = async (number: string) => {
			await page.evaluate(() => window.fakeHost.say('command', { id: 'goToRecord' }));
			await page.getByLabel('Record number (1 to 2,400)').fill(number);
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
		await page.getByText("Record 17 doesn't match the filters.").waitFor();
	});

	it('stacks the panes of the results view in a narrow window', async () => {
		const view = await browser.open({ width: 640 });
		const groups = await view.page.locator('.groups').boundingBox();
		const records = await view.page.locator('.records').boundingBox();
		assert.ok(groups && records && groups.y + groups.height <= records.y && groups.width === 640);
	});
});

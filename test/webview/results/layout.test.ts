import assert from 'node:assert/strict';
import type { ViewLayout } from '../../../src/shared/protocols/resultsProtocol';
import { type PageOptions, type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

const longTexts = ['error', 'error_json'];

describe('layout of the results view', () => {
	const browser = useResultsBrowser();

	const titles = async ({ page }: ResultsView) =>
		(await page.getByRole('columnheader').allInnerTexts()).map((text) => text.split('\n')[0] ?? '').slice(1);
	const cut = ({ page }: ResultsView) =>
		page.evaluate((long) => {
			const isCut = (element: Element | null) => element !== null && element.scrollWidth > element.clientWidth;
			const headers = [...document.querySelectorAll('[role=columnheader]')];
			const names = new Map(
				headers.map((header) => [header.ariaColIndex, header.querySelector('.grid-title')?.textContent]),
			);
			const cells = [...document.querySelectorAll('.grid-row [role=gridcell], .grid-row [role=rowheader]')];
			return [
				...headers.map((header) => header.querySelector('.grid-title')).filter(isCut),
				...cells.filter((cell) => isCut(cell) && !long.includes(names.get(cell.ariaColIndex) ?? '')),
			].map((element) => element?.textContent);
		}, longTexts);

	for (const [family, size] of [
		['"DejaVu Sans"', '13px'],
		['"DejaVu Serif"', '16px'],
		['"DejaVu Sans Mono"', '11px'],
	] as const) {
		it(`chooses initial column widths that show the full content, in ${family}, ${size}`, async () => {
			const view = await browser.open({
				width: 3_000,
				values: { analytics_device_id: '18446744073709551615' },
				variables: { '--vscode-font-family': family, '--vscode-font-size': size },
			});
			const { page } = view;
			await view.drawn();
			assert.deepEqual(await cut(view), []);
			await page.getByRole('columnheader', { name: /^error_name/ }).click();
			await view.settled();
			assert.deepEqual(await cut(view), [], 'sorted');
		});
	}

	it('shows the error column among the first columns, and extends the last column to the edge', async () => {
		const view = await browser.open({ width: 4_000 });
		await view.drawn();
		assert.deepEqual((await titles(view)).slice(0, 3), ['error_datetime', 'error_name', 'error']);
		const ends = await view.page.evaluate(() => {
			const end = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().right ?? 0;
			return [end('[role=columnheader]:last-child'), document.querySelector('.grid-scroller')?.clientWidth ?? 0];
		});
		const left = await view.page.locator('.grid-scroller').evaluate((grid) => grid.getBoundingClientRect().left);
		assert.equal(Math.round(ends[0] ?? 0), Math.round(left + (ends[1] ?? 0)));
	});

	// Space left by a sidebar in windows of 1440 × 900 and 800 × 600 pixels.
	for (const [width, height, seen] of [
		[1_083, 770, 300],
		[447, 470, 60],
	] as const) {
		it(`shows the error column next to the groups at ${width} px`, async () => {
			const view = await browser.open({ width, height });
			await view.drawn();
			await view.screenshot(`error-in-sight-${width}`);
			const found = await view.page.evaluate(() => {
				const headers = [...document.querySelectorAll('[role=columnheader]')];
				const header = (name: string) =>
					headers.find((each) => each.querySelector('.grid-title')?.textContent === name)?.getBoundingClientRect();
				const end = document.querySelector('.grid-scroller')?.getBoundingClientRect().right ?? 0;
				return { error: end - (header('error')?.left ?? end) };
			});
			assert.ok(found.error >= seen, JSON.stringify(found));
			const isLong = (text: string | null | undefined) => /Exception|Error/.test(text ?? '');
			assert.deepEqual(
				(await cut(view)).filter((text) => !isLong(text)),
				[],
				'headers and dates',
			);
		});
	}

	it('sends a layout changed by the user to the host, and applies the layout to the next export', async () => {
		let view = await browser.open();
		let { page } = view;
		await view.drawn();
		await page.waitForFunction(() => window.fakeHost.calls.some(({ method }) => method === 'saveState'));
		assert.equal(
			await page.evaluate(() => window.fakeHost.calls.filter(({ method }) => method === 'saveLayout').length),
			0,
			'the layout has not been changed',
		);
		await page.getByRole('columnheader', { name: /^os_name/ }).click();
		await page.keyboard.press('Shift+ArrowLeft');
		await page.keyboard.press('Shift+ArrowLeft');
		await page.keyboard.press('Alt+ArrowRight');
		await page.getByRole('columnheader', { name: /^app_version_name/ }).click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Hide' }).click();
		await page.getByLabel('Group by').selectOption({ label: 'by device_model' });
		await page.getByRole('button', { name: 'Hide Timeline' }).click();
		await page.locator('.group').first().click();
		await page.waitForFunction(() => {
			const told = window.fakeHost.calls.findLast(({ method }) => method === 'saveLayout')?.params;
			const layout = (told as { layout: ViewLayout } | undefined)?.layout;
			return layout?.groupKey?.kind === 'column' && layout.panes?.histogramShown === false;
		});
		const width = await widthOf(view, 'os_name');
		const { layout } = (await view.calls('saveLayout')).at(-1) as { layout: ViewLayout };
		await view.close();

		view = await browser.open({ layout });
		({ page } = view);
		await page.locator('.group:not(.loading)').first().waitFor();
		await view.settled();
		assert.deepEqual((await titles(view)).slice(0, 4), ['error_datetime', 'error_name', 'os_name', 'error']);
		assert.ok(!(await titles(view)).includes('app_version_name'));
		assert.equal(await widthOf(view, 'os_name'), width);
		assert.equal(await page.getByRole('columnheader', { name: /^os_name/ }).getAttribute('aria-sort'), 'ascending');
		assert.equal(await page.locator('.histogram').isVisible(), false);
		await view.count('2,400 records');
		assert.deepEqual(await view.chips(), []);

		await page.getByRole('columnheader').first().click();
		await page.getByRole('menuitem', { name: 'Reset Layout' }).click();
		await view.drawn();
		assert.deepEqual((await titles(view)).slice(0, 4), ['error_datetime', 'error_name', 'error', 'app_version_name']);
		assert.equal(await page.getByRole('columnheader', { name: /^os_name/ }).getAttribute('aria-sort'), 'none');
		assert.deepEqual(await cut(view), []);
		const { layout: reset } = (await view.calls('saveLayout')).at(-1) as { layout: ViewLayout };
		assert.deepEqual(
			[reset.groupKey?.kind, reset.sort, reset.panes?.histogramShown, reset.layout],
			['frames', [], true, 'grid'],
		);
		await view.assertAccessible();
	});

	const widthOf = ({ page }: ResultsView, name: string) =>
		page.getByRole('columnheader', { name: new RegExp(`^${name}`) }).evaluate((header) => header.clientWidth);

	it('leaves space for 8 records and 4 groups at 800 × 600 in every theme', async () => {
		const view = await browser.open({ width: 800, height: 600 });
		await view.drawn();
		await view.inEachTheme(async (theme) => {
			await view.screenshot(`800-${theme}`);
			assert.ok((await wholeOf(view, '.grid-row', '.grid-body')) >= 8);
			assert.ok((await wholeOf(view, '.group', '.groups .virtual-list')) >= 4);
			await view.assertAccessibleIn(theme);
		});
	});

	it('renders no overlapping controls at 360 px in any theme', async () => {
		const view = await browser.open({ width: 360, height: 800 });
		await view.drawn();
		await view.inEachTheme(async (theme) => {
			await view.screenshot(`360-${theme}`);
			assert.deepEqual(await overlaps(view), []);
			await view.assertAccessibleIn(theme);
		});
	});

	for (const [name, options, reach] of [
		[
			'notices, filters and a search',
			{
				language: 'de',
				notices: [
					{
						kind: 'warning',
						text: 'The limit of 10,000 was reached. These records are an arbitrary subset in no particular order.',
						actions: [
							{ id: '1', label: 'Export Without Limit' },
							{ id: '2', label: 'Repeat Export' },
						],
					},
				],
			},
			async ({ page }) => {
				await page.locator('.group').first().click();
				await page.getByRole('button', { name: '2.4.1' }).click();
				await page.locator('.chip').nth(1).waitFor();
				await page.getByRole('textbox', { name: 'Search all fields' }).fill('checkout');
				await page.keyboard.press('Enter');
			},
		],
		[
			'two records',
			{},
			async ({ page }) => {
				await page.getByRole('button', { name: 'Compare with Another Record' }).click();
				await page.getByRole('button', { name: 'Next Record', exact: true }).click();
				await page.locator('.compare').waitFor();
			},
		],
		[
			'the form to save records',
			{},
			async ({ page }) => {
				await page.getByRole('button', { name: 'Save…' }).click();
				await page.getByRole('dialog').waitFor();
			},
		],
		[
			'a file that is still being read',
			{ reading: true },
			async ({ page }) => page.locator('.grid-row').nth(3).waitFor(),
		],
	] satisfies readonly (readonly [string, PageOptions, (view: ResultsView) => Promise<void>])[]) {
		it(`renders no overlapping controls at 360 px with ${name}`, async () => {
			const view = await browser.open({ width: 360, height: 640, ...options });
			await view.page.locator('.grid-row').first().waitFor();
			await reach(view);
			await view.settled();
			await view.page.locator('.view').evaluate((root) => root.scrollTo(0, 0));
			await view.screenshot(`360-${name.replaceAll(/\W+/g, '-')}`);
			assert.deepEqual(await overlaps(view), []);
		});
	}

	const wholeOf = ({ page }: ResultsView, items: string, within: string) =>
		page.evaluate(
			([items, within]) => {
				const room = document.querySelector(within ?? '')?.getBoundingClientRect();
				const bottom = Math.min(room?.bottom ?? 0, innerHeight);
				return [...document.querySelectorAll(items ?? '')]
					.map((item) => item.getBoundingClientRect())
					.filter((box) => box.height > 0 && box.top >= (room?.top ?? 0) - 0.5 && box.bottom <= bottom + 0.5).length;
			},
			[items, within],
		);

	const overlaps = ({ page }: ResultsView) =>
		page.evaluate(() => {
			const isSeen = (element: Element) =>
				element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.grid-host');
			const boxOf = (element: Element) => {
				const { left, right, width, top, bottom } = element.getBoundingClientRect();
				const sight = element.closest('.record-body')?.getBoundingClientRect();
				return {
					left,
					right,
					width,
					top: Math.max(top, sight?.top ?? top),
					bottom: Math.min(bottom, sight?.bottom ?? bottom),
				};
			};
			// An open popover covers other elements.
			const within = document.querySelector('.popover') ?? document;
			const parts = [
				...within.querySelectorAll(
					'button, input, select, [role=separator], .header-title, .header-facts > *, .pane-title, .pane-count, .search-status',
				),
			].filter((element) => isSeen(element) && boxOf(element).width > 0);
			const getName = (element: Element) =>
				element.ariaLabel || element.textContent?.trim().slice(0, 30) || element.className.toString();
			const found: string[] = [];
			for (const [index, one] of parts.entries()) {
				const box = boxOf(one);
				if (box.left < -0.5 || box.right > innerWidth + 0.5) {
					found.push(`${getName(one)} beyond the page`);
				}
				for (const other of parts.slice(index + 1)) {
					const its = boxOf(other);
					const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left);
					const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top);
					if (wide > 1 && high > 1 && !one.contains(other) && !other.contains(one)) {
						found.push(`${getName(one)} over ${getName(other)}`);
					}
				}
			}
			return found;
		});
});

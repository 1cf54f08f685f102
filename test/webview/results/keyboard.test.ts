import assert from 'node:assert/strict';
import type { PageCommand } from '../../../src/shared/protocols/resultsProtocol';
import { type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

describe('keyboard navigation in the results view', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;
	beforeEach(async () => {
		view = await browser.open();
		await view.drawn();
	});

	const pane = () =>
		view.page.evaluate(() => {
			const parts = { head: '.header', chart: '.histogram', groups: '.groups', grid: '.records', record: '.record' };
			return Object.entries(parts).find(([, part]) => document.activeElement?.closest(part))?.[0];
		});
	const press = (key: string) => view.page.keyboard.press(key);
	const command = (id: PageCommand) => view.page.evaluate((asked) => window.fakeHost.say('command', { id: asked }), id);

	it('moves between panes with F6, returning to the last focused element in each pane', async () => {
		const seen: (string | undefined)[] = [];
		for (let presses = 0; presses < 5; presses++) {
			await press('F6');
			seen.push(await pane());
		}
		assert.deepEqual(seen, ['record', 'head', 'chart', 'groups', 'grid']);
		await press('ArrowDown');
		await press('Shift+F6');
		assert.equal(await pane(), 'groups');
		await press('F6');
		assert.equal(await view.page.locator('.grid-row:focus-within [role=rowheader]').innerText(), '2');
		await view.page.getByRole('button', { name: 'Hide Groups' }).click();
		await view.page.getByRole('button', { name: 'Hide Timeline' }).click();
		const left: (string | undefined)[] = [];
		for (let presses = 0; presses < 4; presses++) {
			await press('F6');
			left.push(await pane());
		}
		assert.deepEqual(left, ['grid', 'record', 'head', 'grid'], 'a pane that is hidden has no turn');
	});

	it('returns from the record to the grid with Escape', async () => {
		await press('Enter');
		assert.equal(await pane(), 'record');
		await press('Escape');
		assert.equal(await pane(), 'grid');
		await view.page.getByRole('textbox', { name: 'Find in record' }).fill('shop');
		await press('Escape');
		assert.equal(await pane(), 'record', 'the first one empties the box');
		await press('Escape');
		assert.equal(await pane(), 'grid');
	});

	it('focuses each pane with a command, even if the pane is hidden', async () => {
		await command('toggleGroups');
		await command('toggleRecord');
		for (const [id, expected] of [
			['focusGroups', 'groups'],
			['focusRecord', 'record'],
			['focusFilters', 'grid'],
			['focusRecords', 'grid'],
		] as const) {
			await command(id);
			assert.equal(await pane(), expected, id);
		}
		await command('focusFilters');
		assert.match((await view.page.locator(':focus').getAttribute('class')) ?? '', /filter/);
	});

	it("keeps the focus on the first frame in the user's code when stepping from record to record", async () => {
		const { page } = view;
		await page.locator('.frame-link').first().focus();
		await command('nextRecord');
		await page.locator('.record .pane-count', { hasText: '2 of' }).waitFor();
		await page.waitForFunction(() => document.activeElement?.closest('.trace-line.first') !== null);
	});

	it('limits the results view to 20 tab stops', async () => {
		await press('F6');
		const stops = new Set<string>();
		await view.page.evaluate(() => (document.activeElement as HTMLElement).blur());
		for (let presses = 0; presses < 80; presses++) {
			await press('Tab');
			const [isNew, name] = await view.page.evaluate(() => {
				const at = document.activeElement as HTMLElement & { counted?: boolean };
				const fresh = at !== document.body && !at.counted;
				at.counted = true;
				return [
					fresh,
					`${at.tagName} ${at.className} ${at.getAttribute('aria-label') ?? at.textContent?.slice(0, 20)}`,
				];
			});
			if (isNew) {
				stops.add(`${stops.size} ${name}`);
			}
		}
		assert.ok(stops.size > 8 && stops.size <= 20, `${stops.size}:\n${[...stops].join('\n')}`);
	});
});

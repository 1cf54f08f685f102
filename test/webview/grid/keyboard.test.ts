import assert from 'node:assert/strict';
import { type GridPage, useGridHarness } from './gridPage';

/** Number of rows that fit into the page. Page Down moves by one row less, so that one row stays visible. */
const page = 32;

describe('grid keyboard navigation', () => {
	const stage = useGridHarness();
	let grid: GridPage;
	before(async () => {
		grid = await stage.page({ rows: 1_000_000 });
	});
	beforeEach(() => grid.start());

	const table: readonly (readonly [string, string])[] = [
		['ArrowRight', '0/2'],
		['ArrowLeft', '0/0'],
		['ArrowLeft ArrowLeft ArrowLeft', '0/0'],
		['ArrowDown', '1/1'],
		['ArrowDown ArrowUp', '0/1'],
		['ArrowUp', 'filter/1'],
		['ArrowUp ArrowUp', 'header/1'],
		['ArrowUp ArrowUp ArrowUp', 'header/1'],
		['ArrowUp ArrowUp ArrowRight ArrowRight', 'header/3'],
		['ArrowUp ArrowUp ArrowDown ArrowDown', '0/1'],
		['End', '0/14'],
		['End ArrowRight', '0/14'],
		['End Home', '0/0'],
		['Control+ArrowRight', '0/14'],
		['Control+ArrowLeft', '0/0'],
		['Control+End', '999999/14'],
		['Control+End ArrowDown', '999999/14'],
		['Control+End Home', '999999/0'],
		['Control+End Control+Home', '0/0'],
		['PageDown', `${page}/1`],
		['PageDown PageDown', `${2 * page}/1`],
		['PageDown PageUp', '0/1'],
		['PageUp', '0/1'],
		['Control+End PageUp', `${999_999 - page}/14`],
		['Control+End PageDown', '999999/14'],
		['ArrowUp ArrowUp PageDown', '0/1'],
		['ArrowUp ArrowUp End', 'header/14'],
		['ArrowUp Home', 'filter/0'],
		['ArrowUp ArrowUp Control+End', '999999/14'],
	];
	for (const [keys, expected] of table) {
		it(`moves the focus with ${keys} to ${expected}`, async () => {
			await grid.press(...keys.split(' '));
			assert.equal(await grid.focus(), expected);
		});
	}

	it('scrolls the focused cell of the grid into view', async () => {
		await grid.press('End');
		const cell = await grid.cell(0, 14).boundingBox();
		assert.ok(cell && cell.x >= 0 && cell.x + cell.width <= 1280, JSON.stringify(cell));
		await grid.press('PageDown', 'PageDown');
		const row = (await grid.call('rowsOnScreen')).find(({ position }) => position === 2 * page);
		assert.ok(row && row.top >= 0);
	});

	it('makes the grid a single tab stop that returns the focus to the last focused cell', async () => {
		await grid.press('ArrowDown', 'ArrowRight', 'Tab');
		assert.equal(await grid.focus(), 'body');
		await grid.press('Shift+Tab');
		assert.equal(await grid.focus(), '1/2');
		const stops = await grid.page.locator('.grid [tabindex="0"]').count();
		assert.equal(stops, 1);
	});

	it('keeps the focus on a row that is scrolled out of view, and scrolls back on the next key press', async () => {
		await grid.press('ArrowDown');
		await grid.call('scrollTo', 4_000_000);
		await grid.settled();
		assert.equal(await grid.focus(), '1/1');
		assert.ok(!(await grid.positions()).includes(1));
		await grid.press('ArrowDown');
		assert.equal(await grid.focus(), '2/1');
		assert.ok((await grid.positions()).includes(2));
	});

	it('moves the focus out of the grid even if Tab immediately follows another key', async () => {
		for (const key of ['ArrowDown', 'ArrowRight', 'Tab']) {
			await grid.page.keyboard.press(key);
		}
		await grid.settled();
		assert.equal(await grid.focus(), 'body');
	});

	it('reveals the active row when the grid receives focus with the Tab key', async () => {
		await grid.press('Tab');
		await grid.call('scrollTo', 4_000_000);
		await grid.settled();
		await grid.press('Shift+Tab');
		assert.equal(await grid.focus(), '0/1');
		assert.ok((await grid.positions()).includes(0));
	});

	it('opens the active record with Enter and F2', async () => {
		await grid.press('ArrowRight', 'Enter', 'ArrowDown', 'F2');
		const opened = (await grid.told()).filter(({ kind }) => kind === 'opened');
		assert.deepEqual(opened, [
			{ kind: 'opened', cell: { position: 0, column: 1, text: '0' } },
			{ kind: 'opened', cell: { position: 1, column: 1, text: '7919' } },
		]);
	});

	it('sends an event with the active cell when the active row changes', async () => {
		await grid.press('ArrowDown', 'ArrowRight', 'ArrowDown');
		assert.deepEqual(await grid.told(), [
			{ kind: 'activated', cell: { position: 1, column: 0, text: 'first 1/0' } },
			{ kind: 'activated', cell: { position: 2, column: 1, text: '15838' } },
		]);
	});

	it('passes keys that the grid ignores to the editor', async () => {
		await grid.page.evaluate(() => {
			const seen: string[] = [];
			Object.assign(window, { seenKeys: seen });
			window.addEventListener('keydown', ({ key }) => seen.push(key));
		});
		await grid.press('ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Alt+ArrowRight', 'Control+f', 'F1');
		const seen = await grid.page.evaluate(() => (window as unknown as { seenKeys: string[] }).seenKeys);
		assert.deepEqual(
			seen.filter((key) => key !== 'Alt' && key !== 'Control'),
			['f', 'F1'],
		);
	});

	it('reverses the left and right arrow keys if the text direction is right-to-left', async () => {
		const mirrored = await stage.page({ rows: 100, dir: 'rtl' });
		await mirrored.start();
		await mirrored.press('ArrowLeft', 'ArrowLeft', 'ArrowRight');
		assert.equal(await mirrored.focus(), '0/2');
		await mirrored.press('End');
		const box = await mirrored.cell(0, 14).boundingBox();
		assert.ok(box && box.x >= 0 && box.x < 200, JSON.stringify(box));
		await mirrored.close();
	});

	it('lets the header and the filter row receive focus even if the grid has no rows', async () => {
		const empty = await stage.page({ rows: 0 });
		await empty.call('focus');
		assert.equal(await empty.focus(), 'header/1');
		await empty.press('ArrowDown', 'ArrowDown', 'Control+Home', 'PageDown');
		assert.match(await empty.focus(), /^filter/);
		assert.ok(await empty.page.getByText('No records').isVisible());
		await empty.close();
	});
});

import assert from 'node:assert/strict';
import { type PageOptions, type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

describe('filters of the results view', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;
	beforeEach(async () => {
		view = await browser.open();
		await view.drawn();
	});
	const start = async (options: PageOptions) => {
		view = await browser.open(options);
		await view.drawn();
		return view;
	};

	it('removes filter chips with the mouse and the keyboard', async () => {
		const { page } = view;
		await page.getByRole('button', { name: '2.4.1' }).click();
		await page.locator('.group', { hasText: 'OutOfMemoryError' }).click();
		await view.count(/^\d+ of 2,400 records$/);
		const group = 'frames = OutOfMemoryError in Thumbnails.decode';
		assert.deepEqual(await view.chips(), ['app_version_name = 2.4.1', group]);
		await page.getByRole('button', { name: /Remove filter: app_version_name/ }).click();
		assert.deepEqual(await view.chips(), [group]);
		await page.getByRole('button', { name: /Remove filter: frames/ }).press('Delete');
		await view.count('2,400 records');
		assert.deepEqual(await view.chips(), []);
	});

	it('moves between filter chips with arrow keys and clears all filters', async () => {
		const { page } = view;
		await page.getByRole('button', { name: '2.4.1' }).click();
		await page.locator('.group').first().click();
		await page.locator('.chip-button').first().focus();
		await page.keyboard.press('ArrowRight');
		assert.match((await page.locator(':focus').getAttribute('aria-label')) ?? '', /Remove filter: frames/);
		await page.getByRole('button', { name: 'Clear All' }).click();
		await view.count('2,400 records');
		await view.filters([]);
	});

	it('filters by text typed below a column header', async () => {
		const { page } = view;
		const box = page.getByLabel('Filter error_name');
		await box.fill('timeout');
		await box.press('Enter');
		await view.count(/ of /);
		await view.filters([{ kind: 'contains', column: 2, text: 'timeout' }]);
		await box.fill('/memory|timeout/');
		await box.press('Enter');
		await page.locator('.chip', { hasText: 'matches' }).waitFor();
		await view.filters([{ kind: 'matches', column: 2, pattern: 'memory|timeout' }]);
		await box.fill('');
		await box.press('Enter');
		await view.count('2,400 records');
	});

	it('shows an error for an invalid typed filter, and keeps the previous filter in effect', async () => {
		const { page } = view;
		const box = page.getByLabel('Filter error_name');
		const note = page.getByRole('note');
		await box.fill('/(/');
		await box.press('Enter');
		await note.getByText(/^Invalid regular expression: .+\. The column is not filtered\.$/).waitFor();
		await box.and(page.locator('[aria-invalid=true]')).waitFor();
		const described = await box.evaluate(
			(input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
		);
		assert.equal(described, await note.locator('p').textContent());
		const [boxAt, noteAt] = [await box.boundingBox(), await note.boundingBox()];
		assert.ok(boxAt && noteAt && noteAt.y >= boxAt.y + boxAt.height && noteAt.y < boxAt.y + boxAt.height + 8);
		await view.assertAccessible();
		assert.deepEqual(await view.chips(), []);
		await box.fill('memory');
		await box.press('Enter');
		await view.filters([{ kind: 'contains', column: 2, text: 'memory' }]);
		assert.equal(await note.count(), 0);
		assert.equal(await box.getAttribute('aria-invalid'), null);
		await box.fill('/[/');
		await box.press('Enter');
		await note.getByText(/The current filter is memory$/).waitFor();
		await box.press('Escape');
		assert.equal(await box.inputValue(), 'memory', 'the box shows the current filter');
		assert.equal(await note.count(), 0);
		await view.filters([{ kind: 'contains', column: 2, text: 'memory' }]);
	});

	it('hides the explanation of an invalid filter when the user clicks elsewhere', async () => {
		const { page } = view;
		const box = page.getByLabel('Filter error_name');
		await box.fill('/(/');
		await box.press('Tab');
		await page.getByRole('note').waitFor();
		await page.getByRole('heading', { name: 'Groups' }).click();
		assert.equal(await page.getByRole('note').count(), 0);
	});

	it('explains the filter syntax beside the input', async () => {
		const { page } = view;
		assert.equal(await page.getByLabel('Filter app_version_name').getAttribute('placeholder'), 'Filter… (>=2.3)');
		await page.locator('.grid-filter-help').click();
		const help = page.getByRole('dialog', { name: 'Filter Syntax Help' });
		await help.getByText('equals the text').waitFor();
		await view.assertAccessible();
		await page.keyboard.press('Escape');
		assert.equal(await help.count(), 0);
		await page.locator('.grid-filter-cell.corner').focus();
		await page.keyboard.press('Enter');
		await help.waitFor();
	});

	it("builds a filter in the column's panel, and reports an invalid pattern as it is typed", async () => {
		const { page } = view;
		await page.getByRole('columnheader', { name: /^error_name/ }).click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Show Top Values' }).click();
		const panel = page.getByRole('dialog', { name: 'Values and filters of error_name' });
		await panel.getByLabel('Condition').selectOption('matches');
		await panel.getByLabel('Text', { exact: true }).fill('[');
		await panel.getByText('Invalid regular expression').waitFor();
		assert.equal(await panel.getByRole('button', { name: 'Add Filter' }).isDisabled(), true);
		await panel.getByLabel('Condition').selectOption('differs');
		await panel.getByLabel('Values, one per line').fill('java.lang.OutOfMemoryError\njava.lang.NullPointerException');
		await panel.getByRole('button', { name: 'Add Filter' }).click();
		await view.count(/ of /);
		await view.filters([
			{
				kind: 'oneOf',
				column: 2,
				values: ['java.lang.OutOfMemoryError', 'java.lang.NullPointerException'],
				not: true,
			},
		]);
	});

	it('includes a top value in a filter with a click, and excludes it with Alt+click', async () => {
		const { page } = view;
		await page.getByRole('columnheader', { name: /^os_name/ }).click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Show Top Values' }).click();
		await page.getByText('2 distinct values · 0 empty · in 2,400 records').waitFor();
		const shares = await page.locator('.value').allInnerTexts();
		assert.deepEqual(
			shares.map((text) => text.split('\n')[0]),
			['android', 'ios'],
		);
		await page.locator('.value', { hasText: 'ios' }).click();
		await page.locator('.chip', { hasText: 'os_name = ios' }).waitFor();
		await page.locator('.value', { hasText: 'ios' }).click();
		await page.locator('.value', { hasText: 'android' }).click({ modifiers: ['Alt'] });
		await page.locator('.chip', { hasText: 'os_name ≠ android' }).waitFor();
		await view.filters([{ kind: 'oneOf', column: 4, values: ['android'], not: true }]);
	});

	it('filters by the full value of a cell that is truncated in the grid', async () => {
		const trace = `java.lang.Error: long\n${'\tat a.b.C.d(E.kt:1)\n'.repeat(60)}`;
		const { page } = await start({ width: 2_600, values: { error: `${trace}end` } });
		await page.getByRole('gridcell', { name: 'java.lang.Error: long' }).first().click({ button: 'right' });
		const labels = await page.getByRole('menu').locator('.menu-label').allTextContents();
		assert.deepEqual(
			labels.filter((label) => /filter|only/i.test(label)),
			['Filter by This Value'],
		);
		await page.getByRole('menuitem', { name: 'Filter by This Value' }).click();
		await view.count('1 of 2,400 records');
		await view.filters([
			{ kind: 'sameAs', column: 11, number: 0, beginning: trace.slice(0, 200), length: trace.length + 3 },
		]);
	});

	it("shows a filter that the input can't represent, without changing the filter", async () => {
		const { page } = await start({ width: 2_600, values: { device_model: 'two\nlines' } });
		const held = [{ kind: 'oneOf', column: 6, values: ['two\nlines'] }] as const;
		await page.getByRole('button', { name: 'Show Only Records with This device_model' }).click();
		await view.filters(held);
		const box = page.getByLabel('Filter device_model');
		assert.equal(await box.inputValue(), '= two ↵ lines');
		await box.press('Enter');
		await page.getByRole('dialog', { name: 'Values and filters of device_model' }).waitFor();
		await page.keyboard.press('Escape');
		await view.settled();
		await view.filters(held);
		await view.assertAccessible();
	});

	it("edits a filter's list of values in the column's panel", async () => {
		const { page } = view;
		await page.getByRole('columnheader', { name: /^os_version/ }).click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Show Top Values' }).click();
		await page.locator('.value', { hasText: /^14/ }).click();
		await page.locator('.value', { hasText: /^15/ }).click();
		await page.keyboard.press('Escape');
		const cell = page.locator('.grid-filter-cell.summary');
		assert.equal(await cell.getByRole('combobox').inputValue(), 'is one of 14, 15');
		await cell.getByRole('button', { name: 'Edit… (filters of os_version)' }).click();
		const panel = page.getByRole('dialog', { name: 'Values and filters of os_version' });
		assert.equal(await panel.getByLabel('Values, one per line').inputValue(), '14\n15');
		await view.assertAccessible();
		await panel.getByLabel('Values, one per line').fill('14\n13');
		await panel.getByRole('button', { name: 'Update Filter' }).click();
		await view.filters([{ kind: 'oneOf', column: 5, values: ['14', '13'] }]);
		await cell.getByRole('button').click();
		await panel.getByRole('button', { name: /^Remove filter/ }).click();
		await view.filters([]);
	});

	it('undoes and redoes filter changes with buttons and with Alt+Arrow keys', async () => {
		const { page } = view;
		const [undo, redo] = [/^Undo Filter Change/, /^Redo Filter Change/].map((name) =>
			page.getByRole('button', { name }),
		);
		assert.equal(await undo?.count(), 0, 'nothing to undo');
		await page.getByRole('button', { name: '2.4.1' }).click();
		await page.locator('.group').first().click();
		await view.count(/ of 2,400 records/);
		assert.equal((await view.chips()).length, 2);
		assert.equal(await redo?.count(), 0, 'nothing to redo');
		await view.settled();
		await view.assertAccessible();
		await page.keyboard.press('Alt+ArrowLeft');
		assert.deepEqual(await view.chips(), ['app_version_name = 2.4.1']);
		await page.locator('[aria-live]', { hasText: 'Filter change undone' }).waitFor();
		await undo?.click();
		await view.count('2,400 records');
		assert.match((await page.locator(':focus').getAttribute('aria-label')) ?? '', /^Redo/, 'the focus is not lost');
		await redo?.click();
		assert.deepEqual(await view.chips(), ['app_version_name = 2.4.1']);
		await page.getByRole('listbox', { name: 'Groups' }).focus();
		await page.keyboard.press('Alt+ArrowRight');
		assert.equal((await view.chips()).length, 2);
	});

	it('leaves Alt+Arrow keys to text inputs, column headers and, if nothing can be undone, the editor', async () => {
		const { page } = view;
		const passed = () => page.evaluate(() => (window as unknown as { passed: string[] }).passed.splice(0));
		await page.evaluate(() => {
			const keys: string[] = [];
			(window as unknown as { passed: string[] }).passed = keys;
			window.addEventListener('keydown', (event) => keys.push(event.key));
		});
		await page.getByRole('listbox', { name: 'Groups' }).focus();
		await page.keyboard.press('Alt+ArrowLeft');
		assert.ok((await passed()).includes('ArrowLeft'), 'nothing to undo: the editor goes back');
		await page.locator('.group').first().click();
		await view.count(/ of 2,400 records/);
		await page.getByRole('textbox', { name: 'Search all fields' }).press('Alt+ArrowLeft');
		await page.getByRole('columnheader', { name: /^error_name/ }).focus();
		await page.keyboard.press('Alt+ArrowLeft');
		assert.equal((await view.chips()).length, 1);
		await page.locator('.grid-cell.active, .grid-cell').first().click();
		await passed();
		await page.keyboard.press('Alt+ArrowLeft');
		await view.count('2,400 records');
		assert.equal((await passed()).includes('ArrowLeft'), false, 'the editor does not go back too');
	});

	it('searches all fields, steps through the matches and turns the search into a filter', async () => {
		const { page } = view;
		const search = page.getByRole('textbox', { name: 'Search all fields' });
		await search.fill('ProductGallery');
		const status = page.locator('.search').getByRole('status');
		await status.filter({ hasText: /^1 of \d+$/ }).waitFor();
		await search.press('Enter');
		await status.filter({ hasText: /^2 of \d+$/ }).waitFor();
		await search.press('Shift+Enter');
		await status.filter({ hasText: /^1 of \d+$/ }).waitFor();
		const hits = Number((await status.innerText()).split(' ').at(-1));
		await page.getByRole('button', { name: 'Show Only Matching Records' }).click();
		await view.count(`${hits} of 2,400 records`);
		assert.deepEqual(await view.chips(), ['any field contains ProductGallery']);
	});

	it('explains why no record matches, and offers to clear filters', async () => {
		const { page } = view;
		const box = page.getByLabel('Filter error_name');
		await box.fill('nowhere');
		await box.press('Enter');
		await page.getByRole('heading', { name: 'No matching records' }).waitFor();
		await page.getByRole('button', { name: 'Clear Filters' }).click();
		await view.count('2,400 records');
		await page.locator('.grid-host [role=row]').nth(3).waitFor();
	});

	it('keeps the filter row visible and clickable even if no record matches', async () => {
		const { page } = view;
		const box = page.getByLabel('Filter error_name');
		await box.fill('nowhere');
		await box.press('Enter');
		await page.getByRole('heading', { name: 'No matching records' }).waitFor();
		assert.equal(await page.getByText('No records', { exact: true }).isVisible(), false, 'said once');
		// Playwright refuses to click an element that is covered by another.
		await box.click();
		await box.fill('memory');
		await box.press('Enter');
		await view.count(/^[1-9].* of 2,400 records$/);
	});
});

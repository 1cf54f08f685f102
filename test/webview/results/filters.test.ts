import assert from 'node:assert/strict';
import { type PageOptions, type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

describe('Filters of the results view', () => {
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

	it('are chips that go away by mouse and by keyboard', async () => {
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

	it('are walked with arrows and cleared together', async () => {
		const { page } = view;
		await page.getByRole('button', { name: '2.4.1' }).click();
		await page.locator('.group').first().click();
		await page.locator('.chip-button').first().focus();
		await page.keyboard.press('ArrowRight');
		assert.match((await page.locator(':focus').getAttribute('aria-label')) ?? '', /Remove filter: frames/);
		await page.getByRole('button', { name: 'Clear all' }).click();
		await view.count('2,400 records');
		await view.filters([]);
	});

	it('are typed under a header', async () => {
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

	it('say under the box what is wrong and what holds, and change nothing', async () => {
		const { page } = view;
		const box = page.getByLabel('Filter error_name');
		const note = page.getByRole('note');
		await box.fill('/(/');
		await box.press('Enter');
		await note.getByText(/^Not a regular expression: .+\. The column is not filtered\.$/).waitFor();
		assert.equal(await box.getAttribute('aria-invalid'), 'true');
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
		await note.getByText(/What holds is memory$/).waitFor();
		await box.press('Escape');
		assert.equal(await box.inputValue(), 'memory', 'the box shows what holds');
		assert.equal(await note.count(), 0);
		await view.filters([{ kind: 'contains', column: 2, text: 'memory' }]);
	});

	it('are questioned where they are written as elsewhere, and kept as text if meant so', async () => {
		const { page } = view;
		const box = page.getByLabel('Filter error_name');
		const note = page.getByRole('note');
		await box.fill('memory|timeout');
		await box.press('Enter');
		await note.getByText('Taken as it stands. Did you mean:').waitFor();
		await view.assertAccessible();
		await view.filters([{ kind: 'contains', column: 2, text: 'memory|timeout' }]);
		await box.press('Tab');
		assert.equal(await page.locator(':focus').textContent(), '/memory|timeout/');
		await page.keyboard.press('Enter');
		await view.filters([{ kind: 'matches', column: 2, pattern: 'memory|timeout' }]);
		assert.equal(await box.inputValue(), '/memory|timeout/');
		assert.equal(await note.count(), 0);
		await box.fill('Cart*');
		await note.getByRole('button', { name: String.raw`Keep as text: \Cart*` }).click();
		assert.equal(await box.inputValue(), String.raw`\Cart*`);
		await view.filters([{ kind: 'contains', column: 2, text: 'Cart*' }]);
	});

	it('are understood where they can mean nothing else, and shown as they are read', async () => {
		const { page } = view;
		const box = page.getByLabel('Filter app_version_name');
		await box.fill('≥2.4.0 and <2.10');
		await box.press('Enter');
		await view.filters([{ kind: 'range', column: 3, from: '2.4.0', to: '2.10', toOpen: true }]);
		await page.locator('.chip', { hasText: 'app_version_name ≥ 2.4.0 · < 2.10' }).waitFor();
		await box.press('Tab');
		assert.equal(await box.inputValue(), '>=2.4.0 <2.10');
	});

	it('question what was typed and left at once, until something else is done', async () => {
		const { page } = view;
		const box = page.getByLabel('Filter error_name');
		await box.fill('a|b');
		await box.press('Tab');
		await page.getByRole('note').waitFor();
		await page.getByRole('heading', { name: 'Groups' }).click();
		assert.equal(await page.getByRole('note').count(), 0);
	});

	it('are explained where they are typed', async () => {
		const { page } = view;
		assert.equal(await page.getByLabel('Filter app_version_name').getAttribute('placeholder'), 'Filter: >=2.3');
		await page.locator('.grid-filter-help').click();
		const help = page.getByRole('dialog', { name: 'How to filter' });
		await help.getByText('is exactly this').waitFor();
		await view.assertAccessible();
		await page.keyboard.press('Escape');
		assert.equal(await help.count(), 0);
		await page.locator('.grid-filter-cell.corner').focus();
		await page.keyboard.press('Enter');
		await help.waitFor();
	});

	it('are built in a column’s panel, with an expression’s fault said while typing', async () => {
		const { page } = view;
		await page.getByRole('columnheader', { name: /^error_name/ }).click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Top values' }).click();
		const panel = page.getByRole('dialog', { name: 'Values and filters of error_name' });
		await panel.getByLabel('Condition').selectOption('matches');
		await panel.getByLabel('Text', { exact: true }).fill('[');
		await panel.getByText('Not a regular expression').waitFor();
		assert.equal(await panel.getByRole('button', { name: 'Add filter' }).isDisabled(), true);
		await panel.getByLabel('Condition').selectOption('differs');
		await panel.getByLabel('Values, one per line').fill('java.lang.OutOfMemoryError\njava.lang.NullPointerException');
		await panel.getByRole('button', { name: 'Add filter' }).click();
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

	it('come from the top values: a click wants a value, Alt excludes it', async () => {
		const { page } = view;
		await page.getByRole('columnheader', { name: /^os_name/ }).click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Top values' }).click();
		await page.getByText('2 different · 0 empty · of 2,400 records').waitFor();
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

	it('keep the whole value of a cell, of which the grid holds the beginning', async () => {
		const trace = `java.lang.Error: long\n${'\tat a.b.C.d(E.kt:1)\n'.repeat(60)}`;
		const { page } = await start({ width: 2_600, values: { error: `${trace}end` } });
		await page.getByRole('gridcell', { name: 'java.lang.Error: long' }).first().click({ button: 'right' });
		const labels = await page.getByRole('menu').locator('.menu-label').allTextContents();
		assert.deepEqual(
			labels.filter((label) => /filter|only/i.test(label)),
			['Filter by this value'],
		);
		await page.getByRole('menuitem', { name: 'Filter by this value' }).click();
		await view.count('1 of 2,400 records');
		await view.filters([
			{ kind: 'sameAs', column: 11, number: 0, beginning: trace.slice(0, 200), length: trace.length + 3 },
		]);
	});

	it('are told and not rewritten by a box that cannot say them', async () => {
		const { page } = await start({ width: 2_600, values: { device_model: 'two\nlines' } });
		const held = [{ kind: 'oneOf', column: 6, values: ['two\nlines'] }] as const;
		await page.getByRole('button', { name: 'Show only records with this device_model' }).click();
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

	it('are edited in the panel, where a list cannot be typed in the box', async () => {
		const { page } = view;
		await page.getByRole('columnheader', { name: /^os_version/ }).click({ button: 'right' });
		await page.getByRole('menuitem', { name: 'Top values' }).click();
		await page.locator('.value', { hasText: /^14/ }).click();
		await page.locator('.value', { hasText: /^15/ }).click();
		await page.keyboard.press('Escape');
		const cell = page.locator('.grid-filter-cell.summary');
		assert.equal(await cell.getByRole('combobox').inputValue(), 'is one of 14, 15');
		await cell.getByRole('button', { name: 'Edit… the filters of os_version' }).click();
		const panel = page.getByRole('dialog', { name: 'Values and filters of os_version' });
		assert.equal(await panel.getByLabel('Values, one per line').inputValue(), '14\n15');
		await view.assertAccessible();
		await panel.getByLabel('Values, one per line').fill('14\n13');
		await panel.getByRole('button', { name: 'Change filter' }).click();
		await view.filters([{ kind: 'oneOf', column: 5, values: ['14', '13'] }]);
		await cell.getByRole('button').click();
		await panel.getByRole('button', { name: /^Remove filter/ }).click();
		await view.filters([]);
	});

	it('are undone and redone by buttons and by Alt with the arrows', async () => {
		const { page } = view;
		const [undo, redo] = [/^Undo the change of filters/, /^Redo the change of filters/].map((name) =>
			page.getByRole('button', { name }),
		);
		assert.equal(await undo?.count(), 0, 'nothing to undo');
		await page.getByRole('button', { name: '2.4.1' }).click();
		await page.locator('.group').first().click();
		await view.count(/ of 2,400 records/);
		assert.equal((await view.chips()).length, 2);
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

	it('leave Alt with the arrows to a column’s width, to a text, and to the editor', async () => {
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

	it('search everything, step through the hits and become a filter', async () => {
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
		await page.getByRole('button', { name: 'Show only records with this text' }).click();
		await view.count(`${hits} of 2,400 records`);
		assert.deepEqual(await view.chips(), ['any field contains ProductGallery']);
	});

	it('explain an empty result with a way out', async () => {
		const { page } = view;
		const box = page.getByLabel('Filter error_name');
		await box.fill('nowhere');
		await box.press('Enter');
		await page.getByRole('heading', { name: 'No record matches the filters' }).waitFor();
		await page.getByRole('button', { name: 'Clear filters' }).click();
		await view.count('2,400 records');
		await page.locator('.grid-host [role=row]').nth(3).waitFor();
	});

	it('stay in sight and within reach of the mouse where they leave nothing', async () => {
		const { page } = view;
		const box = page.getByLabel('Filter error_name');
		await box.fill('nowhere');
		await box.press('Enter');
		await page.getByRole('heading', { name: 'No record matches the filters' }).waitFor();
		assert.equal(await page.getByText('No records', { exact: true }).isVisible(), false, 'said once');
		// A click on what something else covers is refused.
		await box.click();
		await box.fill('memory');
		await box.press('Enter');
		await view.count(/^[1-9].* of 2,400 records$/);
	});
});

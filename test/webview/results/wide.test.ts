import assert from 'node:assert/strict';
import { measured } from '../../support/measured';
import { longestTask } from '../../support/webview/longestTask';
import { type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

const columns = 10_000;
const usualColumns = 13;
/** Maximum processor time of a single task in milliseconds. Users would perceive a longer task as a hang. */
const longest = 250;
const maxElements = 6_000;

describe('file with 10,000 columns', () => {
	const browser = useResultsBrowser();
	let view: ResultsView;

	beforeEach(async () => {
		view = await browser.open({ records: 40, moreColumns: columns - usualColumns });
		await view.drawn();
	});

	const elements = () => view.page.evaluate(() => document.querySelectorAll('*').length);
	const isQuick = async (what: string, work: () => Promise<unknown>) => {
		const took = await longestTask(view.page, async () => {
			await work();
			await view.settled();
		});
		const count = await elements();
		assert.ok(took < longest && count < maxElements, `${what}: ${took} ms, ${count} elements`);
	};
	const goToColumn = (name: string) =>
		isQuick('going to a column', async () => {
			const { page } = view;
			await page.evaluate(() => window.fakeHost.say('command', { id: 'goToColumn' }));
			const dialog = page.getByRole('dialog', { name: 'Go to Column' });
			await dialog.getByText('Showing the first 200 of 10,000 columns. Type to find others.').waitFor();
			await page.keyboard.type(name);
			await dialog.getByRole('button', { name }).waitFor();
			await page.keyboard.press('Enter');
		});
	const record = () => view.page.getByRole('region', { name: 'Record details' });
	const nextRecord = () => view.page.getByRole('button', { name: 'Next Record', exact: true }).click();

	measured('shows a file with 10,000 columns immediately', async () => {
		await isQuick('opening', async () => {
			await view.page.reload();
			await view.drawn();
		});
		assert.equal(await view.page.getByRole('grid').getAttribute('aria-colcount'), '201');
	});

	measured('scrolls a file with 10,000 columns horizontally to the last visible column', async () => {
		await isQuick('scrolling', () =>
			view.page.locator('.grid-scroller').evaluate((scroller) => scroller.scrollTo(scroller.scrollWidth, 0)),
		);
		await view.page.getByRole('columnheader', { name: /^more_186/ }).waitFor();
	});

	measured('offers the menu of a column if a file has 10,000 columns', async () => {
		await isQuick('the menu', async () => {
			await view.page.getByRole('columnheader').nth(3).click({ button: 'right' });
			await view.page.getByRole('menu').waitFor();
		});
	});

	measured('offers a list of columns that works with the keyboard and screen readers', async () => {
		const { page } = view;
		await isQuick('the list of columns', async () => {
			await page.getByRole('columnheader').first().click({ button: 'right' });
			await page.getByRole('menuitem', { name: /^Columns/ }).click();
		});
		const dialog = page.getByRole('dialog', { name: 'Columns' });
		const box = dialog.getByRole('textbox', { name: 'Find column by name' });
		assert.equal(await box.evaluate((input) => input === document.activeElement), true);
		assert.equal(await dialog.getByRole('checkbox').count(), 200);
		await dialog.getByRole('status').filter({ hasText: 'Showing the first 200 of 10,000 columns.' }).waitFor();
		await view.assertAccessible('.popover');
		await isQuick('finding a column', () => page.keyboard.type('more_9986'));
		assert.equal(await dialog.getByRole('checkbox').count(), 1);
		assert.equal(await dialog.getByRole('status').innerText(), '');
		await page.keyboard.press('ArrowDown');
		await isQuick('showing a column', () => page.keyboard.press('Space'));
		await page.keyboard.press('Escape');
		await goToColumn('more_9986');
		await page.getByRole('columnheader', { name: /^more_9986/ }).waitFor();
		await page.getByRole('gridcell', { name: '0/9986', exact: true }).waitFor();
	});

	measured('offers only visible columns for grouping and stacking, and hints at hidden columns', async () => {
		for (const choice of [view.page.getByLabel('Group by'), view.page.locator('.histogram select')]) {
			const options = await choice.locator('option').allInnerTexts();
			assert.ok(options.includes('by more_186') && !options.includes('by more_187'), options.join());
			assert.equal(options.at(-1), 'Hidden columns appear in this list once you show them');
		}
	});

	measured('shows only the first 300 fields of a record, and finds other fields by name', async () => {
		await isQuick('the next record', nextRecord);
		await record().getByText('Showing the first 300 of 9,999 fields. Type to find others.').waitFor();
		await view.assertAccessible('.record');
		const box = record().getByRole('textbox', { name: 'Find field by name' });
		await isQuick('finding a field', () => box.fill('MORE_9986'));
		await record()
			.getByRole('row', { name: /more_9986/ })
			.waitFor();
		assert.equal(await record().getByRole('row').count(), 1);
		await nextRecord();
		await view.settled();
		assert.equal(await box.inputValue(), 'MORE_9986', 'the next record shows the same field');
	});

	measured('shows two records with 10,000 columns side by side', async () => {
		const { page } = view;
		await page.getByRole('button', { name: 'Compare with Another Record' }).click();
		await isQuick('comparing', nextRecord);
		await record().getByText('Showing the first 300 of 10,000 fields. Type to find others.').waitFor();
		assert.equal(await record().getByRole('row').count(), 301);
		await view.assertAccessible('.record');
		await isQuick('only what differs', () =>
			page.getByRole('checkbox', { name: 'Show only fields that differ' }).check(),
		);
		await isQuick('finding a field that differs', () => record().getByRole('textbox').fill('more_998'));
		const names = await record().getByRole('rowheader').allInnerTexts();
		assert.ok(names.includes('more_9980') && !names.includes('more_9981'), names.join());
	});
});

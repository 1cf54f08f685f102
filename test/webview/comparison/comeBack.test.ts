import assert from 'node:assert/strict';
import type { ComparisonState } from '../../../src/shared/comparisonProtocol';
import { groupVersion } from '../../../src/shared/groupValue';
import { type ComparisonPage, useComparisonBrowser } from '../../support/webview/comparisonPage';

describe('Whoever comes back to a comparison', () => {
	const browser = useComparisonBrowser();
	let staged: ComparisonPage;

	const shown = () =>
		staged.page.evaluate(() => ({
			folds: [...document.querySelectorAll('.fold')].map((fold) => fold.getAttribute('aria-expanded')),
			top: document.querySelector('[role=tree]')?.scrollTop,
			selected: document.querySelector('.compared[aria-selected=true] .compared-pair')?.textContent,
			title: document.querySelector('.detail:not([hidden]) h2')?.textContent,
			chips: [...document.querySelectorAll('.chip')].map((chip) => chip.textContent),
			key: document.querySelector<HTMLSelectElement>('[aria-label="Group by"]')?.selectedOptions[0]?.text,
			order: document.querySelector<HTMLSelectElement>('[aria-label="Order of groups"]')?.value,
			width: document.querySelector('.detail')?.getBoundingClientRect().width,
		}));
	const kept = async () => (await staged.calls('keepState')).at(-1) as ComparisonState;

	it('finds everything as it was', async () => {
		staged = await browser.open({ counts: { new: 500, unchanged: 200 } });
		const { page } = staged;
		await staged.drawn();
		await page.getByRole('textbox', { name: /^Only records/ }).fill('Exception');
		await page.keyboard.press('Enter');
		await staged.settled();
		await page.getByLabel('Order of groups').selectOption('most after first');
		await staged.settled();
		await page.getByRole('tree').evaluate((list) => list.scrollTo(0, 44 * 230));
		await staged.settled();
		await page.locator('.compared').nth(6).click();
		await page.locator('.apart-lines li').first().waitFor();
		await page.getByRole('separator', { name: 'Size of the group' }).press('ArrowLeft');
		await staged.settled();
		const before = await shown();
		assert.ok(before.selected && before.title && before.top === 44 * 230, JSON.stringify(before));
		await page.waitForFunction(
			(top) =>
				window.hostCalls.some(
					({ method, params }) => method === 'keepState' && (params as { top: number }).top === top,
				),
			before.top,
		);
		assert.equal((await kept()).selected?.fold, 'new');
		await page.reload();
		await page.locator('.apart-lines li').first().waitFor();
		await staged.settled();
		assert.deepEqual(await shown(), before);
		assert.equal((await staged.calls('compare')).length, 1, 'nothing is asked twice');
	});

	it('begins with what the host kept, as far as it fits the records', async () => {
		const value = { version: groupVersion - 1, title: 'Former', frame: 'Former' };
		staged = await browser.open({
			state: {
				asked: {
					key: { kind: 'column', column: 3 },
					exposure: 'devices',
					filters: [
						{ kind: 'oneOf', column: 4, values: ['13'] },
						{ kind: 'contains', column: 7, text: 'x' },
						{ kind: 'group', key: { kind: 'frames' }, values: [value] },
					],
				},
				columnNames: { 3: 'os_version', 4: 'device_model', 7: 'column_of_before' },
				order: 'before',
				unfolded: ['unchanged'],
				selected: { value: 'not there', fold: 'unchanged', index: 3 },
				top: 0,
			},
		});
		await staged.drawn();
		const [asked] = await staged.calls('compare');
		assert.deepEqual(asked, {
			key: { kind: 'column', column: 5 },
			exposure: 'devices',
			filters: [{ kind: 'oneOf', column: 6, values: ['13'] }],
		});
		// The others are below the groups that nothing became of.
		assert.deepEqual((await shown()).folds, ['false', 'false', 'true']);
		assert.equal(await staged.page.locator('.detail').isVisible(), false);
	});

	it('leaves what is compared with the editor from the beginning on', async () => {
		staged = await browser.open();
		await staged.drawn();
		const left = await staged.page.evaluate(() => JSON.parse(sessionStorage.getItem('state') ?? 'null'));
		assert.equal(left.comparison.application, 'Shop for Android');
	});
});

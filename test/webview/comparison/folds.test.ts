import assert from 'node:assert/strict';
import type { ComparisonAsked, FoldName } from '../../../src/shared/comparisonProtocol';
import { type ComparisonPage, useComparisonBrowser } from '../../support/webview/comparisonPage';

interface AskedRows {
	readonly asked: ComparisonAsked;
	readonly fold: FoldName;
	readonly order: string;
	readonly start: number;
	readonly end: number;
}

const none = { new: 0, grown: 0, shrunk: 0, gone: 0, unchanged: 0, untold: 0 };

describe('The folds of a comparison', () => {
	const browser = useComparisonBrowser();
	let staged: ComparisonPage;

	const tree = () => staged.page.getByRole('tree');
	const active = () =>
		tree().evaluate((list) => {
			const item = document.getElementById(list.getAttribute('aria-activedescendant') ?? '');
			return item?.querySelector('.fold-name, .screen-reader')?.textContent ?? '';
		});
	const press = async (...keys: readonly string[]) => {
		for (const key of keys) {
			await staged.page.keyboard.press(key);
		}
		await staged.settled();
	};
	const askedRows = async () => (await staged.calls('rows')) as AskedRows[];

	it('list what changed, and count all', async () => {
		staged = await browser.open();
		await staged.drawn();
		const folds = await staged.page
			.locator('.fold')
			.evaluateAll((items) =>
				items.map((item) => [
					item.querySelector('.fold-name')?.textContent,
					item.querySelector('.fold-count')?.textContent,
					item.getAttribute('aria-expanded'),
				]),
			);
		assert.deepEqual(folds, [
			['New', '3', 'true'],
			['Grown', '5', 'true'],
			['Unchanged', '40', 'false'],
			['Shrunk', '2', 'true'],
			['Gone', '4', 'true'],
			['Cannot tell', '120', 'false'],
		]);
		await staged.fold('Cannot tell').getByText('14 not comparable · 106 too few').waitFor();
		assert.equal(await staged.page.locator('.compared').count(), 14);
	});

	it('say of each group what became of it, in words too', async () => {
		staged = await browser.open();
		await staged.drawn();
		const row = staged.page.locator('.compared').nth(3);
		await row.getByText('113 → 450 devices', { exact: true }).waitFor();
		await row.getByText('339 → 1,350 records').waitFor();
		const name = await row.locator('.screen-reader').innerText();
		assert.match(
			name,
			/^NullPointerException in ProductGallery\.layout\..* Devices: 113 before, 450 after\. Records: 339 before, 1,350 after\. 113 → 450 devices in 14 days/,
		);
		assert.equal(await row.getAttribute('aria-level'), '2');
		assert.deepEqual([await row.getAttribute('aria-posinset'), await row.getAttribute('aria-setsize')], ['1', '5']);
	});

	it('have bars in proportion to the time of each side', async () => {
		staged = await browser.open();
		await staged.drawn();
		const widths = await staged.page
			.locator('.compared')
			.nth(3)
			.locator('.bar')
			.evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
		const [before = 0, after = 0] = widths;
		// 113 in 14 days and 450 in 6.
		assert.ok(Math.abs(after / before - (450 / 6) * (14 / 113)) < 1, `${before} and ${after}`);
	});

	it('are walked, folded and unfolded from the keyboard', async () => {
		staged = await browser.open({ counts: { ...none, new: 2, gone: 2, unchanged: 1 } });
		await staged.drawn();
		await tree().focus();
		assert.equal(await active(), 'New');
		await press('ArrowDown');
		assert.match(await active(), /^IllegalStateException/);
		await press('ArrowLeft');
		assert.equal(await active(), 'New');
		await press('ArrowLeft');
		assert.equal(await staged.fold('New').getAttribute('aria-expanded'), 'false');
		assert.equal(await staged.page.locator('.compared').count(), 2);
		await press('ArrowRight');
		assert.equal(await staged.page.locator('.compared').count(), 4);
		await press('ArrowRight');
		assert.match(await active(), /^IllegalStateException/);
		await press('End');
		assert.equal(await active(), 'Cannot tell');
		await press('ArrowRight');
		assert.equal(await staged.fold('Cannot tell').getAttribute('aria-expanded'), null, 'nothing is in it');
		await press('Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
		assert.equal(await active(), 'Unchanged');
		await press('Enter');
		assert.equal(await staged.fold('Unchanged').getAttribute('aria-expanded'), 'true');
		await press(' ');
		assert.equal(await staged.fold('Unchanged').getAttribute('aria-expanded'), 'false');
	});

	it('bring 300,000 groups by pages, each once, and those in sight', async () => {
		staged = await browser.open({ counts: { ...none, new: 300_000, gone: 1 } });
		await staged.drawn();
		assert.deepEqual(
			(await askedRows()).map(({ fold, start, end }) => [fold, start, end]),
			[['new', 0, 100]],
		);
		await tree().focus();
		await press('End');
		assert.equal(await active(), 'Cannot tell');
		await press('ArrowUp', 'ArrowLeft');
		assert.equal(await active(), 'Gone');
		assert.deepEqual(
			(await askedRows()).map(({ fold, start, end }) => [fold, start, end]),
			[
				['new', 0, 100],
				['new', 299_900, 300_000],
				['gone', 0, 1],
			],
		);
		await press('Home');
		assert.equal((await askedRows()).length, 3, 'what is here is not asked for again');
		assert.ok((await staged.page.locator('.virtual-item').count()) < 60);
	});

	it('are in another order when that is chosen', async () => {
		staged = await browser.open();
		await staged.drawn();
		await staged.page.getByLabel('Order of groups').selectOption('most before first');
		await staged.settled();
		assert.equal((await askedRows()).at(-1)?.order, 'before');
		assert.equal((await staged.calls('compare')).length, 1, 'the verdicts are the same');
	});

	it('say what the list would not: that nothing changed, or a side is empty', async () => {
		const words = async (options: Parameters<typeof browser.open>[0]) => {
			staged = await browser.open(options);
			await staged.drawn();
			return staged.page.locator('.list-words').innerText();
		};
		assert.equal(
			await words({ counts: { ...none, unchanged: 212 } }),
			'No change can be seen in any of the 212 groups.',
		);
		assert.equal(await words({ counts: { ...none, untold: 9 } }), 'Of none of the 9 groups anything can be told.');
		assert.equal(await words({ empty: 'both' }), 'There are no records on either side.');
		assert.equal(
			await words({ empty: 'before', counts: { ...none, untold: 3 } }),
			'There are no records before, so nothing can be said of what changed.',
		);
	});

	it('can be asked for again where there was no answer', async () => {
		for (const method of ['ready', 'compare', 'rows'] as const) {
			staged = await browser.open({ refused: { [method]: 'The engine stopped.' } });
			await staged.page.getByText('The engine stopped.').first().waitFor();
			await staged.page.getByRole('button', { name: 'Retry' }).click();
			await staged.page.locator('.compared:not(:has(> .dim:only-child))').first().waitFor();
			await staged.settled();
			assert.equal(await staged.page.getByRole('button', { name: 'Retry' }).count(), 0);
		}
	});
});

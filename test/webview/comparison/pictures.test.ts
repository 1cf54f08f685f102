import assert from 'node:assert/strict';
import {
	type ComparisonPage,
	type ComparisonPageOptions,
	useComparisonBrowser,
} from '../../support/webview/comparisonPage';

type State = readonly [name: string, options: ComparisonPageOptions, reach: (page: ComparisonPage) => Promise<void>];

const caveats: ComparisonPageOptions['caveats'] = [
	{
		kind: 'warning',
		text: 'Records are missing on the "after" side.',
		actions: [{ id: 'fetch', label: 'Fetch' }],
	},
	{
		kind: 'info',
		text: 'Records may be missing on the "before" side. Completeness was not checked.',
		actions: [{ id: 'verify', label: 'Verify' }],
	},
];
const none = { new: 0, increased: 0, small: 0, decreased: 0, gone: 0, unchanged: 0, inconclusive: 0 };
const selectFirst = async ({ page }: ComparisonPage) => {
	await page.locator('.compared').first().click();
	await page.locator('.apart-lines li').first().waitFor();
};

const states: readonly State[] = [
	['many', { counts: { new: 12_000, unchanged: 300_000 } }, async () => {}],
	['nothing', { empty: 'both' }, async () => {}],
	['no-after', { empty: 'after', counts: { ...none, inconclusive: 30 } }, async () => {}],
	['unchanged', { counts: { ...none, unchanged: 212 } }, async () => {}],
	['failed', { refused: { compare: 'The engine stopped. Open the comparison again.' } }, async () => {}],
	['refused', { refused: { ready: 'The records of the "before" side no longer exist.' } }, async () => {}],
	[
		'no-match',
		{},
		async ({ page }) => {
			await page.getByRole('textbox', { name: /^Search both sides/ }).fill('nowhere');
			await page.keyboard.press('Enter');
			await page.getByRole('button', { name: 'Clear Filters' }).waitFor();
		},
	],
	['obstacles', { caveats }, async ({ page }) => page.getByText('How results are calculated').click()],
	['odd', { odd: true, renamed: true }, selectFirst],
	['odd-narrow', { odd: true, renamed: true, width: 420, height: 900 }, selectFirst],
	['deviceless', { deviceless: true, timeless: true }, selectFirst],
	[
		'add-filter',
		{},
		async ({ page }) => {
			await page.getByRole('button', { name: 'Add Filter…' }).click();
			await page.locator('.filter-values .value').first().waitFor();
		},
	],
];

/** Returns the number of pixels beyond the window's width. Users can't scroll horizontally. */
const beyondWindow = ({ page }: ComparisonPage) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('screenshots of the comparison page', () => {
	const browser = useComparisonBrowser();

	for (const [width, height] of [
		[1280, 800],
		[420, 900],
	] as const) {
		it(`renders the comparison page in every theme at ${width} px`, async () => {
			const staged = await browser.open({ width, height, caveats, renamed: true });
			await staged.drawn();
			await staged.inEachTheme(async (theme) => {
				await staged.screenshot(`${theme}-${width}-list`);
				await staged.assertAccessibleIn(theme);
			});
			await selectFirst(staged);
			await staged.page.getByRole('button', { name: /^os_version 14/ }).click();
			await staged.settled();
			await staged.inEachTheme(async (theme) => {
				await staged.screenshot(`${theme}-${width}`);
				await staged.assertAccessibleIn(theme);
				assert.equal(await beyondWindow(staged), 0);
			});
		});
	}

	for (const [name, options, reach] of states) {
		it(`renders the comparison page in the state "${name}"`, async () => {
			const staged = await browser.open(options);
			await staged.settled();
			await reach(staged);
			await staged.settled();
			await staged.screenshot(name);
			await staged.assertAccessible();
			assert.equal(await beyondWindow(staged), 0);
			assert.equal(await staged.page.evaluate(() => 'hacked' in window), false);
		});
	}
});

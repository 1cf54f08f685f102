import assert from 'node:assert/strict';
import {
	allThemes,
	type ComparisonPage,
	type ComparisonPageOptions,
	useComparisonBrowser,
} from '../../support/webview/comparisonPage';

type State = readonly [name: string, options: ComparisonPageOptions, reach: (page: ComparisonPage) => Promise<void>];

const obstacles: ComparisonPageOptions['obstacles'] = [
	{
		kind: 'warning',
		text: 'Records are missing on the side after. So nothing is called gone or shrunk.',
		actions: [{ id: 'fetch', label: 'Fetch' }],
	},
	{
		kind: 'info',
		text: 'Nobody knows whether records are missing on the side before.',
		actions: [{ id: 'verify', label: 'Verify' }],
	},
];
const none = { new: 0, grown: 0, shrunk: 0, gone: 0, unchanged: 0, untold: 0 };
const selectFirst = async ({ page }: ComparisonPage) => {
	await page.locator('.compared').first().click();
	await page.locator('.apart-lines li').first().waitFor();
};

/** Every state worth looking at, in words, and how to get there. */
const states: readonly State[] = [
	['many', { counts: { new: 12_000, unchanged: 300_000 } }, async () => {}],
	['nothing', { empty: 'both' }, async () => {}],
	['no-after', { empty: 'after', counts: { ...none, untold: 30 } }, async () => {}],
	['unchanged', { counts: { ...none, unchanged: 212 } }, async () => {}],
	['failed', { refused: { compare: 'The engine stopped. Open the comparison again.' } }, async () => {}],
	['refused', { refused: { ready: 'The records of the side before are gone.' } }, async () => {}],
	[
		'no-match',
		{},
		async ({ page }) => {
			await page.getByRole('textbox', { name: /^Only records/ }).fill('nowhere');
			await page.keyboard.press('Enter');
			await page.getByRole('button', { name: 'Clear filters' }).waitFor();
		},
	],
	['obstacles', { obstacles }, async ({ page }) => page.getByText('What verdicts take for granted').click()],
	['odd', { odd: true, renamed: true }, selectFirst],
	['odd-narrow', { odd: true, renamed: true, width: 420, height: 900 }, selectFirst],
	['deviceless', { deviceless: true, timeless: true }, selectFirst],
	[
		'add-filter',
		{},
		async ({ page }) => {
			await page.getByRole('button', { name: 'Add filter…' }).click();
			await page.locator('.filter-values .value').first().waitFor();
		},
	],
];

/** What reaches out of the window sideways, where nobody can scroll to it. */
const beyondWindow = ({ page }: ComparisonPage) =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('Pictures of the page of a comparison', () => {
	const browser = useComparisonBrowser();

	for (const theme of allThemes) {
		for (const [width, height] of [
			[1280, 800],
			[420, 900],
		] as const) {
			it(`in ${theme}, ${width} px wide`, async () => {
				const staged = await browser.open({ theme, width, height, obstacles, renamed: true });
				await staged.drawn();
				await staged.screenshot(`${theme}-${width}-list`);
				await staged.assertAccessible();
				await selectFirst(staged);
				await staged.page.getByRole('button', { name: /^os_version 14/ }).click();
				await staged.settled();
				await staged.screenshot(`${theme}-${width}`);
				await staged.assertAccessible();
				assert.equal(await beyondWindow(staged), 0);
			});
		}
	}

	for (const [name, options, reach] of states) {
		it(name, async () => {
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

import type { DeobfuscatedRecords } from '../../../src/shared/results';
import { type PageOptions, type ResultsView, useResultsBrowser } from '../../support/webview/resultsPage';

type State = readonly [name: string, options: PageOptions, reach: (view: ResultsView) => Promise<void>];

const deobfuscated: DeobfuscatedRecords = {
	records: 1891,
	minified: 12,
	files: [{ path: 'shop-android/app/build/outputs/mapping/release/mapping.txt', records: 1891 }],
	moreFiles: 0,
};

const states: readonly State[] = [
	[
		'filtered',
		{
			notices: [
				{
					kind: 'warning',
					text: 'The limit of 10,000 was reached. These records are an arbitrary subset in no particular order.',
					actions: [{ id: '1', label: 'Export Without Limit' }],
				},
			],
		},
		async ({ page }) => {
			await page.locator('.group').nth(1).click();
			await page.getByRole('button', { name: '2.4.1' }).click();
			await page.locator('.chip').nth(1).waitFor();
		},
	],
	[
		'column-panel',
		{},
		async ({ page }) => {
			await page.getByRole('columnheader', { name: /^os_name/ }).click({ button: 'right' });
			await page.getByRole('menuitem', { name: 'Show Top Values' }).click();
			await page.locator('.value').first().waitFor();
		},
	],
	...(['light', 'high-contrast'] as const).map(
		(theme): State => [
			`filter-panel-${theme}`,
			{ theme },
			async ({ page }) => {
				await page.getByRole('columnheader', { name: /^os_name/ }).click({ button: 'right' });
				await page.getByRole('menuitem', { name: 'Show Top Values' }).click();
				await page.locator('.value').nth(0).click();
				await page.locator('.value').nth(1).click();
				await page.keyboard.press('Escape');
				await page.getByRole('button', { name: 'Edit… (filters of os_name)' }).click();
			},
		],
	),
	[
		'filter-fault',
		{ theme: 'high-contrast', width: 420, height: 700 },
		async ({ page }) => {
			await page.getByLabel('Filter error_name').fill('/(/');
			await page.getByRole('note').waitFor();
		},
	],
	[
		'selection',
		{ theme: 'light', width: 800, height: 600 },
		async ({ page }) => {
			await page
				.locator('.group')
				.nth(1)
				.click({ modifiers: ['Alt'] });
			await page.locator('.grid-row').first().getByRole('gridcell').nth(1).click();
			await page.keyboard.press('Control+a');
			await page.locator('.selection-line').getByText('non-empty').waitFor();
		},
	],
	[
		'breakdown',
		{ theme: 'high-contrast' },
		async ({ page }) => {
			await page.locator('.group').nth(1).click({ button: 'right' });
			await page.getByRole('menuitem', { name: 'Break Down by Column…' }).click();
			await page.locator('.breakdown-value').first().waitFor();
		},
	],
	['filter-help', { theme: 'light' }, async ({ page }) => page.locator('.grid-filter-help').click()],
	...(['dark', 'high-contrast'] as const).map(
		(theme): State => [
			`find-${theme}`,
			{ theme },
			async ({ page }) => {
				await page.getByRole('textbox', { name: 'Search all fields' }).fill('exception');
				await page.locator('.search').getByText(/^1 of/).waitFor();
			},
		],
	),
	[
		'record-beside',
		{},
		async ({ page }) => {
			await page.getByRole('button', { name: 'Move Beside Records' }).click();
			await page.getByLabel('Find in record').last().fill('shop');
		},
	],
	[
		'compare',
		{},
		async ({ page }) => {
			await page.getByRole('button', { name: 'Compare with Another Record' }).click();
			await page.getByRole('button', { name: 'Next Record', exact: true }).click();
			await page.locator('.compare').waitFor();
		},
	],
	[
		'save',
		{},
		async ({ page }) => {
			await page.getByRole('button', { name: 'Save…' }).click();
		},
	],
	['narrow', { width: 420, height: 900 }, async () => {}],
	['short', { width: 640, height: 400 }, async () => {}],
	[
		'empty',
		{
			records: 0,
			emptyReasons: [
				{
					kind: 'info',
					text: 'The range ends before the first record of the last export.',
					actions: [
						{ id: '1', label: 'Use Last 7 Days' },
						{ id: '2', label: 'Use Server Time' },
					],
				},
			],
		},
		async () => {},
	],
	[
		'no-match',
		{},
		async ({ page }) => {
			await page.getByLabel('Filter error_name').fill('nowhere');
			await page.getByRole('heading', { name: 'No matching records' }).waitFor();
		},
	],
	['deobfuscated', { deobfuscated }, async () => {}],
	['reading', { reading: true }, async () => {}],
	[
		'failed',
		{ reading: true },
		async ({ page }) => {
			await page.evaluate(() =>
				window.fakeHost.say('failed', { message: "The file can't be read any further. Open it again." }),
			);
		},
	],
	['tall', {}, async ({ page }) => page.getByRole('button', { name: 'Tall Rows' }).click()],
];

describe('screenshots of the results view', () => {
	const browser = useResultsBrowser();

	it('renders the results view in every theme', async () => {
		const view = await browser.open();
		await view.drawn();
		await view.inEachTheme(async (theme) => {
			await view.screenshot(theme);
			await view.assertAccessibleIn(theme);
		});
	});

	for (const [name, options, reach] of states) {
		it(`renders the results view in the state "${name}"`, async () => {
			const view = await browser.open(options);
			if (options.records !== 0 && !options.reading) {
				await view.drawn();
			}
			await reach(view);
			await view.settled();
			await view.screenshot(name);
			await view.assertAccessible();
		});
	}
});

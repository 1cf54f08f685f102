import assert from 'node:assert/strict';
import { isWhole } from '../../support/length';
import { allThemes, type ResultsView, type Theme, useResultsBrowser } from '../../support/webview/resultsPage';

const sizes = [
	[1440, 900],
	[800, 600],
	[360, 800],
] as const;

/** The theme doesn't affect the layout, so only the light theme is tested in every size. */
const looks: readonly (readonly [theme: Theme, width: number, height: number])[] = isWhole
	? [
			...sizes.map(([width, height]) => ['light', width, height] as const),
			...allThemes.filter((theme) => theme !== 'light').map((theme) => [theme, 1440, 900] as const),
		]
	: [['high-contrast', 360, 800]];

const opened: readonly (readonly [name: string, open: (view: ResultsView) => Promise<void>])[] = [
	['view', async () => {}],
	[
		'column-menu',
		async ({ page }) => page.getByRole('columnheader', { name: /^error_name/ }).click({ button: 'right' }),
	],
	[
		'cell-menu',
		async ({ page }) => page.locator('.grid-row').nth(1).getByRole('gridcell').first().click({ button: 'right' }),
	],
	['grid-menu', async ({ page }) => page.getByRole('columnheader').first().click()],
	['group-menu', async ({ page }) => page.locator('.group').nth(1).click({ button: 'right' })],
	['order-menu', async ({ page }) => page.getByRole('button', { name: 'Sort groups' }).click()],
	['record-menu', async ({ page }) => page.locator('.record').getByRole('button', { name: 'Copy…' }).click()],
	[
		'breakdown',
		async ({ page }) => {
			await page.locator('.group').nth(1).click({ button: 'right' });
			await page.getByRole('menuitem', { name: 'Break Down by Column…' }).click();
			await page.locator('.breakdown-value').first().waitFor();
		},
	],
	[
		'sets-apart',
		async ({ page }) => {
			await page.locator('.group').nth(1).click({ button: 'right' });
			await page.getByRole('menuitem', { name: 'Show Common Traits…' }).click();
			await page.getByText('Among devices that reported errors.').waitFor();
		},
	],
	[
		'top-values',
		async ({ page }) => {
			await page.getByRole('columnheader', { name: /^error_name/ }).click({ button: 'right' });
			await page.getByRole('menuitem', { name: 'Show Top Values' }).click();
			await page.locator('.value').first().waitFor();
		},
	],
	['save', async ({ page }) => page.getByRole('button', { name: 'Save…' }).click()],
	['filter-help', async ({ page }) => page.locator('.grid-filter-help').first().click()],
	[
		'cells',
		async ({ page }) => {
			await page.locator('.grid-row').first().getByRole('gridcell').first().click();
			for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) {
				await page.keyboard.press(`Shift+${key}`);
			}
			await page.locator('.selection-line').getByText('non-empty').waitFor();
		},
	],
	[
		'filter-note',
		async ({ page }) => {
			await page.getByLabel('Filter error_name').fill('/(/');
			await page.getByRole('note').waitFor();
		},
	],
	[
		'no-match',
		async ({ page }) => {
			await page.getByLabel('Filter error_name').fill('nowhere');
			await page.getByRole('heading', { name: 'No matching records' }).waitFor();
			await page.keyboard.press('Escape');
		},
	],
];

const beyondWindow = ({ page }: ResultsView) =>
	page.locator('.popover, [role=note], [role=listbox]').evaluateAll((shown) =>
		shown
			.map((each) => each.getBoundingClientRect())
			.filter(({ left, right, bottom }) => left < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
			.map(({ left, top, right, bottom }) => [left, top, right, bottom]),
	);

describe('popovers and menus of the results view', () => {
	const browser = useResultsBrowser();

	for (const [theme, width, height] of looks) {
		it(`keeps every popover and menu readable and within reach in ${theme} at ${width} px`, async () => {
			const view = await browser.open({ theme, width, height });
			await view.drawn();
			for (const [name, open] of opened) {
				await open(view);
				await view.settled();
				await view.screenshot(`every-${theme}-${width}-${name}`);
				assert.deepEqual(await beyondWindow(view), [], name);
				// Colors don't depend on the width, and the elements don't depend on the theme.
				if (width === 1440 || theme === 'light') {
					await view.assertAccessible();
				}
				await view.page.keyboard.press('Escape');
			}
		});
	}
});

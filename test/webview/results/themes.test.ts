import assert from 'node:assert/strict';
import {
	allThemes,
	type ResultsView,
	type Theme,
	type ThemeVariables,
	useResultsBrowser,
} from '../../support/webview/resultsPage';

const lightCharts = {
	'--vscode-charts-blue': '#1a85ff',
	'--vscode-charts-green': '#388a34',
	'--vscode-charts-orange': '#d18616',
	'--vscode-charts-purple': '#652d90',
	'--vscode-charts-red': '#e51400',
	'--vscode-charts-yellow': '#bf8803',
};
const darkCharts = {
	'--vscode-charts-blue': '#3794ff',
	'--vscode-charts-green': '#89d185',
	'--vscode-charts-orange': '#d18616',
	'--vscode-charts-purple': '#b180d7',
	'--vscode-charts-red': '#f14c4c',
	'--vscode-charts-yellow': '#cca700',
};

/** Colors of VS Code's other default themes, if they differ from the newest ones. */
const others: readonly (readonly [name: string, options: { theme: Theme; variables: ThemeVariables }])[] = [
	[
		'Light Modern',
		{
			theme: 'light',
			variables: {
				...lightCharts,
				'--vscode-foreground': '#3b3b3b',
				'--vscode-editor-foreground': '#3b3b3b',
				'--vscode-descriptionForeground': '#3b3b3b',
				'--vscode-editor-background': '#ffffff',
			},
		},
	],
	[
		'Light+',
		{
			theme: 'light',
			variables: {
				...lightCharts,
				'--vscode-foreground': '#616161',
				'--vscode-editor-foreground': '#000000',
				'--vscode-descriptionForeground': '#717171',
				'--vscode-editor-background': '#ffffff',
			},
		},
	],
	[
		'Dark Modern',
		{
			theme: 'dark',
			variables: {
				...darkCharts,
				'--vscode-foreground': '#cccccc',
				'--vscode-editor-foreground': '#cccccc',
				'--vscode-descriptionForeground': '#9d9d9d',
				'--vscode-editor-background': '#1f1f1f',
			},
		},
	],
	[
		'Dark+',
		{
			theme: 'dark',
			variables: {
				...darkCharts,
				'--vscode-foreground': '#cccccc',
				'--vscode-editor-foreground': '#d4d4d4',
				'--vscode-descriptionForeground': 'rgba(204, 204, 204, 0.7)',
				'--vscode-editor-background': '#1e1e1e',
			},
		},
	],
];

describe('themes of the results view', () => {
	const browser = useResultsBrowser();
	const all = [...allThemes.map((theme) => [theme, { theme, variables: {} }] as const), ...others];

	it('dims library frames but keeps them readable in every theme', async () => {
		const view = await browser.open();
		const { page } = view;
		await view.drawn();
		await page.locator('.trace-line.library').first().waitFor();
		for (const [name, { theme, variables }] of all) {
			await view.setTheme(theme, variables);
			const [usual = 0, dimmed = 0] = await contrasts(page, 'color', ['.trace-header', '.trace-line.library']);
			assert.ok(dimmed >= 4.5, `${name}: ${dimmed} to 1`);
			assert.ok(usual / dimmed > 1.5, `${name}: ${usual} and ${dimmed} to 1`);
			await view.assertAccessible('.record');
		}
	});

	it('distinguishes the colors of the timeline from the background in every theme', async () => {
		const view = await browser.open();
		await view.drawn();
		const series = ['0', '1', '2', '3', '4', '5', 'other'];
		for (const [name, { theme, variables }] of all) {
			await view.setTheme(theme, variables);
			await view.page.evaluate((names) => {
				const plot = document.querySelector('.plot-picture');
				for (const one of names.filter((each) => !document.querySelector(`.probe-${each}`))) {
					const bar = document.createElementNS('http://www.w3.org/2000/svg', 'path');
					bar.setAttribute('class', `bars series-${one} probe-${one}`);
					plot?.append(bar);
				}
			}, series);
			const found = await contrasts(
				view.page,
				'fill',
				series.map((one) => `.probe-${one}`),
			);
			for (const [index, contrast] of found.entries()) {
				assert.ok(contrast >= 3, `${name}, series ${series[index]}: ${contrast} to 1`);
			}
		}
	});
});

function contrasts(page: ResultsView['page'], property: 'color' | 'fill', selectors: readonly string[]) {
	return page.evaluate(
		([name, all]) => {
			const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
			const luminance = (...colours: readonly string[]) => {
				for (const colour of colours) {
					if (context) {
						context.fillStyle = colour;
					}
					context?.fillRect(0, 0, 1, 1);
				}
				const parts = [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3).map((part) => part / 255);
				const [red = 0, green = 0, blue = 0] = parts.map((part) =>
					part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
				);
				return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
			};
			const background = getComputedStyle(document.body).backgroundColor;
			return all.map((selector) => {
				const colour = getComputedStyle(document.querySelector(selector) ?? document.body)[name];
				const [darker = 0, lighter = 0] = [luminance(background), luminance(background, colour)].sort((a, b) => a - b);
				return (lighter + 0.05) / (darker + 0.05);
			});
		},
		[property, selectors] as const,
	);
}

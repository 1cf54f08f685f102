import assert from 'node:assert/strict';
import { allThemes, type PageOptions, useResultsBrowser } from '../../support/webview/resultsPage';

/** Text colors of VS Code's other default themes, if they differ from the newest ones. */
const others: readonly (readonly [name: string, options: PageOptions])[] = [
	[
		'Light Modern',
		{
			theme: 'light',
			variables: {
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

	for (const [name, options] of [...allThemes.map((theme) => [theme, { theme }] as const), ...others]) {
		it(`dims library frames but keeps them readable in ${name}`, async () => {
			const view = await browser.open(options);
			const { page } = view;
			await view.drawn();
			await page.locator('.trace-line.library').first().waitFor();
			const [usual = 0, dimmed = 0] = await page.evaluate(() => {
				const canvas = document.createElement('canvas');
				const context = canvas.getContext('2d', { willReadFrequently: true });
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
				const contrast = (selector: string) => {
					const { color } = getComputedStyle(document.querySelector(selector) ?? document.body);
					const [darker = 0, lighter = 0] = [luminance(background), luminance(background, color)].sort((a, b) => a - b);
					return (lighter + 0.05) / (darker + 0.05);
				};
				return [contrast('.trace-header'), contrast('.trace-line.library')];
			});
			assert.ok(dimmed >= 4.5, `${dimmed} to 1`);
			assert.ok(usual / dimmed > 1.5, `${usual} and ${dimmed} to 1`);
			await view.assertAccessible('.record');
		});
	}
});

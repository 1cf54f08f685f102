import assert from 'node:assert/strict';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { isWhole } from '../../support/length';
import { webviewEnvironment } from '../support/environment';
import { PageServer } from '../support/pageServer';
import { sharedBrowser } from '../support/sharedBrowser';
import type { HarnessApi, Told } from './stageApi';

/** Classes that VS Code sets on the body of a webview. The first one is the theme of a new page. */
const gridThemes = ['vscode-dark', 'vscode-light', 'vscode-high-contrast', 'vscode-high-contrast-light'] as const;

export interface PageOptions {
	readonly rows?: number;
	readonly columns?: number;
	readonly density?: 'compact' | 'tall';
	readonly dir?: 'ltr' | 'rtl';
	readonly top?: number;
	readonly delay?: number;
	readonly width?: number;
	readonly height?: number;
	readonly forcedColors?: boolean;
}

export class GridHarness {
	private readonly pages: Page[] = [];

	private constructor(
		private readonly server: PageServer,
		private readonly browser: Browser,
	) {}

	/** @param scale Device pixels per CSS pixel of the whole browser. */
	static async open(scale = 1): Promise<GridHarness> {
		const server = await PageServer.start(webviewEnvironment().pages);
		return new GridHarness(server, await sharedBrowser(scale));
	}

	async page({ width = 1280, height = 800, forcedColors = false, ...options }: PageOptions = {}): Promise<GridPage> {
		const page = await this.browser.newPage({
			viewport: null,
			forcedColors: forcedColors ? 'active' : 'none',
		});
		this.pages.push(page);
		await page.setViewportSize({ width, height });
		const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]));
		await page.goto(`${this.server.origin}/grid?${query}`);
		const opened = new GridPage(page);
		await opened.settled();
		return opened;
	}

	async close(): Promise<void> {
		for (const page of this.pages.filter((page) => !page.isClosed())) {
			await page.close();
		}
		await this.server.stop();
	}
}

export function useGridHarness(scale?: number): Pick<GridHarness, 'page'> {
	let stage: GridHarness;

	before(async () => {
		stage = await GridHarness.open(scale);
	});

	after(() => stage?.close());

	return { page: (options) => stage.page(options) };
}

export class GridPage {
	constructor(readonly page: Page) {}

	call<K extends keyof HarnessApi>(
		name: K,
		...args: Parameters<HarnessApi[K]>
	): Promise<Awaited<ReturnType<HarnessApi[K]>>> {
		return this.page.evaluate(
			([called, given]) => {
				const stage = window.stage as unknown as Record<string, (...values: unknown[]) => unknown>;
				return stage[called]?.(...given);
			},
			[name, args] as const,
		) as Promise<Awaited<ReturnType<HarnessApi[K]>>>;
	}

	async settled(): Promise<void> {
		const isSettled = () =>
			this.page.evaluate(
				() =>
					new Promise<boolean>((resolve) => {
						const look = () => resolve(!document.querySelector('[aria-busy=true]'));
						requestAnimationFrame(() => requestAnimationFrame(look));
					}),
			);
		while (!(await isSettled())) {
			// The next check waits for a frame.
		}
	}

	/** Runs the checks in every theme on the same page, and returns to the first theme. */
	async inEachTheme(check: (theme: string, isFirst: boolean) => Promise<void>): Promise<void> {
		const [first] = gridThemes;
		for (const theme of gridThemes) {
			await this.setTheme(theme);
			await check(theme, theme === first).catch((error) => assert.fail(`in the theme "${theme}": ${error.message}`));
		}
		await this.setTheme(first);
	}

	private async setTheme(theme: string): Promise<void> {
		await this.page.evaluate(
			([all, wanted]) => {
				document.body.classList.remove(...all);
				document.body.classList.add(wanted);
			},
			[gridThemes, theme] as const,
		);
		await this.settled();
	}

	async start(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.page.keyboard.press('Escape');
		await this.call('select', []);
		await this.call('goToColumn', 1, true);
		await this.call('goToColumn', 0, true);
		await this.call('goToRow', 0, true);
		await this.settled();
		await this.call('told');
	}

	async until<K extends keyof HarnessApi>(
		name: K,
		isSo: (answer: Awaited<ReturnType<HarnessApi[K]>>) => boolean,
		...args: Parameters<HarnessApi[K]>
	): Promise<void> {
		while (!isSo(await this.call(name, ...args))) {
			await this.page.evaluate(() => new Promise(requestAnimationFrame));
		}
	}

	async press(...keys: readonly string[]): Promise<void> {
		for (const key of keys) {
			await this.page.keyboard.press(key);
		}
		await this.settled();
	}

	async focus(): Promise<string> {
		return this.page.evaluate(() => {
			const focused = document.activeElement;
			const cell = focused?.closest('[aria-colindex]');
			const row = cell?.closest('[role=row]');
			if (!cell || !row) {
				return focused?.tagName.toLowerCase() ?? 'nothing';
			}
			const index = Number(row.ariaRowIndex) - 3;
			const name = index === -2 ? 'header' : index === -1 ? 'filter' : String(index);
			return `${name}/${Number(cell.ariaColIndex) - 1}${focused === cell ? '' : ' inside'}`;
		});
	}

	async told(): Promise<readonly Told[]> {
		return (await this.call('told')).filter(({ kind }) => kind !== 'announced' && kind !== 'counted');
	}

	async announced(): Promise<readonly string[]> {
		return (await this.call('told')).flatMap((told) => (told.kind === 'announced' ? told.text : []));
	}

	/** Row -2 is the header row and -1 the filter row; column 0 is the row header. */
	cell(row: number, column: number) {
		return this.page.locator(`[role=row][aria-rowindex="${row + 3}"] > [aria-colindex="${column + 1}"]`);
	}

	async positions(): Promise<readonly number[]> {
		return (await this.call('rowsOnScreen')).map(({ position }) => position);
	}

	async screenshot(name: string): Promise<void> {
		if (isWhole) {
			await this.page.screenshot({ path: path.join(webviewEnvironment().screenshots, `grid-${name}.png`) });
		}
	}

	async close(): Promise<void> {
		await this.page.close();
	}
}

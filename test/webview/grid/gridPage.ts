import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { webviewEnvironment } from '../support/environment';
import { PageServer } from '../support/pageServer';
import type { StageApi, Told } from './stageApi';

export interface PageOptions {
	readonly rows?: number;
	readonly columns?: number;
	readonly theme?: 'vscode-light' | 'vscode-dark' | 'vscode-high-contrast' | 'vscode-high-contrast-light';
	readonly density?: 'compact' | 'tall';
	readonly dir?: 'ltr' | 'rtl';
	readonly top?: number;
	readonly delay?: number;
	readonly width?: number;
	readonly height?: number;
	readonly forcedColors?: boolean;
}

/** A browser with pages of the grid. Pages are closed with it. */
export class GridStage {
	private constructor(
		private readonly server: PageServer,
		private readonly browser: Browser,
	) {}

	/** @param scale device pixels per CSS pixel, of the whole browser: an emulated one does not lower its limits. */
	static async open(scale = 1): Promise<GridStage> {
		const { pages, browser } = webviewEnvironment();
		const server = await PageServer.start(pages);
		const launched = await chromium.launch({
			executablePath: browser.executablePath,
			args: [...browser.args, `--force-device-scale-factor=${scale}`, '--enable-precise-memory-info'],
			env: browser.env,
		});
		return new GridStage(server, launched);
	}

	async page({ width = 1280, height = 800, forcedColors = false, ...options }: PageOptions = {}): Promise<GridPage> {
		const page = await this.browser.newPage({
			viewport: null,
			forcedColors: forcedColors ? 'active' : 'none',
		});
		await page.setViewportSize({ width, height });
		const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]));
		await page.goto(`${this.server.origin}/grid?${query}`);
		const opened = new GridPage(page);
		await opened.settled();
		return opened;
	}

	async close(): Promise<void> {
		await this.browser.close();
		await this.server.stop();
	}
}

/** One browser for the suite it is called in. */
export function useGridStage(scale?: number): Pick<GridStage, 'page'> {
	let stage: GridStage;

	before(async () => {
		stage = await GridStage.open(scale);
	});

	after(() => stage?.close());

	return { page: (options) => stage.page(options) };
}

/** One page with one grid. */
export class GridPage {
	constructor(readonly page: Page) {}

	/** Calls the stage in the page. */
	call<K extends keyof StageApi>(name: K, ...args: Parameters<StageApi[K]>): Promise<Awaited<ReturnType<StageApi[K]>>> {
		return this.page.evaluate(
			([called, given]) => {
				const stage = window.stage as unknown as Record<string, (...values: unknown[]) => unknown>;
				return stage[called]?.(...given);
			},
			[name, args] as const,
		) as Promise<Awaited<ReturnType<StageApi[K]>>>;
	}

	/** Resolves when everything is drawn and no row is awaited. */
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
			// The next look waits for a frame itself.
		}
	}

	/** Back to the first cell, and whatever was told is forgotten. */
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

	/** Asks the stage each frame or so. @throws when mocha's time is up */
	async until<K extends keyof StageApi>(
		name: K,
		isSo: (answer: Awaited<ReturnType<StageApi[K]>>) => boolean,
		...args: Parameters<StageApi[K]>
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

	/** Row and column, in words, of the cell that has the focus. */
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

	/** What was told, but not what was said to screen readers. */
	async told(): Promise<readonly Told[]> {
		return (await this.call('told')).filter(({ kind }) => kind !== 'announced' && kind !== 'counted');
	}

	async announced(): Promise<readonly string[]> {
		return (await this.call('told')).flatMap((told) => (told.kind === 'announced' ? told.text : []));
	}

	/** A cell by its place; row -2 is the header, -1 the filters; column 0 is the row's header. */
	cell(row: number, column: number) {
		return this.page.locator(`[role=row][aria-rowindex="${row + 3}"] > [aria-colindex="${column + 1}"]`);
	}

	async positions(): Promise<readonly number[]> {
		return (await this.call('rowsOnScreen')).map(({ position }) => position);
	}

	async screenshot(name: string): Promise<void> {
		await this.page.screenshot({ path: path.join(webviewEnvironment().screenshots, `grid-${name}.png`) });
	}

	async close(): Promise<void> {
		await this.page.close();
	}
}

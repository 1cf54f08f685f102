import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import './fakeEditor';
import { newNonce, pageHtml } from '../../../src/services/pages/pageHtml';
import { webviewEnvironment } from '../../webview/support/environment';
import { answersForIcon } from '../../webview/support/icon';
import { sharedBrowser } from '../../webview/support/sharedBrowser';
import themes from './themes.json';

export type Theme = keyof typeof themes;
export const allThemes = Object.keys(themes) as Theme[];

export type ThemeVariables = Readonly<Record<`--vscode-${string}`, string>>;

export interface HarnessOptions {
	readonly theme?: Theme | undefined;
	readonly variables?: ThemeVariables | undefined;
	readonly width?: number | undefined;
	readonly height?: number | undefined;
}

/** Rules of axe whose result depends on the theme. */
export const colorRules: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** Timeout in milliseconds for any operation in the page, even on a busy machine. */
const patience = 60_000;

/** Browser that runs a page as in VS Code with the same content security policy, but with a fake host. */
class PageBrowser<Staged extends StagedPage> {
	static async start<Staged extends StagedPage>(
		name: string,
		stage: new (page: Page, troubles: readonly string[]) => Staged,
	): Promise<PageBrowser<Staged>> {
		const { pages } = webviewEnvironment();
		const server = createServer((request, response) => {
			if (answersForIcon(request, response)) {
				return;
			}
			const origin = `http://${request.headers.host}`;
			const parts = {
				script: `${origin}/${name}.js`,
				style: `${origin}/${name}.css`,
				cspSource: origin,
				language: 'en',
			};
			const [type, body] =
				request.url === '/'
					? [
							'text/html',
							Promise.resolve(pageHtml({ ...parts, nonce: newNonce(), retry: 'Retry', reading: 'Reading' })),
						]
					: [
							request.url?.endsWith('.css') ? 'text/css' : 'text/javascript',
							readFile(join(pages, basename(request.url ?? ''))),
						];
			body.then(
				(text) => {
					// The browser caches the compiled code of a script only if the response can be cached.
					const caching = type === 'text/html' ? 'no-store' : 'max-age=3600';
					response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': caching });
					response.end(text);
				},
				() => response.writeHead(404).end(),
			);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const context = await (await sharedBrowser()).newContext();
		// The open page keeps the renderer process running between tests.
		const anchor = await context.newPage();
		await anchor.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/favicon.ico`).catch(() => undefined);
		return new PageBrowser(context, anchor, server, stage);
	}

	private constructor(
		private readonly context: BrowserContext,
		private readonly anchor: Page,
		private readonly server: Server,
		private readonly stage: new (page: Page, troubles: readonly string[]) => Staged,
	) {}

	async open(
		{ theme = 'dark', variables, width = 1280, height = 800 }: HarnessOptions,
		hostOptions: object,
		ready: string,
	): Promise<Staged> {
		// A page that is opened by another page of the same site runs in the same process.
		const opened = this.context.waitForEvent('page');
		await this.anchor.evaluate(() => void window.open('about:blank'));
		const page = await opened;
		await page.setViewportSize({ width, height });
		page.setDefaultTimeout(patience);
		const troubles: string[] = [];
		page.on('console', (message: ConsoleMessage) => {
			if (message.type() === 'error' || message.type() === 'warning') {
				troubles.push(message.text());
			}
		});
		page.on('pageerror', (error) => troubles.push(String(error)));
		await page.addInitScript(applyTheme, {
			className: themes[theme].className,
			variables: { ...themes[theme].variables, ...variables },
		});
		await page.addInitScript(`window.fakeHostOptions = ${JSON.stringify(hostOptions)};`);
		await page.addInitScript(watchPolicy);
		const { port } = this.server.address() as AddressInfo;
		await page.goto(`http://127.0.0.1:${port}/`);
		await page.locator(ready).first().waitFor();
		return new this.stage(page, troubles);
	}

	async close(): Promise<void> {
		await this.context.close();
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

export class StagedPage {
	constructor(
		readonly page: Page,
		readonly troubles: readonly string[],
	) {}

	/** Waits for at least one call, and for all calls that earlier actions have caused. */
	async calls(method: string): Promise<unknown[]> {
		await this.page.waitForFunction((wanted) => window.hostCalls.some((call) => call.method === wanted), method);
		return this.page.evaluate(async (wanted) => {
			// The fake host receives messages in timers without a delay, so a timer with a delay runs after them.
			await new Promise((resolve) => setTimeout(resolve, 20));
			return window.hostCalls.filter((call) => call.method === wanted).map(({ params }) => params);
		}, method);
	}

	async settled(): Promise<void> {
		await this.page.waitForFunction(
			() =>
				new Promise((resolve) => {
					requestAnimationFrame(() =>
						requestAnimationFrame(() => resolve(!document.querySelector('[aria-busy=true]'))),
					);
				}),
		);
	}

	/** Changes the theme of the open page, as VS Code does when the user selects another theme. */
	async setTheme(theme: Theme, variables: ThemeVariables = {}): Promise<void> {
		const { className, variables: own } = themes[theme];
		await this.page.evaluate(
			(changes) => {
				const { style } = document.documentElement;
				const old = Array.from(style).filter((name) => name.startsWith('--vscode-'));
				for (const name of old) {
					style.removeProperty(name);
				}
				for (const [name, value] of Object.entries(changes.variables)) {
					style.setProperty(name, value);
				}
				document.body.classList.remove(...changes.otherClasses);
				document.body.classList.add(...changes.classes);
			},
			{
				variables: { ...own, ...variables },
				otherClasses: Object.values(themes).flatMap((other) => other.className.split(' ')),
				classes: className.split(' '),
			},
		);
		await this.settled();
	}

	/** Runs the checks in every theme on the same page, because opening a page costs more than most checks. */
	async inEachTheme(check: (theme: Theme) => Promise<unknown>, themes: readonly Theme[] = allThemes): Promise<void> {
		for (const theme of themes) {
			await this.setTheme(theme);
			await check(theme).catch((error) => assert.fail(`in the theme "${theme}": ${error.message}`));
		}
	}

	/** Checks all rules in one theme, but in other themes only the rules about colors. */
	async assertAccessibleIn(theme: Theme, themeOfAllRules: Theme = 'light'): Promise<void> {
		await this.assertAccessible('html', theme === themeOfAllRules ? undefined : colorRules);
	}

	/** Asserts that elements are centered on the same horizontal line. */
	async assertOnOneLine(...selectors: readonly string[]): Promise<void> {
		const boxes = await Promise.all(selectors.map((selector) => this.page.locator(selector).first().boundingBox()));
		const middles = boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0) / 2);
		const width = this.page.viewportSize()?.width;
		assert.ok(Math.max(...middles) - Math.min(...middles) < 4, `${width}: ${middles}`);
	}

	/** Checks the accessibility of a part of the page, because a check of thousands of options would take minutes. */
	async assertAccessible(within = 'html', rules?: readonly string[]): Promise<void> {
		if (!(await this.page.evaluate(() => 'axe' in window))) {
			// The code is evaluated by the debugger, which the page's content security policy does not affect.
			await this.page.evaluate(await readFile('node_modules/axe-core/axe.min.js', 'utf8'));
		}
		const violations = await this.page.evaluate(
			async ([selector, runOnly]) => {
				const { axe } = window as unknown as { axe: Axe };
				interface Axe {
					run(
						within: string,
						options: { resultTypes: string[]; runOnly?: readonly string[] },
					): Promise<{ violations: Violation[] }>;
				}
				interface Violation {
					readonly id: string;
					readonly help: string;
					readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
				}
				const result = await axe.run(selector, { resultTypes: ['violations'], ...(runOnly && { runOnly }) });
				return result.violations.map(
					({ id, help, nodes }) =>
						`${id}: ${help}\n${nodes
							.slice(0, 4)
							.map(({ html, failureSummary }) => `  ${html.slice(0, 200)}\n  ${failureSummary}`)
							.join('\n')}`,
				);
			},
			[within, rules] as const,
		);
		assert.deepEqual(violations, []);
	}

	/** Closes the page. Fails if the content security policy blocked anything or the console contains errors. */
	async close(): Promise<void> {
		const blocked = await this.page.evaluate(() => (window as unknown as { blocked: string[] }).blocked);
		await this.page.close();
		assert.deepEqual([...blocked, ...this.troubles], []);
	}
}

export function usePageBrowser<Staged extends StagedPage>(
	...what: Parameters<typeof PageBrowser.start<Staged>>
): Pick<PageBrowser<Staged>, 'open'> {
	let browser: PageBrowser<Staged>;
	const opened: Staged[] = [];

	before(async () => {
		browser = await PageBrowser.start(...what);
	});

	afterEach(async () => {
		for (const staged of opened.splice(0).filter(({ page }) => !page.isClosed())) {
			await staged.close();
		}
	});

	after(() => browser?.close());

	return {
		async open(...options) {
			const staged = await browser.open(...options);
			opened.push(staged);
			return staged;
		},
	};
}

function applyTheme({
	className,
	variables,
}: {
	className: string;
	variables: Readonly<Record<string, string>>;
}): void {
	// This runs after the page has been parsed and before its deferred script.
	document.addEventListener(
		'readystatechange',
		() => {
			for (const [name, value] of Object.entries(variables)) {
				document.documentElement.style.setProperty(name, value);
			}
			document.body.classList.add(...className.split(' '));
		},
		{ once: true },
	);
}

function watchPolicy(): void {
	const blocked: string[] = [];
	(window as unknown as { blocked: string[] }).blocked = blocked;
	document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
		blocked.push(`${violatedDirective} ${blockedURI}`);
	});
}

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { type Browser, type ConsoleMessage, chromium, type Page } from 'playwright-core';
import './fakeEditor';
import { newNonce, pageHtml } from '../../../src/services/pages/pageHtml';
import { webviewEnvironment } from '../../webview/support/environment';
import { answersForIcon } from '../../webview/support/icon';
import themes from './themes.json';

export type Theme = keyof typeof themes;
export const allThemes = Object.keys(themes) as Theme[];

/** How a page looks, and how large it is (CSS pixels). */
export interface StageOptions {
	readonly theme?: Theme | undefined;
	/** In place of the theme's own. */
	readonly variables?: Readonly<Record<`--vscode-${string}`, string>> | undefined;
	readonly width?: number | undefined;
	readonly height?: number | undefined;
}

/** How long anything in the page may take, on a busy machine too (ms). */
const patience = 60_000;

/** A browser in which a whole page runs as in the editor: the same document, policy and bundle, with a fake host. */
class PageBrowser<Staged extends StagedPage> {
	/** @param name Of the bundle. */
	static async start<Staged extends StagedPage>(
		name: string,
		stage: new (page: Page, troubles: readonly string[]) => Staged,
	): Promise<PageBrowser<Staged>> {
		const { pages, browser } = webviewEnvironment();
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
					response.writeHead(200, { 'content-type': `${type}; charset=utf-8` });
					response.end(text);
				},
				() => response.writeHead(404).end(),
			);
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { executablePath, args, env } = browser;
		return new PageBrowser(await chromium.launch({ executablePath, args: [...args], env }), server, stage);
	}

	private constructor(
		private readonly browser: Browser,
		private readonly server: Server,
		private readonly stage: new (page: Page, troubles: readonly string[]) => Staged,
	) {}

	/**
	 * @param hostOptions What the fake host finds as `fakeHostOptions`.
	 * @param ready Selects what is there once the page is.
	 */
	async open(
		{ theme = 'dark', variables, width = 1280, height = 800 }: StageOptions,
		hostOptions: object,
		ready: string,
	): Promise<Staged> {
		const context = await this.browser.newContext({ viewport: { width, height } });
		const page = await context.newPage();
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
		await this.browser.close();
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

/** One loaded page. */
export class StagedPage {
	constructor(
		readonly page: Page,
		/** What the browser's console complained about. */
		readonly troubles: readonly string[],
	) {}

	/** Waits for a call to reach the host, and gives all of them, the latest last. */
	async calls(method: string): Promise<unknown[]> {
		await this.page.waitForFunction((wanted) => window.hostCalls.some((call) => call.method === wanted), method);
		return this.page.evaluate(
			(wanted) => window.hostCalls.filter((call) => call.method === wanted).map(({ params }) => params),
			method,
		);
	}

	/** Waits until nothing is asked for any more. */
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

	/**
	 * Fails with every rule that axe sees broken.
	 *
	 * @param within What is looked at: all of a page with thousands of options takes it minutes.
	 */
	async assertAccessible(within = 'html'): Promise<void> {
		// Evaluated by the debugger, which the page's policy does not bind.
		await this.page.evaluate(await readFile('node_modules/axe-core/axe.min.js', 'utf8'));
		const violations = await this.page.evaluate(async (selector) => {
			const { axe } = window as unknown as { axe: Axe };
			interface Axe {
				run(within: string, options: { resultTypes: string[] }): Promise<{ violations: Violation[] }>;
			}
			interface Violation {
				readonly id: string;
				readonly help: string;
				readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
			}
			const result = await axe.run(selector, { resultTypes: ['violations'] });
			return result.violations.map(
				({ id, help, nodes }) =>
					`${id}: ${help}\n${nodes
						.slice(0, 4)
						.map(({ html, failureSummary }) => `  ${html.slice(0, 200)}\n  ${failureSummary}`)
						.join('\n')}`,
			);
		}, within);
		assert.deepEqual(violations, []);
	}

	/** Ends the page; nothing may have been blocked by the policy or complained about. */
	async close(): Promise<void> {
		const blocked = await this.page.evaluate(() => (window as unknown as { blocked: string[] }).blocked);
		await this.page.context().close();
		assert.deepEqual([...blocked, ...this.troubles], []);
	}
}

/** One browser for the suite it is called in; pages that a test leaves open are closed after it. */
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

/** The editor puts its colours on the page in the same way. */
function applyTheme({
	className,
	variables,
}: {
	className: string;
	variables: Readonly<Record<string, string>>;
}): void {
	// When the page is parsed, and before its deferred script runs.
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

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Browser, type ConsoleMessage, chromium, type Page } from 'playwright-core';
import { newNonce, resultsPage } from '../../../src/features/results/html';
import type { RecordFilter, View } from '../../../src/shared/results';
import { webviewEnvironment } from '../../webview/support/environment';
import { answersForIcon } from '../../webview/support/icon';
import type { FakeHostOptions } from './fakeHost';
import themes from './themes.json';

export type Theme = keyof typeof themes;
export const allThemes = Object.keys(themes) as Theme[];

export interface PageOptions extends FakeHostOptions {
	readonly theme?: Theme;
	/** In place of the theme's own. */
	readonly variables?: Readonly<Record<`--vscode-${string}`, string>>;
	readonly width?: number;
	readonly height?: number;
}

/** How long anything in the page may take, on a busy machine too (ms). */
const patience = 60_000;

/** A browser in which the whole view runs as in the editor: the same page, policy and bundle, with a fake host. */
class ResultsBrowser {
	static async start(): Promise<ResultsBrowser> {
		const { pages, browser } = webviewEnvironment();
		const server = createServer((request, response) => {
			if (answersForIcon(request, response)) {
				return;
			}
			const origin = `http://${request.headers.host}`;
			const [type, body] =
				request.url === '/'
					? ['text/html', Promise.resolve(resultsPage({ ...pageParts(origin), nonce: newNonce(), retry: 'Retry' }))]
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
		return new ResultsBrowser(await chromium.launch({ executablePath, args: [...args], env }), server);
	}

	private constructor(
		private readonly browser: Browser,
		private readonly server: Server,
	) {}

	async open(options: PageOptions = {}): Promise<ResultsView> {
		const { theme = 'dark', variables, width = 1280, height = 800, ...hostOptions } = options;
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
		await page.locator('.workbench, [role=alert]').first().waitFor();
		return new ResultsView(page, troubles);
	}

	async close(): Promise<void> {
		await this.browser.close();
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

/** One loaded view. */
export class ResultsView {
	constructor(
		readonly page: Page,
		/** What the browser's console complained about. */
		readonly troubles: readonly string[],
	) {}

	/** Waits for a call to reach the host, and gives all of them, the latest last. */
	async calls(method: string): Promise<unknown[]> {
		await this.page.waitForFunction((wanted) => window.fakeHost.calls.some((call) => call.method === wanted), method);
		return this.page.evaluate(
			(wanted) => window.fakeHost.calls.filter((call) => call.method === wanted).map(({ params }) => params),
			method,
		);
	}

	/** Waits until the records on screen are those of exactly these filters. */
	async filters(expected: readonly RecordFilter[]): Promise<void> {
		const shown = async () => ((await this.calls('page')).at(-1) as { view: View }).view.filters;
		for (let tries = 0; tries < 40 && !isDeepStrictEqual(await shown(), expected); tries++) {
			await this.settled();
		}
		assert.deepEqual(await shown(), expected);
	}

	chips(): Promise<string[]> {
		return this.page
			.locator('.chip')
			.allInnerTexts()
			.then((texts) => texts.map((text) => text.replace(/\s+/g, ' ').trim()));
	}

	/** Waits until the count in the header reads so. */
	async count(words: string | RegExp): Promise<void> {
		await this.page.locator('.header-count', { hasText: words }).waitFor();
	}

	/** Waits until every part of the view has its first content. */
	async drawn(): Promise<void> {
		const parts = ['.group:not(.loading)', '.plot-picture .bars', '.grid-host [role=row] >> nth=4', '.fields tr'];
		for (const part of parts) {
			await this.page.locator(part).first().waitFor({ state: 'attached' });
		}
		await this.settled();
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

	/** The picture lands among the others that people look at. */
	async screenshot(name: string): Promise<void> {
		await this.page.screenshot({ path: join(webviewEnvironment().screenshots, `view-${name}.png`) });
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

/** One browser for the suite it is called in; views that a test leaves open are closed after it. */
export function useResultsBrowser(): Pick<ResultsBrowser, 'open'> {
	let browser: ResultsBrowser;
	const opened: ResultsView[] = [];

	before(async () => {
		browser = await ResultsBrowser.start();
	});

	afterEach(async () => {
		for (const view of opened.splice(0).filter(({ page }) => !page.isClosed())) {
			await view.close();
		}
	});

	after(() => browser?.close());

	return {
		async open(options) {
			const view = await browser.open(options);
			opened.push(view);
			return view;
		},
	};
}

function pageParts(origin: string) {
	return { script: `${origin}/results.js`, style: `${origin}/results.css`, cspSource: origin, language: 'en' };
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

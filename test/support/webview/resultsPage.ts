import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type ConsoleMessage, type Page } from 'playwright-core';
import { newNonce, resultsPage } from '../../../src/features/results/html';
import { findBrowser } from '../vscode/browser.mjs';
import type { FakeHostOptions } from './fakeHost';
import themes from './themes.json';

export type Theme = keyof typeof themes;
export const allThemes = Object.keys(themes) as Theme[];

export interface PageOptions extends FakeHostOptions {
	readonly theme?: Theme;
	readonly width?: number;
	readonly height?: number;
}

/** A browser in which the whole view runs as in the editor: the same page, policy and bundle, with a fake host. */
export class ResultsBrowser {
	static async start(): Promise<ResultsBrowser> {
		const bundle = (entry: string) =>
			build({
				entryPoints: [entry],
				bundle: true,
				write: false,
				format: 'iife',
				target: 'es2023',
				outdir: 'memory',
				logLevel: 'warning',
			});
		const [view, fakeHost] = await Promise.all([
			bundle('src/webview/results/main.ts'),
			bundle('test/support/webview/fakeHost.ts'),
		]);
		const text = (outputs: typeof view, end: string) =>
			outputs.outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
		const files = new Map([
			['/results.js', ['text/javascript', text(view, '.js')] as const],
			['/results.css', ['text/css', text(view, '.css')] as const],
		]);
		const server = createServer((request, response) => {
			const origin = `http://${request.headers.host}`;
			const page = resultsPage({
				script: `${origin}/results.js`,
				style: `${origin}/results.css`,
				cspSource: origin,
				nonce: newNonce(),
				language: 'en',
			});
			const [type, body] = request.url === '/' ? (['text/html', page] as const) : (files.get(request.url ?? '') ?? []);
			response.writeHead(type ? 200 : 404, { 'content-type': `${type ?? 'text/plain'}; charset=utf-8` });
			response.end(body ?? '');
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { executablePath, args, env } = await findBrowser(() => {});
		const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } as Record<string, string> });
		return new ResultsBrowser(browser, server, text(fakeHost, '.js'));
	}

	private constructor(
		private readonly browser: Browser,
		private readonly server: Server,
		private readonly fakeHost: string,
	) {}

	async open(options: PageOptions = {}): Promise<ResultsView> {
		const { theme = 'dark', width = 1280, height = 800, ...hostOptions } = options;
		const context = await this.browser.newContext({ viewport: { width, height } });
		const page = await context.newPage();
		page.setDefaultTimeout(8_000);
		const troubles: string[] = [];
		page.on('console', (message: ConsoleMessage) => {
			if (message.type() === 'error' || message.type() === 'warning') {
				troubles.push(message.text());
			}
		});
		page.on('pageerror', (error) => troubles.push(String(error)));
		await page.addInitScript(applyTheme, { className: themes[theme].className, variables: themes[theme].variables });
		await page.addInitScript(`window.fakeHostOptions = ${JSON.stringify(hostOptions)};\n${this.fakeHost}`);
		await page.addInitScript(watchPolicy);
		const { port } = this.server.address() as AddressInfo;
		await page.goto(`http://127.0.0.1:${port}/`);
		await page.locator('.workbench, [role=alert]').first().waitFor();
		return new ResultsView(page, troubles);
	}

	async close(): Promise<void> {
		await this.browser.close();
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

	/** Calls that reached the host, the latest last. */
	calls(method: string): Promise<unknown[]> {
		return this.page.evaluate(
			(wanted) => window.fakeHost.calls.filter((call) => call.method === wanted).map(({ params }) => params),
			method,
		);
	}

	chips(): Promise<string[]> {
		return this.page.locator('.chip').allInnerTexts().then((texts) => texts.map((text) => text.replace(/\s+/g, ' ').trim()));
	}

	/** Waits until the count in the header reads so. */
	async count(words: string | RegExp): Promise<void> {
		await this.page.locator('.header-count', { hasText: words }).waitFor();
	}

	/** The picture lands among the others that people look at. */
	async screenshot(name: string): Promise<void> {
		const folder = join('out', 'screenshots');
		await mkdir(folder, { recursive: true });
		await this.page.screenshot({ path: join(folder, `results-${name}.png`) });
	}

	/** Fails with every rule that axe sees broken. */
	async assertAccessible(): Promise<void> {
		// Evaluated by the debugger, which the page's policy does not bind.
		await this.page.evaluate(await readFile('node_modules/axe-core/axe.min.js', 'utf8'));
		const violations = await this.page.evaluate(async () => {
			const axe = (window as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } }).axe;
			interface Violation {
				readonly id: string;
				readonly help: string;
				readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
			}
			const result = await axe.run();
			return result.violations.map(
				({ id, help, nodes }) =>
					`${id}: ${help}\n${nodes
						.slice(0, 4)
						.map(({ html, failureSummary }) => `  ${html.slice(0, 200)}\n  ${failureSummary}`)
						.join('\n')}`,
			);
		});
		assert.deepEqual(violations, []);
	}

	/** Ends the page; nothing may have been blocked by the policy or complained about. */
	async close(): Promise<void> {
		const blocked = await this.page.evaluate(() => (window as unknown as { blocked: string[] }).blocked);
		await this.page.context().close();
		assert.deepEqual([...blocked, ...this.troubles], []);
	}
}

/** The editor puts its colours on the page in the same way. */
function applyTheme({ className, variables }: { className: string; variables: Readonly<Record<string, string>> }): void {
	for (const [name, value] of Object.entries(variables)) {
		document.documentElement.style.setProperty(name, value);
	}
	document.addEventListener('DOMContentLoaded', () => document.body.classList.add(className));
}

function watchPolicy(): void {
	const blocked: string[] = [];
	(window as unknown as { blocked: string[] }).blocked = blocked;
	document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
		blocked.push(`${violatedDirective} ${blockedURI}`);
	});
}

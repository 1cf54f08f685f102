import { type Browser, chromium } from 'playwright-core';
import { webviewEnvironment } from './environment';

const launched = new Map<number, Promise<Browser>>();

/** Suites share a browser for each device scale. An emulated scale would not lower the browser's limits. */
export function sharedBrowser(scale = 1): Promise<Browser> {
	const { executablePath, args, env } = webviewEnvironment().browser;
	// Pages of one context share a process, which has already compiled their script.
	const own = [`--force-device-scale-factor=${scale}`, '--enable-precise-memory-info', '--process-per-site'];
	const browser = launched.get(scale) ?? chromium.launch({ executablePath, args: [...args, ...own], env });
	launched.set(scale, browser);
	return browser;
}

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser } from './browser.mjs';
import { checkout, inCheckout } from './checkout.mjs';
import { installVsCode } from './install.mjs';
import { markIn } from './marks.mjs';
import { usefulLines } from './noise.mjs';
import { startServer } from './server.mjs';

/**
 * @typedef {object} HostRunOptions
 * @property {import('./versions.mjs').VersionName} version
 * @property {string} extension Folder of the extension under development.
 * @property {string} suite Module that exports `run(): Promise<void>`.
 * @property {string} workspace Folder to open.
 * @property {import('./chosenTests.mjs').Choice} [choice] Passed to the suite as JSON in APP_ERRORS_TESTS.
 * @property {number | undefined} [timeout] Maximum time between two messages from the tests, in milliseconds.
 * @property {Record<string, string | undefined>} [env] Environment variables for the extension host.
 * @property {(line: string) => void} [print]
 * @property {boolean} [verbose] Also prints the console output of the workbench and of all extensions.
 * @typedef {import('./suite.mjs').Counts & { problem?: string }} HostRunResult
 */

const startTimeout = 180_000;

/** @param {HostRunOptions} options @returns {Promise<HostRunResult>} */
export async function runInHost(options) {
	const { version, workspace, timeout = 240_000, print = console.log, verbose = false } = options;
	const vscode = await installVsCode(version, print);
	const { executablePath, args, env } = await findBrowser(print);
	const server = await startServer({
		vscode,
		testDriver: true,
		nodeArgs: ['--require', inCheckout('test', 'support', 'shortWaits.cjs')],
		env: { ...options.env, APP_ERRORS_TESTS: JSON.stringify(options.choice ?? {}) },
	});
	/** @type {string[]} */
	const otherLines = [];
	const keepOther = usefulLines((line) => otherLines.push(line));
	try {
		const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } });
		try {
			const page = await browser.newPage({ viewport: { width: 640, height: 400 } });
			const shoot = screenshots(page, vscode.version);
			/** @type {import('./suite.mjs').Counts | undefined} */
			let counts;
			let current = '';
			const problem = await new Promise((resolve) => {
				const startTimer = setTimeout(() => resolve(`no test started within ${startTimeout / 1000} s`), startTimeout);
				const timer = setTimeout(
					() => resolve(`nothing new for ${timeout / 1000} s; last began: ${current || 'no test'}`),
					timeout,
				);
				const finish = (/** @type {string | undefined} */ reason) => {
					clearTimeout(startTimer);
					clearTimeout(timer);
					resolve(reason);
				};
				server.exited.then(() => finish('the VS Code server ended'));
				page.on('crash', () => finish('the page crashed'));
				const onLine = (/** @type {string} */ line) => {
					const mark = markIn(line);
					// The timer restarts with each message, so that the time limit does not depend on the machine's speed.
					if (mark) timer.refresh();
					if (mark?.kind === 'started') clearTimeout(startTimer);
					else if (mark?.kind === 'line') print(mark.text);
					else if (mark?.kind === 'test') current = mark.title;
					else if (mark?.kind === 'failed') shoot(mark.title);
					else if (mark?.kind === 'result') counts = { passed: mark.passed, failed: mark.failed };
					else if (verbose) print(line);
					else keepOther(line);
				};
				watchHost(page, onLine, (code) => finish(code === 0 || counts?.failed ? undefined : `exit code ${code}`))
					.then(() => page.goto(address(server.url, options), { timeout: startTimeout }))
					.catch((error) => finish(error.message));
			});
			if (problem) await shoot('whole run');
			if (!problem && counts) return counts;
			for (const line of otherLines.slice(-10)) print(line);
			print(`Remaining output: ${await saveLog([...otherLines, '', server.log()])}`);
			return {
				passed: counts?.passed ?? 0,
				failed: (counts?.failed ?? 0) + 1,
				problem: problem ?? 'the extension host exited before the tests finished',
			};
		} finally {
			await browser.close();
		}
	} finally {
		await server.dispose();
	}

	/** @param {string[]} lines */
	async function saveLog(lines) {
		const file = inCheckout('out', 'logs', `host-${vscode.version}.log`);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, lines.join('\n'));
		return relative(checkout, file);
	}

	/** @param {string} url @param {HostRunOptions} from */
	function address(url, { extension, suite }) {
		const remote = (/** @type {string} */ path) => `vscode-remote://${new URL(url).host}${path}`;
		const payload = [
			['extensionDevelopmentPath', remote(extension)],
			['extensionTestsPath', remote(suite)],
			['skipWelcome', 'true'],
		];
		return `${url}/?folder=${encodeURIComponent(workspace)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
	}
}

/**
 * @param {import('playwright-core').Page} page
 * @param {(line: string) => void} onLine
 * @param {(code: number) => void} onExit
 */
async function watchHost(page, onLine, onExit) {
	await page.exposeFunction('codeAutomationLog', (/** @type {string} */ _type, /** @type {unknown[]} */ args) => {
		for (const line of args.map(String).join(' ').split('\n')) onLine(line);
	});
	await page.exposeFunction('codeAutomationExit', onExit);
}

/** @param {import('playwright-core').Page} page @param {string} prefix */
function screenshots(page, prefix) {
	return async (/** @type {string} */ title) => {
		const folder = inCheckout('out', 'screenshots');
		const name = `${prefix}-${title}`.replace(/[^\w.]+/g, '-').slice(0, 120);
		await mkdir(folder, { recursive: true });
		// A failed screenshot must not hide the failure of the test.
		await page.screenshot({ path: join(folder, `${name}.png`) }).catch(() => undefined);
	};
}

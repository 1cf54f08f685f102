// Bundles the parts of webviews that stand alone into plain pages, and runs their tests in a headless browser.
import { globSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { findBrowser } from './support/vscode/browser.mjs';
import { checkout, inCheckout } from './support/vscode/checkout.mjs';
import { resultMark } from './support/vscode/marks.mjs';
import { exitWhenInterrupted } from './support/vscode/processes.mjs';
import { runSuite } from './support/vscode/suite.mjs';

exitWhenInterrupted();
const { values } = parseArgs({
	options: { grep: { type: 'string' }, out: { type: 'string', default: inCheckout('out', 'webview') } },
});

await rm(values.out, { recursive: true, force: true });
const common = { absWorkingDir: checkout, bundle: true, sourcemap: 'linked', logLevel: 'warning' };
const pages = globSync('test/webview/*/page/main.ts', { cwd: checkout });
await build({
	...common,
	// A page is named by the folder of what it shows.
	entryPoints: pages.map((file) => ({ in: file, out: basename(dirname(dirname(file))) })),
	outdir: `${values.out}/pages`,
	format: 'iife',
	target: 'chrome138',
});
await build({
	...common,
	entryPoints: globSync('test/webview/**/*.test.ts', { cwd: checkout }),
	outdir: `${values.out}/tests`,
	outbase: 'test/webview',
	platform: 'node',
	format: 'cjs',
	packages: 'external',
});

const { executablePath, args, env } = await findBrowser();
const screenshots = inCheckout('out', 'screenshots');
await mkdir(screenshots, { recursive: true });
process.env['APP_ERRORS_WEBVIEW'] = JSON.stringify({
	pages: `${values.out}/pages`,
	screenshots,
	browser: { executablePath, args, env: { ...process.env, ...env } },
});
const counts = await runSuite({ folder: `${values.out}/tests`, grep: values.grep, timeout: 30_000 });
console.log(resultMark(counts));
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { build } from 'esbuild';
import { bundleOfTests, testFilesIn } from '../../../scripts/testBundles.mjs';
import { findBrowser } from '../../support/vscode/browser.mjs';
import { checkout, inCheckout } from '../../support/vscode/checkout.mjs';

/** @type {import('esbuild').BuildOptions} */
const common = { absWorkingDir: checkout, bundle: true, sourcemap: 'linked', logLevel: 'warning' };

/** @param {string} outdir */
export function bundlePages(outdir) {
	const pages = globSync('test/webview/*/page/main.ts', { cwd: checkout });
	return build({
		...common,
		entryPoints: pages.map((file) => ({ in: file, out: basename(dirname(dirname(file))) })),
		outdir,
		format: 'iife',
		target: 'chrome138',
	});
}

/** @param {string} outfile */
export function bundlePageTests(outfile) {
	return build({ ...bundleOfTests(testFilesIn('test/webview'), outfile), absWorkingDir: checkout });
}

/**
 * @param {string} pattern Glob pattern relative to test/webview.
 * @param {string} outdir
 */
export function bundleForNode(pattern, outdir) {
	return build({
		...common,
		entryPoints: globSync(`test/webview/${pattern}`, { cwd: checkout }),
		outdir,
		outbase: 'test/webview',
		platform: 'node',
		format: 'cjs',
		packages: 'external',
	});
}

/** @param {string} pages */
export async function provideEnvironment(pages) {
	const { executablePath, args, env } = await findBrowser();
	process.env['APP_ERRORS_WEBVIEW'] = JSON.stringify({
		pages,
		screenshots: inCheckout('out', 'screenshots'),
		browser: { executablePath, args, env: { ...process.env, ...env } },
	});
}

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { context, transform } from 'esbuild';
import { minify } from 'terser';
import { nodeTarget, packagedBundles, productBundles, sharedFolder, sharingFiles } from './scripts/bundles.mjs';
import { thirdPartyNotices } from './scripts/notices.mjs';
import { bundledTiers, testBundles } from './scripts/testBundles.mjs';

/**
 * Builds the bundles of App Errors or of its tests.
 *     node esbuild.mjs [--production] [--watch]   builds App Errors to dist/
 *     node esbuild.mjs --tests [tier…]            builds the tests to out/test/
 */
const has = (/** @type {string} */ flag) => process.argv.includes(flag);
const production = has('--production');

const bundles = has('--tests') ? testBundles(namedTiers()) : production ? packagedBundles() : productBundles(false);

// Old files must be deleted, because new files have different names.
if (!has('--tests')) rmSync(sharedFolder, { recursive: true, force: true });

const bundled = new Set();
for (const bundle of bundles) {
	const built = await context({ ...bundle, metafile: true });
	if (has('--watch')) {
		await built.watch();
	} else {
		const { metafile } = await built.rebuild();
		for (const input of Object.keys(metafile.inputs)) {
			if (input.includes('node_modules/')) bundled.add(input);
		}
		await built.dispose();
	}
}

if (production) {
	/** @type {import('esbuild').TransformOptions} */
	const toScript = { target: nodeTarget, format: 'cjs', minify: true, supported: { 'dynamic-import': false } };
	for (const file of sharingFiles()) {
		const { code } = await transform(readFileSync(file, 'utf8'), toScript);
		writeFileSync(file, await compressed(code));
	}
	for (const name of ['engine', 'mcp', 'sample', 'webview/results', 'webview/comparison', 'webview/overview']) {
		writeFileSync(`dist/${name}.js`, await compressed(readFileSync(`dist/${name}.js`, 'utf8')));
	}
}

if (bundled.size > 0) {
	writeFileSync('dist/third-party-notices.txt', thirdPartyNotices(bundled));
}

/** @param {string} script @returns {Promise<string>} */
async function compressed(script) {
	const { code } = await minify(script, { ecma: 2022, toplevel: true, compress: { passes: 2 } });
	if (code === undefined) throw new Error('A bundle could not be compressed');
	return code;
}

function namedTiers() {
	const named = bundledTiers.filter((tier) => process.argv.includes(tier));
	return named.length > 0 ? named : bundledTiers;
}

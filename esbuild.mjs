import { readFileSync, writeFileSync } from 'node:fs';
import { context } from 'esbuild';
import { minify } from 'terser';
import { productBundles } from './scripts/bundles.mjs';
import { thirdPartyNotices } from './scripts/notices.mjs';
import { bundledTiers, testBundles } from './scripts/testBundles.mjs';

/**
 * Builds the bundles of the product or of the tests.
 *     node esbuild.mjs [--production] [--watch]   builds the product to dist/
 *     node esbuild.mjs --tests [tier…]            builds the tests to out/test/
 */
const has = (/** @type {string} */ flag) => process.argv.includes(flag);
const production = has('--production');

const bundles = has('--tests') ? testBundles(namedTiers()) : productBundles(production);

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
	// A second pass makes these two bundles smaller, and some of the others larger.
	for (const name of ['engine', 'product']) await compress(`dist/${name}.js`, 2);
	for (const name of ['cli', 'mcp', 'sample', 'webview/results', 'webview/comparison', 'webview/overview'])
		await compress(`dist/${name}.js`, 1);
}

if (bundled.size > 0) {
	writeFileSync('dist/third-party-notices.txt', thirdPartyNotices(bundled));
}

/** @param {string} file @param {number} passes */
async function compress(file, passes) {
	const { code } = await minify(readFileSync(file, 'utf8'), {
		ecma: 2022,
		toplevel: true,
		compress: { passes },
	});
	if (code === undefined) throw new Error(`${file} could not be compressed`);
	writeFileSync(file, code);
}

function namedTiers() {
	const named = bundledTiers.filter((tier) => process.argv.includes(tier));
	return named.length > 0 ? named : bundledTiers;
}

import { globSync, writeFileSync } from 'node:fs';
import { context } from 'esbuild';
import { forNode, productBundles } from './scripts/bundles.mjs';
import { thirdPartyNotices } from './scripts/notices.mjs';

/**
 * node esbuild.mjs [--production] [--watch]   the product, to dist/
 * node esbuild.mjs --tests                    the tests, to out/test/
 */
const has = (/** @type {string} */ flag) => process.argv.includes(flag);
const production = has('--production');

const bundles = has('--tests')
	? [
			{
				...forNode(production),
				entryPoints: globSync('test/{unit,faults,host,ui,bench}/**/*.ts'),
				outdir: 'out/test',
				outbase: 'test',
				// Left to Node: the runner's own copy of mocha must be the one that the tests see.
				packages: /** @type {const} */ ('external'),
				external: ['vscode'],
			},
		]
	: productBundles(production);

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

if (bundled.size > 0) {
	writeFileSync('dist/third-party-notices.txt', thirdPartyNotices(bundled));
}

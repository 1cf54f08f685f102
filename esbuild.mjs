import { globSync, writeFileSync } from 'node:fs';
import { context } from 'esbuild';
import { thirdPartyNotices } from './scripts/notices.mjs';

/**
 * node esbuild.mjs [--production] [--watch]   the product, to dist/
 * node esbuild.mjs --tests                    the tests, to out/test/
 */
const has = (/** @type {string} */ flag) => process.argv.includes(flag);
const production = has('--production');

/** @type {import('esbuild').BuildOptions} */
const node = {
	bundle: true,
	platform: 'node',
	format: 'cjs',
	target: 'node22.19',
	minify: production,
	sourcemap: production ? false : 'linked',
	legalComments: 'none',
	logLevel: 'warning',
};

/** @type {import('esbuild').BuildOptions} */
const browser = {
	...node,
	platform: 'browser',
	format: 'iife',
	target: 'es2023',
};

/** @type {import('esbuild').BuildOptions[]} */
const bundles = has('--tests')
	? [
			{
				...node,
				entryPoints: globSync('test/{unit,faults,host,ui,bench}/**/*.ts'),
				outdir: 'out/test',
				outbase: 'test',
				// Left to Node: the runner's own copy of mocha must be the one that the tests see.
				packages: 'external',
				external: ['vscode'],
			},
		]
	: [
			{ ...node, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js', external: ['vscode'] },
			{ ...node, entryPoints: ['src/engine/main.ts'], outfile: 'dist/engine.js' },
			{ ...node, entryPoints: ['src/sample/main.ts'], outfile: 'dist/sample.js' },
			// What it imports of CSS lands beside it, in results.css.
			{ ...browser, entryPoints: ['src/webview/results/main.ts'], outfile: 'dist/webview/results.js' },
		];

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

// The bundles of the product: what is built for people is what tests measure.

/**
 * @param {boolean} production
 * @returns {import('esbuild').BuildOptions} What all that runs in Node has in common.
 */
export function forNode(production) {
	return {
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node22.19',
		minify: production,
		sourcemap: production ? false : 'linked',
		legalComments: 'none',
		logLevel: 'warning',
	};
}

/**
 * @param {boolean} production
 * @returns {import('esbuild').BuildOptions[]}
 */
export function productBundles(production) {
	const node = forNode(production);
	/** @type {import('esbuild').BuildOptions} */
	const browser = { ...node, platform: 'browser', format: 'iife', target: 'es2023' };
	return [
		{ ...node, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js', external: ['vscode'] },
		{ ...node, entryPoints: ['src/engine/main.ts'], outfile: 'dist/engine.js' },
		{ ...node, entryPoints: ['src/sample/main.ts'], outfile: 'dist/sample.js' },
		// What it imports of CSS lands beside it, in results.css.
		{ ...browser, entryPoints: ['src/webview/results/main.ts'], outfile: 'dist/webview/results.js' },
	];
}

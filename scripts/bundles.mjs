// The bundles of the product: what is built for people is what tests measure.
import { readFileSync } from 'node:fs';

/** What runs the bundles outside of the editor has to be as new as the Node of the oldest editor. */
export const leastNode = '22.19';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/**
 * @param {boolean} production
 * @returns {import('esbuild').BuildOptions} What all that runs in Node has in common.
 */
export function forNode(production) {
	return {
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: `node${leastNode}`,
		minify: production,
		sourcemap: production ? false : 'linked',
		legalComments: 'none',
		logLevel: 'warning',
	};
}

/**
 * Each file that imports the editor's API would make a copy of it for itself, a getter for each of some 300 names: with
 * 90 files that is most of the memory that the bundle takes, and of the time to load it.
 *
 * @type {import('esbuild').Plugin}
 */
const oneCopyOfTheApi = {
	name: 'one copy of the API',
	setup(build) {
		const namespace = 'api';
		build.onResolve({ filter: /^vscode$/ }, (from) =>
			from.namespace === namespace ? { path: 'vscode', external: true } : { path: 'vscode', namespace },
		);
		build.onLoad({ filter: /^vscode$/, namespace }, () => ({ contents: "export * from 'vscode';" }));
	},
};

/**
 * What is loaded at first use stays a bundle of its own. Its `import()` becomes a `require`: the editor hands its API
 * to what is required. A module that both bundles have is there twice, which is no matter where no module has a state.
 *
 * @type {import('esbuild').Plugin}
 */
const productApart = {
	name: 'the product apart',
	setup(build) {
		build.onResolve({ filter: /^\.\/product\.js$/ }, ({ path }) => ({ path, external: true }));
	},
};

/**
 * What speaks to agents is loaded when there is one, as a bundle of its own.
 *
 * @type {import('esbuild').Plugin}
 */
const agentsApart = {
	name: 'agents apart',
	setup(build) {
		build.onResolve({ filter: /^\.\.\/mcp\.js$/ }, () => ({ path: './mcp.js', external: true }));
	},
};

/**
 * The SDK would bring a validator of JSON Schema that is as large as all the rest of it. The one thing that it would be
 * for, what a person answers, is a boolean that is looked at as it is.
 *
 * @type {import('esbuild').Plugin}
 */
const withoutValidator = {
	name: 'without a validator',
	setup(build) {
		build.onLoad({ filter: /[\\/]sdk[\\/]dist[\\/]esm[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
			contents: 'export class AjvJsonSchemaValidator {}',
		}));
	},
};

/**
 * Outside of the editor its words are made as in it. They are the words of the sources: English.
 *
 * @type {import('esbuild').Plugin}
 */
const wordsWithoutEditor = {
	name: 'words without the editor',
	setup(build) {
		build.onResolve({ filter: /^vscode$/ }, () => ({ path: 'vscode', namespace: 'words' }));
		build.onLoad({ filter: /^vscode$/, namespace: 'words' }, () => ({
			contents: "export * as l10n from '@vscode/l10n'; export const env = { language: 'en' };",
			resolveDir: '.',
		}));
	},
};

/**
 * @param {boolean} production
 * @returns {import('esbuild').BuildOptions[]}
 */
export function productBundles(production) {
	const node = forNode(production);
	/** @type {import('esbuild').BuildOptions} */
	const browser = { ...node, platform: 'browser', format: 'iife', target: 'es2023' };
	return [
		{
			...node,
			entryPoints: ['src/extension.ts'],
			outfile: 'dist/extension.js',
			plugins: [oneCopyOfTheApi, productApart],
			supported: { 'dynamic-import': false },
		},
		{ ...node, entryPoints: ['src/product.ts'], outfile: 'dist/product.js', plugins: [oneCopyOfTheApi] },
		{ ...node, entryPoints: ['src/engine/main.ts'], outfile: 'dist/engine.js' },
		{ ...node, entryPoints: ['src/sample/main.ts'], outfile: 'dist/sample.js' },
		{
			...node,
			entryPoints: ['src/cli/main.ts'],
			outfile: 'dist/cli.js',
			banner: { js: '#!/usr/bin/env node' },
			plugins: [wordsWithoutEditor, agentsApart],
			supported: { 'dynamic-import': false },
			define: { packageVersion: JSON.stringify(version), leastNode: JSON.stringify(leastNode) },
		},
		{
			...node,
			entryPoints: ['src/cli/mcp.ts'],
			outfile: 'dist/mcp.js',
			plugins: [withoutValidator],
		},
		// What they import of CSS lands beside them, in results.css and comparison.css.
		{ ...browser, entryPoints: ['src/webview/results/main.ts'], outfile: 'dist/webview/results.js' },
		{ ...browser, entryPoints: ['src/webview/comparison/main.ts'], outfile: 'dist/webview/comparison.js' },
	];
}

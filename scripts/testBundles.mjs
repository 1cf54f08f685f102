// Build options for the test bundles. Each tier is one bundle, so that shared modules are compiled only once.
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { forNode } from './bundles.mjs';

export const bundledTiers = /** @type {const} */ (['unit', 'faults', 'host', 'ui']);

/** @typedef {typeof bundledTiers[number]} BundledTier */

const programs = {
	unit: [
		'test/unit/engine/support/measuredEngine.ts',
		'test/unit/core/locks/support/lockHolder.ts',
		'test/unit/core/locks/support/lockRacer.ts',
	],
	faults: globSync('test/faults/programs/*.ts'),
	host: ['test/host/index.ts'],
	ui: [],
};

/** @param {string} folder */
export function testFilesIn(folder) {
	return globSync(`${folder}/**/*.test.ts`)
		.map((file) => file.replaceAll('\\', '/'))
		.sort();
}

/** @param {readonly BundledTier[]} tiers @returns {import('esbuild').BuildOptions[]} */
export function testBundles(tiers) {
	const common = testOptions();
	return tiers.flatMap((tier) => [
		bundleOfTests(testFilesIn(`test/${tier}`), `out/test/${tier}/tests.js`),
		...(programs[tier].length > 0
			? [{ ...common, entryPoints: programs[tier], outdir: 'out/test', outbase: 'test' }]
			: []),
	]);
}

// Creates a bundle that exports `files`, an object with a function for loading each test file.
/** @param {readonly string[]} files @param {string} outfile @returns {import('esbuild').BuildOptions} */
export function bundleOfTests(files, outfile) {
	const entries = files.map((file) => `${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)}),`);
	return {
		...testOptions(),
		stdin: { contents: `exports.files = {\n${entries.join('\n')}\n};`, resolveDir: resolve('.'), loader: 'js' },
		outfile,
	};
}

function testOptions() {
	return {
		...forNode(false),
		// Packages are not bundled, so that tests and the runner use the same copy of Mocha.
		packages: /** @type {const} */ ('external'),
		external: ['vscode'],
	};
}

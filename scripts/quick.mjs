// Runs only the unit tests that a change can break, which takes seconds. Accepts `--grep pattern`.
//     node scripts/quick.mjs [--since HEAD]   tests that import a file changed since the revision
//     node scripts/quick.mjs core/plan …      tests of folders or files
// Excludes performance tests, and command-line tests unless `src/cli` changed.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { inCheckout } from '../test/support/vscode/checkout.mjs';
import { chosenTests } from '../test/support/vscode/chosenTests.mjs';
import { runSuite } from '../test/support/vscode/suite.mjs';
import { productBundles } from './bundles.mjs';
import { bundleOfTests, testBundles, testFilesIn } from './testBundles.mjs';

const commandLineSupport = /^test\/support\/cli\//;

/** Tests that run after every change, because any change can break them. */
const houseTests = [
	'documentation',
	'heldFolders',
	'layering',
	'manifest',
	'messages',
	'names',
	'readme',
	'recipes',
	'titles',
	'wording',
];

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { grep: { type: 'string' }, since: { type: 'string', default: 'HEAD' } },
});

process.chdir(inCheckout());
const all = testFilesIn('test/unit');
const chosen = positionals.length > 0 ? testsOfFolders(positionals) : await testsOfChange(values.since);
if (chosen.length === 0) {
	console.log(
		positionals.length > 0 ? `No unit tests for ${positionals.join(', ')}` : `No changes since ${values.since}`,
	);
	process.exit(positionals.length > 0 ? 1 : 0);
}
if (chosen.some((file) => readFileSync(file, 'utf8').match(/support\/cli\/|'dist'/))) {
	await Promise.all(productBundles(false).map((bundle) => build(bundle)));
}
const outfile = inCheckout('out', 'test', 'quick', 'tests.js');
const programs = testBundles(['unit']).slice(1);
await Promise.all([bundleOfTests(chosen, outfile), ...programs].map((bundle) => build(bundle)));
const counts = await runSuite({
	bundle: outfile,
	...chosenTests({ grep: values.grep, measured: false }),
});
console.log(`${counts.passed} passed, ${counts.failed} failed, in ${chosen.length} of ${all.length} files`);
process.exit(counts.failed > 0 ? 1 : 0);

/** @param {readonly string[]} folders Folders below `src` or `test/unit`, or test files. */
function testsOfFolders(folders) {
	const wanted = folders.map((folder) => folder.replace(/^\.\/|\/$/g, '').replace(/^(?:src|test\/unit)\//, ''));
	return all.filter((file) =>
		wanted.some((folder) => `${file}/`.startsWith(`test/unit/${folder}/`) || isTestOf(file, folder)),
	);
}

/** @param {string} file @param {string} source Path without its root folder. */
function isTestOf(file, source) {
	return file === `test/unit/${source.replace(/(?:\.test)?\.ts$/, '')}.test.ts`;
}

/** @param {string} revision */
async function testsOfChange(revision) {
	const git = (/** @type {string[]} */ ...args) =>
		execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
	const changed = new Set([
		...git('diff', '--name-only', '--relative', revision),
		...git('ls-files', '--others', '--exclude-standard'),
	]);
	if (changed.size === 0) return [];
	const { metafile } = await build({ ...bundleOfTests(all, 'out/unused.js'), write: false, metafile: true });
	/** @type {Map<string, string[]>} */
	const importers = new Map();
	const link = (/** @type {string} */ from, /** @type {string} */ to) =>
		importers.set(to, [...(importers.get(to) ?? []), from]);
	for (const [file, { imports }] of Object.entries(metafile.inputs)) {
		for (const { path } of imports) link(file, path);
		if (commandLineSupport.test(file))
			for (const source of globSync('src/cli/**/*.ts')) link(file, source.replaceAll('\\', '/'));
	}
	const reached = new Set(changed);
	for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
	const house = houseTests.map((name) => `test/unit/house/${name}.test.ts`).filter((file) => existsSync(file));
	return all.filter((file) => reached.has(file) || house.includes(file));
}

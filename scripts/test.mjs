// Everything that must pass; the last line counts over all of it.
import { rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { findBrowser } from '../test/support/vscode/browser.mjs';
import { checkout, inCheckout } from '../test/support/vscode/checkout.mjs';
import { installVsCode, ownNode } from '../test/support/vscode/install.mjs';
import { npm } from '../test/support/vscode/npm.mjs';
import { exitWhenInterrupted, runProcess } from '../test/support/vscode/processes.mjs';
import { runRunner } from '../test/support/vscode/runner.mjs';
import { unitParts } from '../test/support/vscode/unitParts.mjs';
import { versions } from '../test/support/vscode/versions.mjs';
import { runTiers } from './tiers.mjs';

/** @typedef {import('./tiers.mjs').Counts} Counts */
/** @typedef {import('./tiers.mjs').Print} Print */

exitWhenInterrupted();
const require = createRequire(import.meta.url);
/** @type {{ scripts: Record<string, string> }} */
const { scripts } = require(inCheckout('package.json'));

/** People wait for it, and every window loads it. */
const maxPackageBytes = 1_000_000;

/** Even those that wait for an editor or a service keep a core busy, with what they draw: more only take each other's time. */
const width = Math.min(3, availableParallelism());

// Mostly waiting for the network, so it goes on beside the first tiers. What it says comes when it is waited for.
/** @type {string[]} */
const installLines = [];
const say = (/** @type {string} */ line) => installLines.push(line);
const browser = findBrowser(say);
const editors = Promise.all([browser, installVsCode('newest', say), installVsCode('floor', say)]);
for (const installed of [browser, editors]) installed.catch(() => undefined);

const outcomes = [
	...(await runTiers(
		[
			[{ title: 'Package and bundles', run: build }],
			[
				{ title: 'Types', run: (print) => check(print, 'typescript', ...wordsOf('check:types')) },
				// Biome paints for a CI machine too, whose log shows the codes.
				{
					title: 'Lint and format',
					run: (print) => check(print, '@biomejs/biome', ...wordsOf('check:lint'), '--colors=off'),
				},
			],
		],
		width,
	)),
	...(await runTiers(
		[
			// What takes longest comes first, so that all lanes end together.
			[
				{
					title: 'The package, as a person uses it',
					run: (print) => when(editors, print, 'test/run-ui.mjs', 'newest'),
				},
			],
			[{ title: 'Webview', run: (print) => when(browser, print, 'test/run-webview.mjs') }],
			...[versionTier('newest', 'the newest'), versionTier('floor', 'the oldest supported')].map((tier) => [tier]),
			[{ title: 'Faults, shortened', run: (print) => runRunner(print, 'test/run-faults.mjs', '--short') }],
			...unitParts.map((part) => [
				{
					title: `Unit, ${part}`,
					run: (/** @type {Print} */ print) => runRunner(print, 'test/run-unit.mjs', '--part', part),
				},
			]),
		],
		width,
	)),
];

const retried = outcomes.flatMap((outcome) => outcome.retried);
if (retried.length > 0) console.log(`\n=== Tests that were tried again\n${retried.join('\n')}`);
const failures = outcomes.flatMap((outcome) => outcome.failures);
if (failures.length > 0) console.log(`\n=== Failed tests\n${failures.join('\n')}`);
const summary = outcomes.map(({ title, seconds, passed, failed }) => {
	const time = seconds.toFixed(1).padStart(6);
	return `${failed > 0 ? '✖' : '✔'} ${time} s  ${String(passed).padStart(5)} passed  ${title}`;
});
console.log(`\n${summary.join('\n')}\n`);
const { passed, failed } = sumOf(outcomes);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/**
 * The suite inside one version of the editor.
 *
 * @param {import('../test/support/vscode/versions.mjs').VersionName} name
 * @param {string} which
 */
function versionTier(name, which) {
	const title = `VS Code ${versions[name].vscode}, ${which}`;
	return { title, run: (/** @type {Print} */ print) => when(editors, print, 'test/run-host.mjs', name) };
}

/**
 * What `npm run` runs by a name, so that both say the same.
 *
 * @param {string} name
 */
function wordsOf(name) {
	const [command = '', ...args] = scripts[name]?.split(' ') ?? [];
	return /** @type {const} */ ([command, ...args]);
}

/**
 * One command of a package, or one script of ours, that passes or fails as a whole.
 *
 * @param {Print} print
 * @param {string} dependency
 * @param {string} command
 * @param {...string} args
 * @returns {Promise<Counts>}
 */
async function check(print, dependency, command, ...args) {
	const script = dependency ? commandOf(dependency, command) : inCheckout(command);
	const code = await runProcess(ownNode(), [script, ...args], { cwd: checkout, onLine: print });
	if (code !== 0) print(`${[command, ...args].join(' ')}: exit code ${code}`);
	return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
}

/**
 * The script behind a command that a dependency brings.
 *
 * @param {string} dependency
 * @param {string} command
 */
function commandOf(dependency, command) {
	const manifest = inCheckout('node_modules', dependency, 'package.json');
	const { bin } = require(manifest);
	return join(dirname(manifest), typeof bin === 'string' ? bin : bin[command]);
}

/**
 * A suite that needs what is being installed.
 *
 * @param {Promise<unknown>} installed
 * @param {Print} print
 * @param {string} script
 * @param {...string} args
 */
async function when(installed, print, script, ...args) {
	await installed.finally(() => {
		for (const line of installLines.splice(0)) print(line);
	});
	return runRunner(print, script, ...args);
}

/**
 * The package before the bundles, which take its place in dist/ for the tests that follow.
 *
 * @param {Print} print
 */
async function build(print) {
	const packed = await pack(print).catch((error) => {
		print(error.message);
		return { passed: 0, failed: 1 };
	});
	// A test that was removed must not run again from its old bundle.
	await rm(inCheckout('out', 'test'), { recursive: true, force: true });
	return sumOf([packed, await check(print, '', 'esbuild.mjs'), await check(print, '', 'esbuild.mjs', '--tests')]);
}

/**
 * @param {Print} print
 * @returns {Promise<Counts>}
 */
async function pack(print) {
	// Nor may an old package pass for a new one that could not be made.
	await rm(inCheckout('dist', 'app-errors.vsix'), { force: true });
	await npm(['run', 'package'], checkout);
	const { size } = await stat(inCheckout('dist', 'app-errors.vsix'));
	print(`${size} bytes, of ${maxPackageBytes}`);
	return size <= maxPackageBytes ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** @param {readonly Counts[]} all */
function sumOf(all) {
	const sum = { passed: 0, failed: 0 };
	for (const { passed, failed } of all) {
		sum.passed += passed;
		sum.failed += failed;
	}
	return sum;
}

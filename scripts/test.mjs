// Runs the checks and tests that a change must pass. The last line of the output counts all tests.
//     node scripts/test.mjs           runs the short loop
//     node scripts/test.mjs --rest    runs what the short loop excludes
//     node scripts/test.mjs --whole   runs both
import { rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser } from '../test/support/vscode/browser.mjs';
import { checkout, inCheckout } from '../test/support/vscode/checkout.mjs';
import { installVsCode, ownNode } from '../test/support/vscode/install.mjs';
import { longTests } from '../test/support/vscode/longTests.mjs';
import { npm } from '../test/support/vscode/npm.mjs';
import { hostParts, longUnitParts, pageParts, uiParts, unitParts } from '../test/support/vscode/parts.mjs';
import { exitWhenInterrupted, runProcess } from '../test/support/vscode/processes.mjs';
import { runRunner, runUnitTests } from '../test/support/vscode/runner.mjs';
import { smokeTests } from '../test/support/vscode/smokeTests.mjs';
import { versions } from '../test/support/vscode/versions.mjs';
import { maxPackageBytes } from './releaseRules.mjs';
import { runTiers } from './tiers.mjs';

/** @typedef {import('./tiers.mjs').Counts} Counts */
/** @typedef {import('./tiers.mjs').Print} Print */
/** @typedef {import('./tiers.mjs').Tier} Tier */

exitWhenInterrupted();
const { values } = parseArgs({ options: { rest: { type: 'boolean' }, whole: { type: 'boolean' } } });
const require = createRequire(import.meta.url);
/** @type {{ scripts: Record<string, string> }} */
const { scripts } = require(inCheckout('package.json'));

/** Maximum number of retries in a successful run. Each retry indicates a defect in the test or in App Errors. */
const maxRetried = 5;

/** Number of tiers that run concurrently. Each tier has several processes, so more tiers would slow each other down. */
const width = availableParallelism();

/** @type {string[]} */
const installLines = [];
const say = (/** @type {string} */ line) => installLines.push(line);
const browser = findBrowser(say);
const editors = Promise.all([
	browser,
	installVsCode('newest', say),
	...(values.rest || values.whole ? [installVsCode('floor', say)] : []),
]);
for (const installed of [browser, editors]) installed.catch(() => undefined);

/** @type {Tier[]} */
const checks = [
	{ title: 'Types', run: (print) => check(print, 'typescript', ...wordsOf('check:types')) },
	// Without `--colors=off`, Biome writes color codes to the log in CI.
	{
		title: 'Lint and format',
		run: (print) => check(print, '@biomejs/biome', ...wordsOf('check:lint'), '--colors=off'),
	},
	{ title: 'Declared commands', run: (print) => check(print, '', 'scripts/manifest.mjs', '--check') },
	{ title: 'Collected strings', run: (print) => check(print, '', 'scripts/l10n.mjs', '--check') },
];

// The longest tiers are first, so that all cores finish at about the same time.
/** @type {Tier[][]} */
const short = [
	...hostParts.map((part) => [
		{
			title: `VS Code ${versions.newest.vscode}, ${part}`,
			run: (/** @type {Print} */ print) => host(print, 'newest', '--part', part, '--unmeasured', '--short'),
		},
	]),
	...pageParts.map((part) => [
		{
			title: `Webview, ${part}`,
			run: (/** @type {Print} */ print) => webview(print, '--part', part, '--unmeasured', '--short'),
		},
	]),
	...unitParts.map((part) => [
		{
			title: `Unit, ${part}`,
			run: (/** @type {Print} */ print, /** @type {number} */ slot) =>
				runUnitTests(print, slot, '--part', part, '--short'),
		},
	]),
	[
		{
			title: 'Smoke test of the package',
			run: (print) => when(editors, print, 'test/run-ui.mjs', 'newest', ...only(smokeTests)),
		},
	],
];

/** @type {Tier[][]} */
const rest = [
	[{ title: 'Faults', run: (print) => runRunner(print, 'test/run-faults.mjs') }],
	...uiParts.map((part) => [
		{
			title: `The package, as a user uses it, ${part}`,
			run: (/** @type {Print} */ print) => when(editors, print, 'test/run-ui.mjs', 'newest', '--part', part, '--whole'),
		},
	]),
	[
		{
			title: `VS Code ${versions.floor.vscode}, the oldest supported`,
			run: (print) => host(print, 'floor', '--api', '--unmeasured'),
		},
	],
	[
		{
			title: `VS Code ${versions.newest.vscode}, long tests`,
			run: (print) => host(print, 'newest', '--unmeasured', '--long'),
		},
	],
	...longUnitParts.map((part) => [
		{
			title: `Unit, long tests, ${part}`,
			run: (/** @type {Print} */ print, /** @type {number} */ slot) =>
				runUnitTests(print, slot, '--part', part, '--long'),
		},
	]),
	[
		{
			title: 'Webview, every theme and size',
			run: (print) => webview(print, '--whole', '--unmeasured', ...only(['results/everyState', ...longTests.webview])),
		},
	],
];

// Measurements run one after another, because other processes would distort them.
/** @type {Tier[]} */
const measurements = [
	{ title: 'Measured, unit', run: (print) => runRunner(print, 'test/run-unit.mjs', '--measured') },
	{ title: 'Measured, webview', run: (print) => webview(print, '--measured') },
	{ title: 'Measured, host', run: (print) => host(print, 'newest', '--measured') },
];

const outcomes = [
	...(await runTiers([[{ title: 'Package and bundles', run: build }], ...(values.rest ? [] : [checks])], 2)),
	...(await runTiers([...(values.rest || values.whole ? rest : []), ...(values.rest ? [] : short)], width)),
	...(await runTiers(values.rest || values.whole ? [measurements] : [], 1)),
];

const skipped = outcomes.flatMap((outcome) => outcome.skipped);
if (skipped.length > 0) console.log(`\n=== Skipped tests\n${skipped.join('\n')}`);
const retried = outcomes.flatMap((outcome) => outcome.retried);
if (retried.length > 0) console.log(`\n=== Retried tests (at most ${maxRetried} are allowed)\n${retried.join('\n')}`);
const tooManyRetries =
	retried.length > maxRetried ? [`${retried.length} tests were retried, but at most ${maxRetried} are allowed`] : [];
const failures = [...outcomes.flatMap((outcome) => outcome.failures), ...tooManyRetries];
if (failures.length > 0) console.log(`\n=== Failed tests\n${failures.join('\n')}`);
const summary = outcomes.map(({ title, seconds, passed, failed }) => {
	const time = seconds.toFixed(1).padStart(6);
	return `${failed > 0 ? '✖' : '✔'} ${time} s  ${String(passed).padStart(5)} passed  ${title}`;
});
console.log(`\n${summary.join('\n')}\n${(performance.now() / 1000).toFixed(0)} s in total\n`);
const { passed, failed } = sumOf([...outcomes, { passed: 0, failed: tooManyRetries.length }]);
console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exit(failed > 0 ? 1 : 0);

/**
 * @param {Print} print
 * @param {import('../test/support/vscode/versions.mjs').VersionName} version
 * @param {...string} args
 */
function host(print, version, ...args) {
	return when(editors, print, 'test/run-host.mjs', version, ...args);
}

/** @param {Print} print @param {...string} args */
function webview(print, ...args) {
	return when(browser, print, 'test/run-webview.mjs', '--built', ...args);
}

/** @param {readonly string[]} files */
function only(files) {
	return files.flatMap((file) => ['--file', file]);
}

/** @param {string} name */
function wordsOf(name) {
	const [command = '', ...args] = scripts[name]?.split(' ') ?? [];
	return /** @type {const} */ ([command, ...args]);
}

/**
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

/** @param {string} dependency @param {string} command */
function commandOf(dependency, command) {
	const manifest = inCheckout('node_modules', dependency, 'package.json');
	const { bin } = require(manifest);
	return join(dirname(manifest), typeof bin === 'string' ? bin : bin[command]);
}

/**
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

// The package is built first, because the test bundles replace its files in dist/.
/** @param {Print} print */
async function build(print) {
	const packed = await pack(print).catch((error) => {
		print(error.message);
		return { passed: 0, failed: 1 };
	});
	// Old bundles are deleted, because they may contain tests that no longer exist.
	await rm(inCheckout('out', 'test'), { recursive: true, force: true });
	return sumOf([
		packed,
		await check(print, '', 'esbuild.mjs'),
		await check(print, '', 'esbuild.mjs', '--tests'),
		await check(print, '', 'test/run-webview.mjs', '--build-only'),
	]);
}

/** @param {Print} print @returns {Promise<Counts>} */
async function pack(print) {
	// The old package is deleted. Otherwise, it would be mistaken for a new package if packaging fails.
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

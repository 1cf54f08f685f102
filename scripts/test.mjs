// Everything that must pass. A tier that fails does not hide the next; the last line counts over all of them.
import { rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findBrowser } from '../test/support/vscode/browser.mjs';
import { checkout, inCheckout } from '../test/support/vscode/checkout.mjs';
import { installVsCode, ownNode } from '../test/support/vscode/install.mjs';
import { markIn } from '../test/support/vscode/marks.mjs';
import { npm } from '../test/support/vscode/npm.mjs';
import { exitWhenInterrupted, runProcess } from '../test/support/vscode/processes.mjs';
import { versions } from '../test/support/vscode/versions.mjs';

/** @typedef {import('../test/support/vscode/suite.mjs').Counts} Counts */
/** @typedef {{ title: string, run: () => Promise<Counts> }} Tier */

exitWhenInterrupted();
const require = createRequire(import.meta.url);
/** @type {{ scripts: Record<string, string> }} */
const { scripts } = require(inCheckout('package.json'));

/** People wait for it, and every window loads it. */
const mostPackageBytes = 1_000_000;

// Biome paints for a CI machine too, whose log shows the codes.
const plain = process.stdout.isTTY ? [] : ['--colors=off'];

// Mostly waiting for the network, so it goes on beside the first tiers. What it says comes when it is waited for.
/** @type {string[]} */
const installLines = [];
const say = (/** @type {string} */ line) => installLines.push(line);
const installed = Promise.all([installVsCode('newest', say), installVsCode('floor', say), findBrowser(say)]);
installed.catch(() => undefined);

/** @type {Tier[]} */
const tiers = [
	{ title: 'Types', run: () => check('typescript', ...wordsOf('check:types')) },
	{ title: 'Lint and format', run: () => check('@biomejs/biome', ...wordsOf('check:lint'), ...plain) },
	{ title: 'Bundles', run: bundle },
	{ title: 'Unit', run: () => suite('test/run-unit.mjs') },
	{ title: 'Faults, shortened', run: () => suite('test/run-faults.mjs', '--short') },
	{ title: 'Webview', run: () => whenInstalled('test/run-webview.mjs') },
	{ title: `VS Code ${versions.newest.vscode}, the newest`, run: () => whenInstalled('test/run-host.mjs', 'newest') },
	{
		title: `VS Code ${versions.floor.vscode}, the oldest supported`,
		run: () => whenInstalled('test/run-host.mjs', 'floor'),
	},
	{ title: 'Package', run: pack },
	{ title: 'The package, as a person uses it', run: () => whenInstalled('test/run-ui.mjs', 'newest') },
];

const total = { passed: 0, failed: 0 };
const summary = [];
/** @type {string[]} */
const failures = [];
for (const { title, run } of tiers) {
	console.log(`\n=== ${title}`);
	const started = Date.now();
	const counts = await run().catch((error) => {
		console.log(error.message);
		return { passed: 0, failed: 1 };
	});
	if (counts.passed + counts.failed === 0) {
		console.log('No test ran.');
		counts.failed = 1;
	}
	total.passed += counts.passed;
	total.failed += counts.failed;
	const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6);
	summary.push(`${counts.failed > 0 ? '✖' : '✔'} ${seconds} s  ${String(counts.passed).padStart(5)} passed  ${title}`);
}
if (failures.length > 0) console.log(`\n=== Failed tests\n${failures.join('\n')}`);
console.log(`\n${summary.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

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
 * @param {string} dependency
 * @param {string} command
 * @param {...string} args
 * @returns {Promise<Counts>}
 */
async function check(dependency, command, ...args) {
	const script = dependency ? commandOf(dependency, command) : inCheckout(command);
	const code = await runProcess(ownNode(), [script, ...args], { cwd: checkout });
	if (code !== 0) console.log(`${[command, ...args].join(' ')}: exit code ${code}`);
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
 * @param {(() => Promise<Counts>)[]} checks
 * @returns {Promise<Counts>}
 */
async function all(checks) {
	const sum = { passed: 0, failed: 0 };
	for (const one of checks) {
		const { passed, failed } = await one();
		sum.passed += passed;
		sum.failed += failed;
	}
	return sum;
}

/**
 * A test runner of ours, which says its counts in a line of its own.
 *
 * @param {string} script
 * @param {...string} args
 * @returns {Promise<Counts>}
 */
async function suite(script, ...args) {
	const counts = { passed: 0, failed: 0 };
	const code = await runProcess(ownNode(), [inCheckout(script), ...args], {
		cwd: checkout,
		hasGroups: true,
		onLine: (line) => {
			const mark = markIn(line);
			if (mark?.kind === 'result') Object.assign(counts, { passed: mark.passed, failed: mark.failed });
			else console.log(line);
			if (/^\s*✖ /.test(line)) failures.push(`${script} ${args.join(' ')}: ${line.trim()}`);
		},
	});
	if (code !== 0 && counts.failed === 0) {
		console.log(`${script}: exit code ${code}`);
		counts.failed = 1;
	}
	return counts;
}

/** @param {string} script @param {...string} args */
async function whenInstalled(script, ...args) {
	await installed.finally(() => {
		for (const line of installLines.splice(0)) console.log(line);
	});
	return suite(script, ...args);
}

/** @returns {Promise<Counts>} */
async function bundle() {
	// A test that was removed must not run again from its old bundle.
	await rm(inCheckout('out', 'test'), { recursive: true, force: true });
	return all([() => check('', 'esbuild.mjs'), () => check('', 'esbuild.mjs', '--tests')]);
}

/** @returns {Promise<Counts>} */
async function pack() {
	// Nor may an old package pass for a new one that could not be made.
	await rm(inCheckout('dist', 'app-errors.vsix'), { force: true });
	await npm(['run', 'package'], checkout);
	const { size } = await stat(inCheckout('dist', 'app-errors.vsix'));
	console.log(`${size} bytes, of ${mostPackageBytes}`);
	return size <= mostPackageBytes ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

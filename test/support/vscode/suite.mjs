import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { failTestsByTheirHooks } from './hooks.mjs';

/** A test that takes so long never ends, on a slow machine either (ms). Those that measure time do so themselves. */
const hanging = 120_000;

/**
 * Of a test in an editor or a browser, which do some things when they find the time: a click can get lost in a window that
 * is being drawn. A fault of ours shows twice.
 */
export const windowRetries = 1;

/**
 * @typedef {object} SuiteOptions
 * @property {string} folder compiled tests, `*.test.js`, at any depth
 * @property {(path: string, index: number) => boolean} [accepts] which of the files, in the order of their names
 * @property {string | undefined} [grep]
 * @property {boolean | undefined} [measured] whether those tests run that measure, or all others; without it all do
 * @property {number} [retries] of a test that fails; none by default, and some tests say their own
 * @property {(line: string) => void} [print]
 * @property {(title: string) => void} [onTest] told the full title of each test that begins
 * @property {(title: string) => void} [onFail] told the full title of a test right when it fails
 *
 * @typedef {{ passed: number, failed: number }} Counts
 */

/**
 * One mocha run with one line per test, the same in plain Node and in an extension host.
 *
 * @param {SuiteOptions} options
 * @returns {Promise<Counts>}
 */
export async function runSuite({
	folder,
	accepts = () => true,
	grep,
	measured,
	retries = 0,
	print = console.log,
	onTest,
	onFail,
}) {
	// A static import, bundled to CommonJS, gives the class on Node 24 and the namespace on Node 22.
	const { default: Mocha } = await import('mocha');
	/** @type {import('mocha').MochaOptions & { failHookAffectedTests: boolean }} */
	const options = {
		ui: 'bdd',
		timeout: hanging,
		retries,
		reporter: lineReporter(print, Mocha),
		forbidOnly: Boolean(process.env['CI']),
		failHookAffectedTests: true,
	};
	const mocha = new Mocha(options);
	if (grep) mocha.grep(grep);
	for (const file of testFiles(folder).filter(accepts)) mocha.addFile(file);

	const passed = new Set();
	const failed = new Set();
	await new Promise((resolve) => {
		const runner = mocha.run(resolve);
		runner.once('start', () => {
			if (measured !== undefined) keepTests(runner.suite, (test) => isMeasured(test) === measured);
			failTestsByTheirHooks(runner);
		});
		runner.on('pass', (test) => passed.add(test));
		// A test that has passed may fail by what comes after it, and one that failed once more.
		runner.on('fail', (test) => failed.add(test) && passed.delete(test));
		runner.on('test', (test) => onTest?.(test.fullTitle()));
		runner.on('fail', (test) => onFail?.(test.fullTitle()));
	});
	return { passed: passed.size, failed: failed.size };
}

/**
 * As `measured.ts` marks them.
 *
 * @param {import('mocha').Test} test
 */
const isMeasured = (test) => 'isMeasured' in test;

/**
 * @param {import('mocha').Suite} suite
 * @param {(test: import('mocha').Test) => boolean} isKept
 */
function keepTests(suite, isKept) {
	suite.tests = suite.tests.filter(isKept);
	for (const inner of suite.suites) keepTests(inner, isKept);
}

/** @param {string} folder */
function testFiles(folder) {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.test.js'))
		.sort()
		.map((file) => join(folder, file));
}

/**
 * @param {(line: string) => void} print
 * @param {typeof import('mocha')} Mocha
 */
function lineReporter(print, Mocha) {
	const { Base } = Mocha.reporters;
	const { generateDiff } = Base;
	// Left out of the types.
	const { showDiff } = /** @type {typeof Base & { showDiff: (error: unknown) => boolean }} */ (Base);
	return class extends Base {
		/** @param {import('mocha').Runner} runner */
		constructor(runner) {
			super(runner);
			runner.on('suite', (suite) => {
				if (suite.title) print(`${indent(suite)}${suite.title}`);
			});
			runner.on('pass', (test) => print(`${indent(test)}✔ ${test.title}${slowness(test)}`));
			runner.on('retry', (test, error) =>
				print(`${indent(test)}↻ ${test.title}: ${`${error?.message}`.split('\n')[0]}`),
			);
			runner.on('pending', (test) => print(`${indent(test)}- ${test.title}`));
			runner.on('fail', (test, error) => {
				print(`${indent(test)}✖ ${test.title}`);
				for (const line of sourceStack(error).split('\n')) print(`${indent(test)}  ${line}`);
				if (showDiff(error) && !tellsDifference(error))
					for (const line of generateDiff(side(error.actual), side(error.expected)).split('\n')) print(line);
			});
		}
	};
}

/** @param {import('mocha').Suite | import('mocha').Runnable} node */
const indent = (node) => '  '.repeat(node.titlePath().length);

/** @param {import('mocha').Test} test */
const slowness = ({ duration = 0 }) => (duration >= 200 ? ` (${duration} ms)` : '');

/** @param {unknown} value of one side of a difference */
const side = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** Node's own assertions carry the difference in their message. @param {unknown} error */
const tellsDifference = (error) => /** @type {NodeJS.ErrnoException} */ (error).code === 'ERR_ASSERTION';

/**
 * The stack with places in the sources. Node does this itself, but not inside an extension host, which formats stacks in
 * its own way; and it would keep the maps of all bundles in memory, which makes each collection of garbage slow.
 *
 * @param {Error | undefined} error
 */
function sourceStack(error) {
	return stripVTControlCharacters(`${error?.stack ?? error}`).replace(
		/([^\s(]+\.js):(\d+):(\d+)/g,
		(place, file, line, column) => {
			const origin = sourceMapOf(file)?.findOrigin(Number(line), Number(column));
			return origin && 'fileName' in origin
				? `${origin.fileName.replace(/^file:\/\//, '')}:${origin.lineNumber}:${origin.columnNumber}`
				: place;
		},
	);
}

/**
 * As the bundler writes it beside each bundle.
 *
 * @param {string} file path or address
 */
function sourceMapOf(file) {
	const path = file.startsWith('file://') ? fileURLToPath(file) : file;
	const map = `${path}.map`;
	if (!existsSync(map)) return undefined;
	const payload = JSON.parse(readFileSync(map, 'utf8'));
	const sources = payload.sources.map((/** @type {string} */ source) => resolve(dirname(path), source));
	return new SourceMap({ ...payload, sources });
}

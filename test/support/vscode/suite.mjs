import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { failTestsByTheirHooks } from './hooks.mjs';
import { recordTimes } from './times.mjs';

/** Timeout in milliseconds after which a test is considered to hang. Performance tests have their own limits. */
const hanging = 200_000;

/**
 * Number of retries for tests in an editor or a browser, whose timing varies. For example, a click can be lost if the
 * window is redrawn.
 */
export const windowRetries = 1;

/**
 * @typedef {object} SuiteOptions
 * @property {string} [bundle] Module that exports `files`, an object with a loader function for each test file.
 * @property {string} [folder] Folder of compiled tests, `*.test.js`, at any depth.
 * @property {(path: string, index: number) => boolean} [accepts] Selects test files by path and alphabetical index.
 * @property {string | undefined} [grep]
 * @property {(test: import('mocha').Test) => boolean} [acceptsTest]
 * @property {number} [retries] Number of retries of a failed test, unless the test sets its own. The default is 0.
 * @property {(line: string) => void} [print]
 * @property {(title: string) => void} [onTest] Called with the full title of each test when it starts.
 * @property {(title: string) => void} [onFail] Called with the full title of a test as soon as it fails.
 * @typedef {{ passed: number, failed: number }} Counts
 */

/** @param {SuiteOptions} options @returns {Promise<Counts>} */
export async function runSuite({
	bundle,
	folder,
	accepts = () => true,
	acceptsTest = () => true,
	grep,
	retries = 0,
	print = console.log,
	onTest,
	onFail,
}) {
	// In a CommonJS bundle, a static import would return the class on Node 24 but the namespace on Node 22.
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
	if (bundle) addBundle(mocha, bundle, accepts);
	for (const file of folder ? testFiles(folder).filter(accepts) : []) mocha.addFile(file);

	const passed = new Set();
	const failed = new Set();
	await new Promise((resolve) => {
		const runner = mocha.run(resolve);
		runner.once('start', () => {
			keepTests(runner.suite, acceptsTest);
			failTestsByTheirHooks(runner);
		});
		if (process.env['TEST_TIMES']) recordTimes(runner, process.env['TEST_TIMES']);
		runner.on('pass', (test) => passed.add(test));
		// A passed test can still fail in an afterEach hook, and a failed test can fail again.
		runner.on('fail', (test) => failed.add(test) && passed.delete(test));
		runner.on('test', (test) => onTest?.(test.fullTitle()));
		runner.on('fail', (test) => onFail?.(test.fullTitle()));
	});
	return { passed: passed.size, failed: failed.size };
}

/** @param {import('mocha').Suite} suite @param {(test: import('mocha').Test) => boolean} isKept */
function keepTests(suite, isKept) {
	suite.tests = suite.tests.filter(isKept);
	for (const inner of suite.suites) keepTests(inner, isKept);
}

// Mocha records the path of each file as if it had loaded the file itself.
/** @param {import('mocha')} mocha @param {string} bundle @param {(path: string, index: number) => boolean} accepts */
function addBundle(mocha, bundle, accepts) {
	// An extension host provides the VS Code API only to modules loaded with `require`.
	mocha.addFile(bundle);
	mocha.suite.on('require', (/** @type {{ files: Record<string, () => void> }} */ { files }) => {
		for (const file of Object.keys(files).filter(accepts)) {
			mocha.suite.emit('pre-require', globalThis, file, mocha);
			files[file]?.();
		}
	});
}

/** @param {string} folder */
function testFiles(folder) {
	if (!existsSync(folder)) return [];
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.test.js'))
		.sort()
		.map((file) => join(folder, file));
}

/** @param {(line: string) => void} print @param {typeof import('mocha')} Mocha */
function lineReporter(print, Mocha) {
	const { Base } = Mocha.reporters;
	const { generateDiff } = Base;
	// `showDiff` is missing in Mocha's types.
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
				print(`${indent(test)}↻ ${test.title}: ${`${error?.message}`.replace(/\s+/g, ' ').slice(0, 500)}`),
			);
			runner.on('pending', (test) => print(`${indent(test)}- ${test.title}${skipReason(test)}`));
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

/** @param {(import('mocha').Suite | import('mocha').Runnable) & { skipReason?: string }} node @returns {string} */
const skipReason = ({ skipReason: reason, parent }) =>
	reason ? ` (skipped: ${reason})` : parent ? skipReason(parent) : '';

/** @param {unknown} value */
const side = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

// Node's own assertions already include the difference in their message.
/** @param {unknown} error */
const tellsDifference = (error) => /** @type {NodeJS.ErrnoException} */ (error).code === 'ERR_ASSERTION';

// Node's source maps do not work in an extension host.
/** @param {Error | undefined} error */
function sourceStack(error) {
	/** @type {Map<string, SourceMap | undefined>} */
	const maps = new Map();
	const mapOf = (/** @type {string} */ file) => {
		if (!maps.has(file)) maps.set(file, sourceMapOf(file));
		return maps.get(file);
	};
	return stripVTControlCharacters(`${error?.stack ?? error}`).replace(
		/([^\s(]+\.js):(\d+):(\d+)/g,
		(place, file, line, column) => {
			const origin = mapOf(file)?.findOrigin(Number(line), Number(column));
			return origin && 'fileName' in origin
				? `${origin.fileName.replace(/^file:\/\//, '')}:${origin.lineNumber}:${origin.columnNumber}`
				: place;
		},
	);
}

/** @param {string} file */
function sourceMapOf(file) {
	const path = file.startsWith('file://') ? fileURLToPath(file) : file;
	const map = `${path}.map`;
	if (!existsSync(map)) return undefined;
	const payload = JSON.parse(readFileSync(map, 'utf8'));
	const sources = payload.sources.map((/** @type {string} */ source) => resolve(dirname(path), source));
	return new SourceMap({ ...payload, sources });
}

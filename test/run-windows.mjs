// Runs the unit tests, which include those of the command line, with Node for Windows in Wine. Outside of Wine, the
// script starts itself in Wine.
//     node test/run-windows.mjs [--built] [--file words]… [--skip words]… [--grep pattern] [--part 1/4]
import { parseArgs } from 'node:util';
import { inCheckout } from './support/vscode/checkout.mjs';
import { choiceOf, choiceOptions, chosenTests } from './support/vscode/chosenTests.mjs';
import { exitWhenInterrupted, runProcess } from './support/vscode/processes.mjs';
import { runSuite } from './support/vscode/suite.mjs';
import { findWine, runInWine } from './support/wine/wine.mjs';
import { wineLimits } from './support/wine/wineLimits.mjs';

exitWhenInterrupted();
process.exit(process.platform === 'win32' ? await runTests() : await startInWine());

async function startInWine() {
	const wine = findWine();
	if (!wine) {
		console.error('Wine is required. To install it on Debian or Ubuntu, run: apt-get install wine64');
		return 1;
	}
	const args = process.argv.slice(2).filter((arg) => arg !== '--built');
	const builds = args.length < process.argv.length - 2 ? [] : [[], ['--tests', 'unit']];
	for (const options of builds) {
		const code = await runProcess(process.execPath, [inCheckout('esbuild.mjs'), ...options], {});
		if (code !== 0) return code;
	}
	return runInWine(wine, ['test/run-windows.mjs', ...args], console.log);
}

async function runTests() {
	const { values } = parseArgs({ options: choiceOptions });
	const { acceptsTest, ...chosen } = chosenTests(choiceOf({ unmeasured: true, ...values }));
	/** @type {Map<string, number>} */
	const excluded = new Map();
	const { passed, failed } = await runSuite({
		bundle: inCheckout('out', 'test', 'unit', 'tests.js'),
		...chosen,
		acceptsTest: (test) => {
			if (!acceptsTest(test)) return false;
			const limit = wineLimits.find(
				({ file, title = '' }) => test.file?.includes(file) && test.fullTitle().includes(title),
			);
			if (limit) excluded.set(limit.reason, (excluded.get(limit.reason) ?? 0) + 1);
			return !limit;
		},
	});
	for (const [reason, count] of excluded) console.log(`${count} not run: ${reason}`);
	console.log(`${passed} passed, ${failed} failed`);
	return failed > 0 || passed === 0 ? 1 : 0;
}

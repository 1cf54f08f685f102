// Runs the suite of run-host.mjs in a downloaded desktop version of VS Code. On Linux without a display, run it with
// `xvfb-run -a`.
import { PassThrough } from 'node:stream';
import { parseArgs } from 'node:util';
import { downloadAndUnzipVSCode, runTests, SilentReporter } from '@vscode/test-electron';
import { inCheckout } from './support/vscode/checkout.mjs';
import { choiceOf, choiceOptions } from './support/vscode/chosenTests.mjs';
import { markIn, resultMark } from './support/vscode/marks.mjs';
import { eachLine } from './support/vscode/processes.mjs';
import { versions, versionsNamed } from './support/vscode/versions.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: choiceOptions });
const outcomes = [];
for (const name of versionsNamed(positionals[0])) outcomes.push(await run(versions[name].vscode));
process.exit(outcomes.every(Boolean) ? 0 : 1);

/** @param {string} version */
async function run(version) {
	const vscodeExecutablePath = await download(version);
	if (!vscodeExecutablePath) return false;
	const counts = { passed: 0, failed: 0 };
	const stdout = new PassThrough();
	eachLine(stdout, (line) => {
		const mark = markIn(line);
		if (mark?.kind === 'line') console.log(mark.text);
		else if (mark?.kind === 'result') Object.assign(counts, { passed: mark.passed, failed: mark.failed });
	});
	const ended = await runTests({
		vscodeExecutablePath,
		extensionDevelopmentPath: inCheckout(),
		extensionTestsPath: inCheckout('out', 'test', 'host', 'index.js'),
		launchArgs: [inCheckout('samples', 'workspace'), '--disable-extensions', '--use-inmemory-secretstorage'],
		extensionTestsEnv: { APP_ERRORS_TESTS: JSON.stringify(choiceOf(values)) },
		stdout,
		stderr: new PassThrough().resume(),
	}).catch((error) => {
		console.log(`VS Code ${version}: ${error.message}`);
	});
	if (ended !== 0 && counts.failed === 0) counts.failed++;
	console.log(resultMark(counts));
	return counts.failed === 0 && counts.passed > 0;
}

/** @param {string} version */
async function download(version) {
	const cachePath = inCheckout('.vscode-test', 'desktop');
	try {
		return await downloadAndUnzipVSCode({ version, cachePath, reporter: new SilentReporter() });
	} catch (error) {
		console.log(`VS Code ${version} for the desktop could not be downloaded: ${/** @type {Error} */ (error).message}`);
		return undefined;
	}
}

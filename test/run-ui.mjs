// Installs the packaged extension in VS Code and runs the UI tests, which drive VS Code in a browser like a user.
import { parseArgs } from 'node:util';
import { findBrowser } from './support/vscode/browser.mjs';
import { inCheckout } from './support/vscode/checkout.mjs';
import { choiceOf, choiceOptions, chosenTests } from './support/vscode/chosenTests.mjs';
import { installVsCode } from './support/vscode/install.mjs';
import { resultMark } from './support/vscode/marks.mjs';
import { exitWhenInterrupted } from './support/vscode/processes.mjs';
import { startSample } from './support/vscode/sample.mjs';
import { startServer } from './support/vscode/server.mjs';
import { runSuite, windowRetries } from './support/vscode/suite.mjs';
import { versionsNamed } from './support/vscode/versions.mjs';
import { copyWorkspace } from './support/vscode/workspace.mjs';

exitWhenInterrupted();
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		...choiceOptions,
		// Takes screenshots in every theme: see `test/support/length.ts`.
		whole: { type: 'boolean' },
		timeout: { type: 'string', default: '240' },
		sample: { type: 'string' },
		vsix: { type: 'string', default: inCheckout('dist', 'app-errors.vsix') },
		tests: { type: 'string', default: inCheckout('out', 'test', 'ui', 'tests.js') },
		workspace: { type: 'string' },
	},
});

if (values.whole) process.env['TEST_LENGTH'] = 'whole';
const started = Date.now();
const [version, ...more] = versionsNamed(positionals[0]);
if (!version || more.length > 0) throw new Error('Specify either newest or floor.');
const vscode = await installVsCode(version);
const { executablePath, args, env } = await findBrowser();
const sample = await startSample(values.sample);
const common = { vscode, extensions: [values.vsix] };
const [server, restricted] = await Promise.all([
	startServer(common),
	// The second server does not trust folders automatically, so that tests can cover Restricted Mode.
	startServer({ ...common, workspaceTrust: true }),
]);

process.env['APP_ERRORS_UI'] = JSON.stringify({
	version: vscode.version,
	vscode,
	extension: values.vsix,
	sample: { url: sample.url, token: sample.token },
	workspace: values.workspace ?? (await copyWorkspace()),
	screenshots: inCheckout('out', 'screenshots'),
	browser: { executablePath, args, env: { ...process.env, ...env } },
	trusted: { url: server.url, pid: server.pid, settingsFiles: server.settingsFiles },
	restricted: { url: restricted.url, pid: restricted.pid, settingsFiles: restricted.settingsFiles },
});

const tooLong = setTimeout(() => {
	console.log(`VS Code ${vscode.version}: no progress for ${values.timeout} s`);
	console.log(resultMark({ passed: 0, failed: 1 }));
	process.exit(1);
}, Number(values.timeout) * 1000);
// The timer restarts with each test, so that the time limit of the run does not depend on the machine's speed. Each
// test also has its own time limit.
const onTest = () => void tooLong.refresh();
const counts = await runSuite({
	bundle: values.tests,
	...chosenTests(choiceOf(values)),
	retries: windowRetries,
	onTest,
});
clearTimeout(tooLong);
await Promise.all([server.dispose(), restricted.dispose(), sample.stop()]);
console.log(`VS Code ${vscode.version}: ${Math.round((Date.now() - started) / 1000)} s`);
console.log(resultMark(counts));
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

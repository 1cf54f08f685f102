// Bundles the standalone components of webviews into plain pages and runs their tests in a headless browser.
//     node test/run-webview.mjs [--built] [--file words]… [--skip words]… [--grep pattern] [--part 1/2] [--measured | --unmeasured]
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inCheckout } from './support/vscode/checkout.mjs';
import { choiceOf, choiceOptions, chosenTests } from './support/vscode/chosenTests.mjs';
import { resultMark } from './support/vscode/marks.mjs';
import { exitWhenInterrupted } from './support/vscode/processes.mjs';
import { runSuite, windowRetries } from './support/vscode/suite.mjs';
import { bundlePages, bundlePageTests, provideEnvironment } from './webview/support/bundle.mjs';

exitWhenInterrupted();
const { values } = parseArgs({
	options: {
		...choiceOptions,
		out: { type: 'string', default: inCheckout('out', 'webview') },
		// Skips the build, because parts that run in parallel share one.
		built: { type: 'boolean' },
		'build-only': { type: 'boolean' },
		// Tests every theme and size, and takes screenshots: see `test/support/length.ts`.
		whole: { type: 'boolean' },
	},
});

if (values.whole) process.env['TEST_LENGTH'] = 'whole';
const pages = join(values.out, 'pages');
const tests = join(values.out, 'tests.js');
if (!values.built) {
	await rm(values.out, { recursive: true, force: true });
	await Promise.all([bundlePages(pages), bundlePageTests(tests)]);
}
if (values['build-only']) process.exit();
await mkdir(inCheckout('out', 'screenshots'), { recursive: true });
await provideEnvironment(pages);
const counts = await runSuite({ bundle: tests, ...chosenTests(choiceOf(values)), retries: windowRetries });
console.log(resultMark(counts));
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

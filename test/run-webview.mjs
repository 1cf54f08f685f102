// Bundles the parts of webviews that stand alone into plain pages, and runs their tests in a headless browser.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inCheckout } from './support/vscode/checkout.mjs';
import { resultMark } from './support/vscode/marks.mjs';
import { exitWhenInterrupted } from './support/vscode/processes.mjs';
import { runSuite, windowRetries } from './support/vscode/suite.mjs';
import { bundleForNode, bundlePages, provideEnvironment } from './webview/support/bundle.mjs';

exitWhenInterrupted();
const { values } = parseArgs({
	options: { grep: { type: 'string' }, out: { type: 'string', default: inCheckout('out', 'webview') } },
});

await rm(values.out, { recursive: true, force: true });
const pages = join(values.out, 'pages');
const tests = join(values.out, 'tests');
await bundlePages(pages);
await bundleForNode('**/*.test.ts', tests);
await mkdir(inCheckout('out', 'screenshots'), { recursive: true });
await provideEnvironment(pages);
const counts = await runSuite({ folder: tests, grep: values.grep, retries: windowRetries });
console.log(resultMark(counts));
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

// Runs the fault tests, which test the built product with failures of the network, service, disk and process. The test
// files in test/faults run in alphabetical order, so that the search for leaked secrets (`zz-`) comes last.
//     node test/run-faults.mjs [--file words]… [--grep pattern]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inCheckout } from './support/vscode/checkout.mjs';
import { choiceOf, choiceOptions, chosenTests } from './support/vscode/chosenTests.mjs';
import { resultMark } from './support/vscode/marks.mjs';
import { exitWhenInterrupted } from './support/vscode/processes.mjs';
import { runSuite } from './support/vscode/suite.mjs';

exitWhenInterrupted();
const { values } = parseArgs({ options: choiceOptions });

// Tests share these environment variables with the processes that they start: see `test/support/faults/run.ts`.
const evidence = await mkdtemp(join(tmpdir(), 'app-errors-faults-'));
process.env['FAULTS_EVIDENCE'] = evidence;
process.env['FAULTS_SEED'] ??= '1';

const counts = await runSuite({
	bundle: inCheckout('out', 'test', 'faults', 'tests.js'),
	...chosenTests(choiceOf(values)),
});
if (counts.failed === 0) {
	await rm(evidence, { recursive: true, force: true, maxRetries: 4 });
} else {
	console.log(`The test files remain in ${evidence}`);
}
console.log(resultMark(counts));
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

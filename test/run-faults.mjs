// The suite of faults: every way in which a network, a service, a disk or a process fails, against the real product.
// Runs `test/faults/**/*.test.ts`, in the order of their names, so that the search for leaks (`zz-`) comes last.
//   node test/run-faults.mjs [--short] [--grep pattern]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inCheckout } from './support/vscode/checkout.mjs';
import { resultMark } from './support/vscode/marks.mjs';
import { runSuite } from './support/vscode/suite.mjs';

const { values } = parseArgs({
	options: { grep: { type: 'string' }, short: { type: 'boolean', default: false } },
});

// Each test file is a bundle of its own, so what they share is in the environment: see `test/support/faults/run.ts`.
const evidence = await mkdtemp(join(tmpdir(), 'app-errors-faults-'));
process.env['FAULTS_LENGTH'] = values.short ? 'short' : 'whole';
process.env['FAULTS_EVIDENCE'] = evidence;
process.env['FAULTS_SEED'] ??= '1';

const counts = await runSuite({ folder: inCheckout('out', 'test', 'faults'), grep: values.grep });
if (counts.failed === 0) {
	await rm(evidence, { recursive: true, force: true, maxRetries: 4 });
} else {
	console.log(`What was written is kept in ${evidence}`);
}
console.log(resultMark(counts));
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

// Runs the unit tests. Selected tests run in one process. By default, all tests except performance tests run in parts,
// two processes at a time.
//     node test/run-unit.mjs [--file words]… [--skip words]… [--grep pattern] [--part 1/4] [--short | --long] [--measured | --unmeasured] [--tests bundle]
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runTiers } from '../scripts/tiers.mjs';
import { inCheckout } from './support/vscode/checkout.mjs';
import { choiceOf, choiceOptions, chosenTests } from './support/vscode/chosenTests.mjs';
import { resultMark } from './support/vscode/marks.mjs';
import { unitParts } from './support/vscode/parts.mjs';
import { exitWhenInterrupted } from './support/vscode/processes.mjs';
import { runUnitTests } from './support/vscode/runner.mjs';
import { runSuite } from './support/vscode/suite.mjs';

const { values } = parseArgs({
	options: { ...choiceOptions, tests: { type: 'string', default: inCheckout('out', 'test', 'unit', 'tests.js') } },
});
const choice = choiceOf(values);
exitWhenInterrupted();
const isChosen = Object.values(choice).some((value) => value !== undefined);
const counts = isChosen ? await runSuite({ bundle: values.tests, ...chosenTests(choice) }) : await runParts();
console.log(resultMark(counts));
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

async function runParts() {
	const rows = unitParts.map((part) => [
		{
			title: `Unit, ${part}`,
			run: (/** @type {(line: string) => void} */ print, /** @type {number} */ slot) =>
				runUnitTests(print, slot, '--part', part),
		},
	]);
	const outcomes = await runTiers(rows, Math.min(2, availableParallelism()));
	const sum = (/** @type {'passed' | 'failed'} */ key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
	return { passed: sum('passed'), failed: sum('failed') };
}

// Runs `test/unit/**/*.test.ts`: a part, or what matches a pattern in one process, or else all parts, two at a time.
//   node test/run-unit.mjs [--part 1/4|…|measured] [--grep pattern]
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runTiers } from '../scripts/tiers.mjs';
import { inCheckout } from './support/vscode/checkout.mjs';
import { resultMark } from './support/vscode/marks.mjs';
import { exitWhenInterrupted } from './support/vscode/processes.mjs';
import { runRunner } from './support/vscode/runner.mjs';
import { runSuite } from './support/vscode/suite.mjs';
import { isUnitPart, testsOf, unitParts } from './support/vscode/unitParts.mjs';

const { values } = parseArgs({ options: { grep: { type: 'string' }, part: { type: 'string' } } });
const { grep, part } = values;
if (part !== undefined && !isUnitPart(part)) throw new Error(`Say one of ${unitParts.join(', ')}.`);

const chosen = part ? testsOf(part) : {};
const counts = part || grep ? await runHere() : await runParts();
console.log(resultMark(counts));
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

function runHere() {
	return runSuite({ folder: inCheckout('out', 'test', 'unit'), grep, ...chosen });
}

async function runParts() {
	exitWhenInterrupted();
	const rows = unitParts.map((name) => [
		{
			title: `Unit, ${name}`,
			run: (/** @type {(line: string) => void} */ print) => runRunner(print, 'test/run-unit.mjs', '--part', name),
		},
	]);
	const outcomes = await runTiers(rows, Math.min(2, availableParallelism()));
	const sum = (/** @type {'passed' | 'failed'} */ key) => outcomes.reduce((total, outcome) => total + outcome[key], 0);
	return { passed: sum('passed'), failed: sum('failed') };
}

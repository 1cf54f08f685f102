// Runs `test/unit/**/*.test.ts`: those tests that measure, which need a process without the garbage of others, and the rest.
//   node test/run-unit.mjs [--part measured|rest] [--grep pattern]
// Both parts, one after the other, without either.
import { parseArgs } from 'node:util';
import { checkout, inCheckout } from './support/vscode/checkout.mjs';
import { markIn, resultMark } from './support/vscode/marks.mjs';
import { exitWhenInterrupted, runProcess } from './support/vscode/processes.mjs';
import { runSuite } from './support/vscode/suite.mjs';

const { values } = parseArgs({ options: { grep: { type: 'string' }, part: { type: 'string' } } });
const { grep, part } = values;
if (part !== undefined && part !== 'measured' && part !== 'rest') throw new Error('Say measured or rest.');

const counts = part === undefined && grep === undefined ? await runParts() : await runHere();
console.log(resultMark(counts));
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

function runHere() {
	return runSuite({
		folder: inCheckout('out', 'test', 'unit'),
		grep,
		measured: part === undefined ? undefined : part === 'measured',
	});
}

async function runParts() {
	exitWhenInterrupted();
	const sum = { passed: 0, failed: 0 };
	for (const name of ['measured', 'rest']) {
		const counts = { passed: 0, failed: 1 };
		const onLine = (/** @type {string} */ line) => {
			const mark = markIn(line);
			if (mark?.kind === 'result') Object.assign(counts, { passed: mark.passed, failed: mark.failed });
			else console.log(line);
		};
		const script = inCheckout('test', 'run-unit.mjs');
		await runProcess(process.execPath, [script, '--part', name], { cwd: checkout, onLine });
		sum.passed += counts.passed;
		sum.failed += counts.failed;
	}
	return sum;
}

import { checkout, inCheckout } from './checkout.mjs';
import { ownNode } from './install.mjs';
import { markIn } from './marks.mjs';
import { runProcess } from './processes.mjs';

/**
 * @param {(line: string) => void} print
 * @param {string} script
 * @param {...string} args
 * @returns {Promise<import('./suite.mjs').Counts>}
 */
export async function runRunner(print, script, ...args) {
	const counts = { passed: 0, failed: 0 };
	const code = await runProcess(ownNode(), [inCheckout(script), ...args], {
		cwd: checkout,
		hasGroups: true,
		onLine: (line) => {
			const mark = markIn(line);
			if (mark?.kind === 'result') Object.assign(counts, { passed: mark.passed, failed: mark.failed });
			else print(line);
		},
	});
	if (code !== 0 && counts.failed === 0) {
		print(`${script}: exit code ${code}`);
		counts.failed = 1;
	}
	return counts;
}

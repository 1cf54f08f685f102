import { checkout, inCheckout } from './checkout.mjs';
import { ownNode } from './install.mjs';
import { markIn } from './marks.mjs';
import { runProcess } from './processes.mjs';

/** @typedef {(line: string) => void} Print */
/** @typedef {Promise<import('./suite.mjs').Counts>} Running */

// With the default settings, the buffers of the tests would cause hundreds of garbage collections.
/** @param {Print} print @param {...string} args @returns {Running} */
export function runUnitTests(print, ...args) {
	return run(print, ['--initial-old-space-size=1000'], 'test/run-unit.mjs', '--unmeasured', ...args);
}

/**
 * @param {Print} print
 * @param {string} script
 * @param {...string} args
 * @returns {Running}
 */
export function runRunner(print, script, ...args) {
	return run(print, [], script, ...args);
}

/**
 * @param {Print} print
 * @param {readonly string[]} nodeOptions
 * @param {string} script
 * @param {...string} args
 * @returns {Running}
 */
async function run(print, nodeOptions, script, ...args) {
	const counts = { passed: 0, failed: 0 };
	const code = await runProcess(ownNode(), [...nodeOptions, inCheckout(script), ...args], {
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

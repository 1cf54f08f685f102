import { checkout, inCheckout } from './checkout.mjs';
import { onOneCore } from './cores.mjs';
import { ownNode } from './install.mjs';
import { markIn } from './marks.mjs';
import { runProcess } from './processes.mjs';

/** @typedef {(line: string) => void} Print */
/** @typedef {Promise<import('./suite.mjs').Counts>} Running */

// By default, the buffers of the tests would cause hundreds of garbage collections.
/**
 * @param {Print} print
 * @param {number} slot
 * @param {...string} args
 * @returns {Running}
 */
export function runUnitTests(print, slot, ...args) {
	const node = [...onOneCore(slot), ownNode(), '--initial-old-space-size=1000'];
	return run(print, node, 'test/run-unit.mjs', '--unmeasured', ...args);
}

/**
 * @param {Print} print
 * @param {string} script
 * @param {...string} args
 * @returns {Running}
 */
export function runRunner(print, script, ...args) {
	return run(print, [ownNode()], script, ...args);
}

/**
 * @param {Print} print
 * @param {readonly string[]} node Words that start Node.js.
 * @param {string} script
 * @param {...string} args
 * @returns {Running}
 */
async function run(print, node, script, ...args) {
	const [command = '', ...options] = node;
	const counts = { passed: 0, failed: 0 };
	const code = await runProcess(command, [...options, inCheckout(script), ...args], {
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

import { inCheckout } from './checkout.mjs';
import { ownNode } from './install.mjs';
import { eachLine, startProcess } from './processes.mjs';

/** @typedef {{ url: string, token: string, stop: () => Promise<void> }} Sample */

const startTimeout = 90_000;

/** @param {string} [script] @param {readonly string[]} [args] @returns {Promise<Sample>} */
export async function startSample(script = inCheckout('dist', 'sample.js'), args = []) {
	const { child, stop } = startProcess(ownNode(), [script, '--port', '0', ...args], {
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	/** @type {string[]} */
	const said = [];
	try {
		const first = await new Promise((resolve, reject) => {
			setTimeout(() => reject(new Error('timeout')), startTimeout).unref();
			child.once('exit', () => reject(new Error('the process exited')));
			child.once('error', reject);
			eachLine(child.stdout, resolve);
			eachLine(child.stderr, (line) => said.push(line));
		});
		const { url, token } = JSON.parse(first);
		return { url, token, stop };
	} catch (error) {
		await stop();
		throw new Error(
			`The sample service did not start: ${/** @type {Error} */ (error).message}\n${said.slice(-10).join('\n')}`,
		);
	}
}

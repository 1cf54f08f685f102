import { appendFileSync } from 'node:fs';

// Appends a line of JSON per hook and test: `TEST_TIMES=/tmp/times.jsonl npm run test:unit`.
/** @param {import('mocha').Runner} runner @param {string} output */
export function recordTimes(runner, output) {
	let last = performance.now();
	let lastUsage = process.cpuUsage();
	const record = (/** @type {string} */ kind, /** @type {import('mocha').Runnable | import('mocha').Suite} */ node) => {
		const now = performance.now();
		const { user, system } = process.cpuUsage(lastUsage);
		const times = { ms: Math.round(now - last), user: Math.round(user / 1000), sys: Math.round(system / 1000) };
		appendFileSync(output, `${JSON.stringify({ kind, file: node.file, title: node.fullTitle(), ...times })}\n`);
		last = now;
		lastUsage = process.cpuUsage();
	};
	runner.on('test', (test) => record('between', test));
	runner.on('hook end', (hook) => record('hook', hook));
	runner.on('pass', (test) => record('test', test));
	runner.on('fail', (test) => record('fail', test));
}

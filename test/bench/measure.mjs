import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Program path and arguments by name. Each program prints one line of JSON whose values are numbers.
 * @typedef {Record<string, [string, ...string[]]>} Programs
 */
/** @typedef {Map<string, Map<string, number[]>>} Numbers */

/**
 * Reverses the order of the programs in every other round, so that other load affects all programs equally.
 * @param {Programs} programs
 * @param {number} rounds
 * @param {string} peers Folder of the npm packages that the product is compared with.
 * @returns {Promise<Numbers>}
 */
export async function measure(programs, rounds, peers) {
	/** @type {Numbers} */
	const found = new Map(Object.keys(programs).map((name) => [name, new Map()]));
	for (let round = 0; round < rounds; round++) {
		const entries = Object.entries(programs);
		for (const [name, [path, ...args]] of round % 2 === 0 ? entries : entries.reverse()) {
			const { stdout } = await run(process.execPath, [path, ...args], {
				env: { ...process.env, BENCH_PEERS: peers },
				maxBuffer: 64 * 1024 * 1024,
			});
			const numbers = found.get(name);
			/** @type {Record<string, number>} */
			const printed = JSON.parse(stdout);
			for (const [key, number] of Object.entries(printed)) {
				numbers?.set(key, [...(numbers?.get(key) ?? []), number]);
			}
		}
	}
	return found;
}

/** @param {number[]} numbers */
export function median(numbers) {
	const sorted = numbers.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? Number.NaN;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

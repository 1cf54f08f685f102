import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs every program once in each round, every other round backwards, so that what else the machine does falls on all
 * of them alike.
 * @param programs by name: `[path, ...arguments]`; it prints one line of JSON whose members are numbers
 * @returns {Promise<Map<string, Map<string, number[]>>>} by program and by name of the number, one for each round
 */
export async function measure(programs, rounds, peers) {
	const found = new Map(Object.keys(programs).map((name) => [name, new Map()]));
	for (let round = 0; round < rounds; round++) {
		const entries = Object.entries(programs);
		for (const [name, [path, ...args]] of round % 2 === 0 ? entries : entries.reverse()) {
			const { stdout } = await run(process.execPath, [path, ...args], {
				env: { ...process.env, BENCH_PEERS: peers },
				maxBuffer: 64 * 1024 * 1024,
			});
			const numbers = found.get(name);
			for (const [key, number] of Object.entries(JSON.parse(stdout))) {
				numbers.set(key, [...(numbers.get(key) ?? []), number]);
			}
		}
	}
	return found;
}

export function median(numbers) {
	const sorted = numbers.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
